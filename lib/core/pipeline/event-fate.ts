import { formatPath, isJsonArray, type Json, type JsonObject, ownValue, stringAt, valueAt } from '#core/json/json';
import { redactSecrets } from '#core/rules/checks';
import { hasSchemas } from '#core/rules/ingestion/ingestion-profiles';
import { isTooLarge, type SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { type DataSize, toDataSize } from '#core/rules/ingestion/pipeline-numbers';
import type { DuplicateStep } from '#core/stream/stream-rule';
import type { Finding } from '#core/telemetry/findings';
import { kindOfEid } from '#core/telemetry/kinds';
import { endOfDay, subtractMonths } from './calendar';
import type { FateCode } from './fate-codes';
import type { PipelineSettings } from './pipeline-settings';

/** The jobs of a pipeline, in the order in which an event passes them. `summary` summarizes sessions. */
export const pipelineSteps = [
  'collector',
  'extractor',
  'preprocessor',
  'denormalization',
  'druid-validator',
  'router',
  'summary',
] as const;

/** One of {@link pipelineSteps}. */
export type PipelineStep = (typeof pipelineSteps)[number];

/** Where an event ends, and why. */
export type FateEnd =
  | { readonly step: 'collector'; readonly reason: 'batch-too-large'; readonly params: DataSize }
  | { readonly step: 'extractor'; readonly reason: 'duplicate-batch'; readonly params: { readonly row: number } }
  | { readonly step: 'extractor'; readonly reason: 'too-large'; readonly params: DataSize }
  | { readonly step: 'preprocessor'; readonly reason: 'invalid'; readonly params: InvalidParams }
  | { readonly step: DuplicateStep; readonly reason: 'duplicate'; readonly params: { readonly row: number } }
  | {
      readonly step: 'preprocessor';
      readonly reason: 'own-topic';
      readonly params: { readonly eid: string; readonly topic: string };
    }
  | { readonly step: 'denormalization'; readonly reason: 'too-old'; readonly params: { readonly months: number } }
  | { readonly step: 'denormalization'; readonly reason: 'skipped'; readonly params: { readonly eid: string } }
  | {
      readonly step: 'druid-validator' | 'router';
      readonly reason: 'accepted';
      readonly params: Readonly<Record<never, never>>;
    };

/** The first finding of the schemas, and the fields of all findings. */
interface InvalidParams {
  readonly ruleSet: Finding['ruleSet'];
  readonly code: Finding['code'];
  readonly path: string;
  readonly fields: readonly string[];
}

/** An effect of a job on an event that passes it. */
export type FateEffect =
  | {
      readonly step: 'preprocessor';
      readonly reason: 'not-validated';
      readonly params: { readonly cause: 'other-version' | 'other-eid' };
    }
  | { readonly step: 'preprocessor'; readonly reason: 'corrected'; readonly params: { readonly path: string } }
  | { readonly step: 'preprocessor'; readonly reason: 'split'; readonly params: { readonly items: number } }
  /** `time` is in epoch milliseconds. */
  | { readonly step: 'denormalization'; readonly reason: 'time-changed'; readonly params: { readonly time: number } }
  | {
      readonly step: 'denormalization';
      readonly reason: 'user-not-joined';
      readonly params: { readonly cause: 'no-actor' | 'anonymous' | 'actor-type' };
    }
  | {
      readonly step: 'denormalization';
      readonly reason: 'content-not-joined';
      readonly params: { readonly cause: 'no-object' | 'no-object-type' | 'object-type' | 'audit' };
    }
  | { readonly step: 'summary'; readonly reason: 'not-counted'; readonly params: { readonly type: string } };

/** The fate of an event in the pipeline behind the collector. Plain data. */
export type EventFate = FateEnd & { readonly effects: readonly FateEffect[] };

/** The fate of one event by itself. Duplicates can be detected among other events only. */
export interface PredictedFate {
  readonly fate: EventFate;
  /** The findings of its schema. */
  readonly findings: readonly Finding[];
  /** The jobs that would detect a duplicate of the event, in their order. */
  readonly duplicateSteps: readonly DuplicateStep[];
}

/** The inputs of a prediction besides the event. */
export interface FateContext {
  readonly settings: PipelineSettings;
  /** The schemas of the pipeline: see `createSchemaCheck`. */
  readonly check: SchemaCheck;
  /**
   * When the pipeline received the event, in epoch milliseconds.
   * If `null`, the age of the event is not checked.
   */
  readonly receivedAt: number | null;
  /** Length of the JSON text of the event in UTF-16 units, if known. */
  readonly textLength?: number | null;
}

/** Predicts the fate of an event in the pipeline behind the collector. */
export function predictFate(event: JsonObject, context: FateContext): PredictedFate {
  const { settings, check, textLength = null } = context;
  const { maxEventBytes } = settings;
  if (isTooLarge(event, textLength, maxEventBytes)) {
    return endAt({ step: 'extractor', reason: 'too-large', params: toDataSize(maxEventBytes) }, []);
  }
  const findings = check(event);
  const [first] = findings;
  if (first !== undefined) {
    return endAt({ step: 'preprocessor', reason: 'invalid', params: invalidParams(first, findings) }, findings);
  }
  return predictFateOfValidEvent(event, context);
}

/**
 * Converts the fate of an event if a job drops the event as a duplicate.
 * Effects of later jobs are removed.
 */
export function toDuplicateFate(fate: EventFate, step: DuplicateStep, row: number): EventFate {
  const isBefore = (effect: FateEffect) => pipelineSteps.indexOf(effect.step) < pipelineSteps.indexOf(step);
  const isOfValidation = (effect: FateEffect) => effect.reason === 'not-validated' || effect.reason === 'corrected';
  const effects = fate.effects.filter((effect) => isBefore(effect) || isOfValidation(effect));
  return { step, reason: 'duplicate', params: { row }, effects };
}

/** Whether the pipeline drops the event, which is neither accepted nor stored in a separate topic. */
export function isDropped({ reason }: Pick<FateEnd, 'reason'>): boolean {
  return reason !== 'accepted' && reason !== 'own-topic';
}

/** Returns the codes by which a filter finds a fate. */
export function codesOfFate({ reason, effects }: EventFate): readonly FateCode[] {
  const codes: FateCode[] = [reason, ...effects.map((effect) => effect.reason)];
  return isDropped({ reason }) ? [...codes, 'dropped'] : codes;
}

/** Returns why the collector rejects a body of this size, or `null`. */
export function predictBatchFate(
  bytes: number,
  { maxBatchBytes }: Pick<PipelineSettings, 'maxBatchBytes'>,
): FateEnd | null {
  if (bytes <= maxBatchBytes) return null;
  return { step: 'collector', reason: 'batch-too-large', params: toDataSize(maxBatchBytes) };
}

function endAt(end: FateEnd, findings: readonly Finding[]): PredictedFate {
  return { fate: { ...end, effects: [] }, findings, duplicateSteps: [] };
}

const MAX_LISTED_FIELDS = 20;

function invalidParams({ ruleSet, code, path }: Finding, findings: readonly Finding[]): InvalidParams {
  const fields = new Set(findings.map((finding) => formatSafePath(finding.path)));
  return { ruleSet, code, path: formatSafePath(path), fields: [...fields].slice(0, MAX_LISTED_FIELDS) };
}

/**
 * Formats a path with its secrets redacted.
 * Steps are redacted before joining, because a secret after another step might not be recognized.
 */
function formatSafePath(path: Finding['path']): string {
  return formatPath(redactSecrets(path));
}

function predictFateOfValidEvent(event: JsonObject, { settings, receivedAt }: FateContext): PredictedFate {
  const eid = (stringAt(event, ['eid']) ?? '').toUpperCase();
  const steps: DuplicateStep[] = isInPreprocessor(event, settings) ? ['preprocessor'] : [];
  const effects = preprocessorEffects(event, eid, settings);
  const toPrediction = (end: FateEnd): PredictedFate => ({
    fate: { ...end, effects },
    findings: [],
    duplicateSteps: steps,
  });
  const topic = Object.hasOwn(settings.topicOfEid, eid) ? settings.topicOfEid[eid] : undefined;
  if (topic !== undefined) return toPrediction({ step: 'preprocessor', reason: 'own-topic', params: { eid, topic } });
  const { maxAgeMonths } = settings;
  const ets = valueAt(event, ['ets']);
  if (maxAgeMonths !== null && receivedAt !== null && typeof ets === 'number') {
    if (ets < subtractMonths(receivedAt, maxAgeMonths)) {
      return toPrediction({ step: 'denormalization', reason: 'too-old', params: { months: maxAgeMonths } });
    }
  }
  if (settings.skippedEids.includes(eid)) {
    return toPrediction({ step: 'denormalization', reason: 'skipped', params: { eid } });
  }
  addEffectsAfterPreprocessor(effects, event, eid, { settings, receivedAt });
  if (settings.validatorFindsDuplicates) steps.push('druid-validator');
  const step = settings.pipeline === 'obsrv-2' ? 'router' : 'druid-validator';
  return toPrediction({ step, reason: 'accepted', params: {} });
}

function isInPreprocessor(event: Json, { preprocessorProducers: producers }: PipelineSettings): boolean {
  if (producers === 'all') return true;
  const id = stringAt(event, ['context', 'pdata', 'id']);
  return id !== null && producers.some((suffix) => id.endsWith(suffix));
}

function preprocessorEffects(
  event: JsonObject,
  eid: string,
  { pipeline, splitsShares }: PipelineSettings,
): FateEffect[] {
  const effects: FateEffect[] = [];
  const step = 'preprocessor';
  const cause = pipeline === 'sunbird-2019' ? notValidatedReason(event, eid) : null;
  if (cause !== null) effects.push({ step, reason: 'not-validated', params: { cause } });
  if (pipeline !== 'obsrv-2') {
    for (const path of correctedPaths(event)) effects.push({ step, reason: 'corrected', params: { path } });
  }
  if (splitsShares && eid === 'SHARE') {
    effects.push({ step, reason: 'split', params: { items: countShareItems(valueAt(event, ['edata', 'items'])) } });
  }
  return effects;
}

function notValidatedReason(event: JsonObject, eid: string) {
  if (kindOfEid(eid) === null) return 'other-eid';
  return hasSchemas('sunbird-2019', event) ? null : 'other-version';
}

/**
 * Returns the fields that the preprocessor of Sunbird rewrites.
 * See `dataCorrection` and `updateDefaults` in its source.
 */
function correctedPaths(event: JsonObject): readonly string[] {
  const paths: string[] = [];
  if (stringAt(event, ['actor', 'id'])?.startsWith('f:')) paths.push('actor.id');
  const objectId = stringAt(event, ['object', 'id']);
  if (objectId !== null && isDialCode(event) && objectId !== objectId.toUpperCase()) paths.push('object.id');
  if (stringAt(event, ['context', 'channel'])?.trim() === '') paths.push('context.channel');
  const dialCodes = ['edata', 'filters', 'dialCodes'];
  if (stringAt(event, ['eid']) === 'SEARCH' && (valueAt(event, dialCodes) ?? null) !== null)
    paths.push(dialCodes.join('.'));
  return paths;
}

function isDialCode(event: JsonObject): boolean {
  return ['dialcode', 'qr'].includes((stringAt(event, ['object', 'type']) ?? '').toLowerCase());
}

/**
 * Counts the events into which a SHARE is split.
 * There is one per parameter of an item, or per item without parameters.
 */
function countShareItems(items: Json | undefined): number {
  if (items === undefined || !isJsonArray(items)) return 0;
  let count = 0;
  for (const item of items) {
    const params = valueAt(item, ['params']);
    count += params !== undefined && isJsonArray(params) ? params.length : 1;
  }
  return count;
}

function addEffectsAfterPreprocessor(
  effects: FateEffect[],
  event: JsonObject,
  eid: string,
  { settings, receivedAt }: Pick<FateContext, 'settings' | 'receivedAt'>,
): void {
  const { changesFutureTimes, joinsData, interactionTypes } = settings;
  const step = 'denormalization';
  const ets = valueAt(event, ['ets']);
  if (changesFutureTimes && receivedAt !== null && typeof ets === 'number') {
    const time = endOfDay(receivedAt);
    if (ets > time) effects.push({ step, reason: 'time-changed', params: { time } });
  }
  if (joinsData) {
    const user = userNotJoinedReason(event);
    if (user !== null) effects.push({ step, reason: 'user-not-joined', params: { cause: user } });
    const content = contentNotJoinedReason(event, eid);
    if (content !== null) effects.push({ step, reason: 'content-not-joined', params: { cause: content } });
  }
  const type = stringAt(event, ['edata', 'type']);
  if (eid === 'INTERACT' && interactionTypes !== null && !interactionTypes.includes((type ?? '').toLowerCase())) {
    effects.push({ step: 'summary', reason: 'not-counted', params: { type: type ?? '' } });
  }
}

function userNotJoinedReason(event: JsonObject) {
  // The preprocessor has removed the prefix of a federated user.
  const id = stringAt(event, ['actor', 'id'])?.replace(/^f:(?:.*:)?/s, '');
  if (!id) return 'no-actor';
  if (id.toLowerCase() === 'anonymous') return 'anonymous';
  return stringAt(event, ['actor', 'type'])?.toLowerCase() === 'user' ? null : 'actor-type';
}

function contentNotJoinedReason(event: JsonObject, eid: string) {
  const object = ownValue(event, 'object');
  if (eid === 'AUDIT') return 'audit';
  if (!stringAt(object, ['id'])) return 'no-object';
  const type = stringAt(object, ['type']);
  if (!type) return 'no-object-type';
  return ['user', 'qr', 'dialcode'].includes(type.toLowerCase()) ? 'object-type' : null;
}
