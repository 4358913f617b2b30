import { isJsonObject, type JsonObject, ownValue, stringAt } from '#core/json/json';
import { type EventFate, isDropped, type PipelineStep, pipelineSteps } from './event-fate';

/** What a pipeline wrote into an event of its queues: plain data. */
export type ObservedFate =
  /** The event passed this job; what came later is not in it. */
  | { readonly step: PipelineStep; readonly reason: 'passed'; readonly params: Readonly<Record<never, never>> }
  | { readonly step: PipelineStep; readonly reason: 'duplicate'; readonly params: Readonly<Record<never, never>> }
  | { readonly step: 'extractor'; readonly reason: 'too-large'; readonly params: Readonly<Record<never, never>> }
  /** `path` has the names of the fields that the pipeline's error points at, without indexes; empty if it names none. */
  | { readonly step: PipelineStep; readonly reason: 'invalid'; readonly params: { readonly path: string } };

type Flag = readonly [name: string, step: PipelineStep];

/** Flags that are `false` in what a job refused. `tv` is the validator of 2019, `pp` the preprocessor since. */
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
/** Further flags that show how far an event came, whatever their value. */
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
const ERRORS: readonly Flag[] = [
  ['ex_error', 'extractor'],
  ['tv_error', 'preprocessor'],
  ['validation_error', 'preprocessor'],
  ['pp_error', 'preprocessor'],
  ['dv_error', 'druid-validator'],
];

/**
 * Reads what a pipeline wrote of an event into its `flags` and `metadata`.
 * Returns `null` if the event is from no queue.
 */
export function readObservedFate(event: JsonObject): ObservedFate | null {
  const flags = ownValue(event, 'flags') ?? null;
  const metadata = ownValue(event, 'metadata') ?? null;
  const isFlag = (name: string, value: boolean) => isJsonObject(flags) && ownValue(flags, name) === value;
  const duplicate = DUPLICATE.find(([name]) => isFlag(name, true));
  if (duplicate !== undefined) return { step: duplicate[1], reason: 'duplicate', params: {} };
  const error = ERRORS.find(([name]) => stringAt(metadata, [name]) !== null);
  const refused = error ?? PROCESSED.find(([name]) => isFlag(name, false));
  if (refused !== undefined) {
    const [, step] = refused;
    if (step === 'extractor') return { step, reason: 'too-large', params: {} };
    return { step, reason: 'invalid', params: { path: fieldOfError(stringAt(metadata, [error?.[0] ?? '']) ?? '') } };
  }
  const passed = [
    ...PROCESSED.filter(([name]) => isFlag(name, true)),
    ...REACHED.filter(([name]) => isFlag(name, true) || isFlag(name, false)),
  ].map(([, step]) => step);
  const last = pipelineSteps.findLast((step) => passed.includes(step));
  return last === undefined ? null : { step: last, reason: 'passed', params: {} };
}

/** What a pointer of the pipeline has beside names of fields: `/allOf/1/properties/edata/properties/uri`. */
const SCHEMA_STEP = /^(?:|\d+|allOf|anyOf|oneOf|properties|items)$/;

/** The fields of `validation failed. fieldname: "/allOf/1/properties/edata"`, or of the pointer alone. */
function fieldOfError(error: string): string {
  if (error.startsWith('Schema not found')) return 'eid';
  const [, pointer = ''] = /"?(\/[^"]*)"?\s*$/.exec(error) ?? [];
  return pointer
    .split('/')
    .filter((step) => !SCHEMA_STEP.test(step))
    .join('.');
}

/**
 * Whether the prediction is what the pipeline did.
 * An event that passed a job may end at a later one. A field agrees if it is among those that were predicted, or holds one.
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

/** `edata.visits.0.objid` as the pipeline names it: `edata.visits.objid`. */
function withoutIndexes(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '');
}
