import { isJsonObject, type JsonObject, ownValue, stringAt } from '#core/json/json';
import { type EventFate, isDropped, type PipelineStep, pipelineSteps } from './event-fate';

/** The fate that a pipeline recorded in an event of its queues. Plain data. */
export type ObservedFate =
  /** The event passed this job. Later jobs are unknown. */
  | { readonly step: PipelineStep; readonly reason: 'passed'; readonly params: Readonly<Record<never, never>> }
  | { readonly step: PipelineStep; readonly reason: 'duplicate'; readonly params: Readonly<Record<never, never>> }
  | { readonly step: 'extractor'; readonly reason: 'too-large'; readonly params: Readonly<Record<never, never>> }
  /** `path` is the field of the pipeline's error, without indexes; empty if the error names none. */
  | { readonly step: PipelineStep; readonly reason: 'invalid'; readonly params: { readonly path: string } };

type Flag = readonly [name: string, step: PipelineStep];

/**
 * Flags that are `false` in a rejected event.
 * `tv` is the validator of 2019, `pp` the preprocessor since.
 */
const PROCESSED: readonly Flag[] = [
  ['ex_processed', 'extractor'],
  ['tv_processed', 'preprocessor'],
  ['pp_validation_processed', 'preprocessor'],
  ['dv_processed', 'druid-validator'],
];
/** Flags that are `true` in a duplicate. */
const DUPLICATE: readonly Flag[] = [
  ['extractor_duplicate', 'extractor'],
  ['dd_duplicate_event', 'preprocessor'],
  ['pp_duplicate', 'preprocessor'],
  ['dv_duplicate', 'druid-validator'],
];
/** Further flags that show which jobs an event passed, whatever their value. */
const REACHED: readonly Flag[] = [
  ['tv_skipped', 'preprocessor'],
  ['dd_processed', 'preprocessor'],
  ['pp_duplicate_skipped', 'preprocessor'],
  ['device_profile_retrieved', 'denormalization'],
  ['device_denorm', 'denormalization'],
  ['user_denorm', 'denormalization'],
  ['content_denorm', 'denormalization'],
  ['loc_denorm', 'denormalization'],
];
/** Fields of `metadata` with the error of a job. */
const ERRORS: readonly Flag[] = [
  ['ex_error', 'extractor'],
  ['tv_error', 'preprocessor'],
  ['validation_error', 'preprocessor'],
  ['pp_error', 'preprocessor'],
  ['dv_error', 'druid-validator'],
];

/**
 * Reads the fate of an event from the `flags` and `metadata` that a pipeline wrote into it.
 * Returns `null` if the event is not from a queue.
 */
export function readObservedFate(event: JsonObject): ObservedFate | null {
  const flags = ownValue(event, 'flags') ?? null;
  const metadata = ownValue(event, 'metadata') ?? null;
  const isFlagSetTo = (name: string, value: boolean) => isJsonObject(flags) && ownValue(flags, name) === value;
  const duplicate = DUPLICATE.find(([name]) => isFlagSetTo(name, true));
  if (duplicate !== undefined) return { step: duplicate[1], reason: 'duplicate', params: {} };
  const error = ERRORS.find(([name]) => stringAt(metadata, [name]) !== null);
  const rejected = error ?? PROCESSED.find(([name]) => isFlagSetTo(name, false));
  if (rejected !== undefined) {
    const [, step] = rejected;
    if (step === 'extractor') return { step, reason: 'too-large', params: {} };
    return { step, reason: 'invalid', params: { path: fieldOfError(stringAt(metadata, [error?.[0] ?? '']) ?? '') } };
  }
  const passed = [
    ...PROCESSED.filter(([name]) => isFlagSetTo(name, true)),
    ...REACHED.filter(([name]) => isFlagSetTo(name, true) || isFlagSetTo(name, false)),
  ].map(([, step]) => step);
  const last = pipelineSteps.findLast((step) => passed.includes(step));
  return last === undefined ? null : { step: last, reason: 'passed', params: {} };
}

/** Steps of a schema pointer other than names of fields: `/allOf/1/properties/edata/properties/uri`. */
const SCHEMA_STEP = /^(?:|\d+|allOf|anyOf|oneOf|properties|items)$/;

/**
 * Returns the field of an error with a schema pointer at its end, or of the pointer alone.
 * Example: `validation failed. fieldname: "/allOf/1/properties/edata"`.
 */
function fieldOfError(error: string): string {
  if (error.startsWith('Schema not found')) return 'eid';
  const text = error.trimEnd().replace(/"$/, '');
  const afterQuote = text.slice(text.lastIndexOf('"') + 1);
  const start = afterQuote.indexOf('/');
  return (start === -1 ? '' : afterQuote.slice(start))
    .split('/')
    .filter((step) => !SCHEMA_STEP.test(step))
    .join('.');
}

/**
 * Whether the prediction agrees with the observed fate.
 * An event that passed a job may end at a later one. The observed field must be a predicted one or contain one.
 */
export function isAsObserved(
  observed: ObservedFate,
  predicted: Pick<EventFate, 'step' | 'reason' | 'params'>,
): boolean {
  if (observed.reason === 'passed') {
    return !isDropped(predicted) || pipelineSteps.indexOf(predicted.step) > pipelineSteps.indexOf(observed.step);
  }
  if (observed.reason !== predicted.reason) return false;
  if (observed.reason !== 'invalid') return observed.step === predicted.step;
  if (observed.params.path === '') return true;
  const fields = 'fields' in predicted.params ? predicted.params.fields : [];
  return fields.some((field) => `.${withoutIndexes(field)}.`.includes(`.${observed.params.path}.`));
}

/** Removes the indexes of a path like the pipeline: `edata.visits.objid` for `edata.visits.0.objid`. */
function withoutIndexes(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '');
}
