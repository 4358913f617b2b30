import { buildEvent } from '#core/drafts/post-body';
import type { Json } from '#core/json/json';
import { ingestionRules } from '#core/rules/ingestion/ingestion-rules';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { readDraft } from '#core/telemetry/draft';
import type { Finding } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { ObservedOutcome } from './outcomes';
import { sampleOf } from './violations-of';

/** What the ingestion pipeline behind a collector would do with an event. */
export interface IngestionOutcome extends Pick<ObservedOutcome, 'tone'> {
  readonly fate: 'no-event' | 'taken' | 'dropped' | 'dropped-like-sample';
  /** Why it would be dropped. */
  readonly findings: readonly Finding[];
}

/**
 * Returns what the ingestion pipeline would do with the event of a negative test.
 * The pipeline's rules differ from the definitions: for many kinds it drops even the sample. A finding that the sample has
 * too does not count.
 */
export function ingestionOutcome(kind: EventKind, { event }: PlainJudgedRecord): IngestionOutcome {
  if (!event) return { tone: 'open', fate: 'no-event', findings: [] };
  const findings = check(event.json);
  if (findings.length === 0) return { tone: 'passed', fate: 'taken', findings };
  const known = new Set(findingsOfSample(kind).map(keyOf));
  const own = findings.filter((finding) => !known.has(keyOf(finding)));
  return own.length > 0
    ? { tone: 'noticed', fate: 'dropped', findings: own }
    : { tone: 'passed', fate: 'dropped-like-sample', findings };
}

function check(json: Json): readonly Finding[] {
  return ingestionRules.check({ type: 'event', json });
}

const ofSamples = new Map<EventKind, readonly Finding[]>();

/** Only of `edata`: the envelope of a sample depends on the page. */
function findingsOfSample(kind: EventKind): readonly Finding[] {
  const known = ofSamples.get(kind);
  if (known) return known;
  const read = readDraft(kind, JSON.stringify(sampleOf(kind)));
  const stamp = { mid: `${kind}:0`, ets: 0, msgid: '0' };
  const event = buildEvent({ kind, args: read.ok ? read.value : [], stamp, isMarked: false });
  const findings = check(event).filter(({ path }) => path[0] === 'edata');
  ofSamples.set(kind, findings);
  return findings;
}

function keyOf({ path, params }: Finding): string {
  return JSON.stringify([path, params]);
}
