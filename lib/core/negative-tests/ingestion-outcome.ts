import { buildEvent } from '#core/drafts/post-body';
import { isJsonObject } from '#core/json/json';
import { type EventFate, isDropped, predictFate } from '#core/pipeline/event-fate';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import type { RecordFateContext } from '#core/pipeline/record-fate';
import { DEFAULT_PIPELINE } from '#core/rules/ingestion/ingestion-profiles';
import { createSchemaCheck, type SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { readDraft } from '#core/telemetry/draft';
import type { Finding } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { ObservedOutcome } from './outcomes';
import { sampleOf } from './violations-of';

/** What the ingestion pipeline behind a collector would do with an event. */
export interface IngestionOutcome extends Pick<ObservedOutcome, 'tone'> {
  /** `null` if there is no event. */
  readonly fate: EventFate | null;
  /** Whether it is dropped for nothing but what the sample would be dropped for, too. */
  readonly isLikeSample: boolean;
  /** What its schema finds: all of it, or what is not found in the sample. */
  readonly findings: readonly Finding[];
}

/**
 * Returns what the ingestion pipeline would do with the event of a negative test.
 * The time of receipt is the one at which the event was observed. By default it is the default pipeline.
 * The pipeline's rules differ from the definitions: for many kinds it drops even the sample. A finding that the sample has
 * too does not count.
 */
export function ingestionOutcome(
  kind: EventKind,
  { event }: PlainJudgedRecord,
  { settings, check }: RecordFateContext = defaultContext,
): IngestionOutcome {
  if (!event || !isJsonObject(event.json)) return { tone: 'open', fate: null, isLikeSample: false, findings: [] };
  const { fate, findings } = predictFate(event.json, { settings, check, receivedAt: event.at });
  const taken = { tone: 'passed', fate, isLikeSample: false, findings } as const;
  if (!isDropped(fate)) return taken;
  const known = new Set(findingsOfSample(kind, check).map(keyOf));
  const own = findings.filter((finding) => !known.has(keyOf(finding)));
  // A kind that is skipped is skipped whatever it has.
  const isLikeSample = fate.reason === 'invalid' ? own.length === 0 : fate.reason === 'skipped';
  return isLikeSample ? { ...taken, isLikeSample } : { ...taken, tone: 'noticed', findings: own };
}

const defaultContext: RecordFateContext = {
  settings: defaultPipelineSettings[DEFAULT_PIPELINE],
  check: createSchemaCheck(DEFAULT_PIPELINE),
};

const ofSamples = new WeakMap<SchemaCheck, Map<EventKind, readonly Finding[]>>();

/** Only of `edata`: the envelope of a sample depends on the page. */
function findingsOfSample(kind: EventKind, check: SchemaCheck): readonly Finding[] {
  const ofCheck = ofSamples.get(check) ?? new Map<EventKind, readonly Finding[]>();
  ofSamples.set(check, ofCheck);
  const known = ofCheck.get(kind);
  if (known) return known;
  const read = readDraft(kind, JSON.stringify(sampleOf(kind)));
  const stamp = { mid: `${kind}:0`, ets: 0, msgid: '0' };
  const event = buildEvent({ kind, args: read.ok ? read.value : [], stamp, isMarked: false });
  const findings = check(event).filter(({ path }) => path[0] === 'edata');
  ofCheck.set(kind, findings);
  return findings;
}

function keyOf({ path, params }: Finding): string {
  return JSON.stringify([path, params]);
}
