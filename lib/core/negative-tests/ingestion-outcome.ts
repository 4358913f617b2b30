import { buildEvent } from '#core/drafts/post-body';
import { isJsonObject } from '#core/json/json';
import { type EventFate, isDropped, predictFate } from '#core/pipeline/event-fate';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import type { RecordFateContext } from '#core/pipeline/record-fate';
import { DEFAULT_PIPELINE } from '#core/rules/ingestion/ingestion-profiles';
import { createSchemaCheck, type SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { copySample, parseDraft } from '#core/telemetry/draft';
import type { Finding } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { ObservedOutcome } from './outcomes';

/** The predicted outcome of an event in the ingestion pipeline behind a collector. */
export interface IngestionOutcome extends Pick<ObservedOutcome, 'detection'> {
  /** `null` if there is no event. */
  readonly fate: EventFate | null;
  /** Whether the pipeline would drop the kind's sample for the same reasons. */
  readonly isLikeSample: boolean;
  /**
   * Findings of the pipeline's schema.
   * If the mutation causes the drop, those that the sample also has are excluded.
   */
  readonly findings: readonly Finding[];
}

/**
 * Predicts the outcome of a negative test's event in the ingestion pipeline.
 * The time of receipt is the time at which the event was observed.
 * The pipeline's rules differ from the definitions, so the pipeline drops even the samples of many kinds. Findings
 * that the sample also has do not count.
 */
export function predictIngestionOutcome(
  kind: EventKind,
  { event }: PlainJudgedRecord,
  { settings, check }: RecordFateContext = defaultContext,
): IngestionOutcome {
  if (!event || !isJsonObject(event.json))
    return { detection: 'pending', fate: null, isLikeSample: false, findings: [] };
  const { fate, findings } = predictFate(event.json, { settings, check, receivedAt: event.at });
  const missed = { detection: 'missed', fate, isLikeSample: false, findings } as const;
  if (!isDropped(fate)) return missed;
  const sampleKeys = new Set(validateSample(kind, check).map(keyOf));
  const added = findings.filter((finding) => !sampleKeys.has(keyOf(finding)));
  // The pipeline skips some kinds, whatever their content is.
  const isLikeSample = fate.reason === 'invalid' ? added.length === 0 : fate.reason === 'skipped';
  return isLikeSample ? { ...missed, isLikeSample } : { ...missed, detection: 'detected', findings: added };
}

const defaultContext: RecordFateContext = {
  settings: defaultPipelineSettings[DEFAULT_PIPELINE],
  check: createSchemaCheck(DEFAULT_PIPELINE),
};

const sampleFindings = new WeakMap<SchemaCheck, Map<EventKind, readonly Finding[]>>();

/** Validates `edata` of a kind's sample. The envelope depends on the page, so its findings are excluded. */
function validateSample(kind: EventKind, check: SchemaCheck): readonly Finding[] {
  const findingsByKind = sampleFindings.get(check) ?? new Map<EventKind, readonly Finding[]>();
  sampleFindings.set(check, findingsByKind);
  const cached = findingsByKind.get(kind);
  if (cached) return cached;
  const parsed = parseDraft(kind, JSON.stringify(copySample(kind)));
  const ids = { mid: `${kind}:0`, ets: 0, msgid: '0' };
  const event = buildEvent({ kind, args: parsed.ok ? parsed.value : [], ids, hasManualCdata: false });
  const findings = check(event).filter(({ path }) => path[0] === 'edata');
  findingsByKind.set(kind, findings);
  return findings;
}

function keyOf({ path, params }: Finding): string {
  return JSON.stringify([path, params]);
}
