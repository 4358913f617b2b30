import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { compilePattern } from '#core/patterns/compile-pattern';
import { parseFilterText } from '#core/query/filter-text';
import { patternProblem } from '#core/query/read-regex';
import { eventKinds } from '#core/telemetry/kinds';
import { type MessageText, message } from '#core/util/message';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

/** Format of a scenario and its file (`docs/file-formats.md`). */
export const SCENARIO_FORMAT = 'telemetry-v3-scenario';
export const SCENARIO_VERSION = 1;

/** Maximum number of steps in one scenario. */
export const MAX_STEPS = 500;

/** Maximum timeout of a step. */
export const MAX_WAIT_MS = 600_000;

/** Maximum length of a step's filter. */
export const MAX_STEP_FILTER_CHARACTERS = 2000;
/** Maximum length of a name. */
export const MAX_SCENARIO_NAME_CHARS = 200;

/** Timeout of a step without `within`. */
export const DEFAULT_TIMEOUT_MS = 10_000;

// zod would omit keys named `__proto__`, so it does not parse these values.
const json = z.custom<Json>((value) => value !== undefined);
const args = z.custom<JsonObject>(isJsonObject, { params: { problem: message('scenarios.fault.args') } });
const kind = z.enum(eventKinds);
const within = z.optional(z.int().check(z.minimum(1), z.maximum(MAX_WAIT_MS)));
const filter = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_STEP_FILTER_CHARACTERS),
  z.superRefine((text, context) => addProblem(filterProblem(text), context)),
);
const pattern = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.superRefine((source, context) => addProblem(regexProblem(source), context)),
);

/** The test of a field. */
const fieldTestSchema = z.union([
  z.strictObject({ equals: json }),
  z.strictObject({ matches: pattern }),
  z.strictObject({ present: z.boolean() }),
]);

export const stepSchema = z.discriminatedUnion('type', [
  /** Calls the page's SDK. `args` are by name, including `options`. */
  z.strictObject({ type: z.literal('fire'), kind, args }),
  /** Waits for an event that matches a filter. Skips earlier events. */
  z.strictObject({ type: z.literal('wait-for'), filter, within }),
  z.strictObject({ type: z.literal('wait'), ms: z.int().check(z.minimum(0), z.maximum(MAX_WAIT_MS)) }),
  /** Expects that the next event is of this kind. */
  z.strictObject({ type: z.literal('expect-kind'), kind, within }),
  /** Expects a field value in the event of the last step. Paths may lead through lists. */
  z.strictObject({
    type: z.literal('expect-field'),
    path: z.string().check(z.minLength(1), z.maxLength(500)),
    is: fieldTestSchema,
  }),
  z.strictObject({ type: z.literal('expect-no-invalid') }),
  /** Expects a number of matching events in this run. */
  z.strictObject({
    type: z.literal('expect-count'),
    filter,
    count: z.int().check(z.minimum(0)),
    compare: z.optional(z.enum(['exactly', 'at least', 'at most'])),
    within,
  }),
]);

/** A recorded call with the data for its replay. */
const recordedCallSchema = z.strictObject({
  kind,
  args,
  /** URL of the page, in the format of the list. */
  page: z.string().check(z.maxLength(2000)),
  /** Milliseconds since the previous call. */
  gapMs: z.int().check(z.minimum(0), z.maximum(MAX_WAIT_MS)),
});

/** A scenario as stored and exchanged: see docs/file-formats.md. */
export const scenarioSchema = z.strictObject({
  format: z.literal(SCENARIO_FORMAT),
  version: z.literal(SCENARIO_VERSION),
  name: z.string().check(z.minLength(1), z.maxLength(MAX_SCENARIO_NAME_CHARS)),
  note: z.optional(z.string().check(z.maxLength(2000))),
  steps: z.array(stepSchema).check(z.maxLength(MAX_STEPS)),
  recording: z.optional(z.array(recordedCallSchema).check(z.maxLength(MAX_STEPS))),
});

/** A scenario of version 1 (`docs/file-formats.md`). */
export type Scenario = z.infer<typeof scenarioSchema>;
/** A recorded call. */
export type RecordedCall = z.infer<typeof recordedCallSchema>;
/** One step of a scenario, discriminated by `type`. */
export type Step = z.infer<typeof stepSchema>;
/** A step's expectation of one field of an event. */
export type FieldTest = z.infer<typeof fieldTestSchema>;
/** Type of a step. */
export type StepType = Step['type'];

/** All types of steps, in the order of the menu. */
export const stepTypes: readonly StepType[] = [
  'fire',
  'wait-for',
  'wait',
  'expect-kind',
  'expect-field',
  'expect-no-invalid',
  'expect-count',
];

/** Creates a scenario of the current version. */
export function newScenario(name: string, steps: readonly Step[] = []): Scenario {
  return { format: SCENARIO_FORMAT, version: SCENARIO_VERSION, name, steps: [...steps] };
}

function addProblem(problem: MessageText | null, context: z.core.$RefinementCtx): void {
  if (problem !== null) context.addIssue({ code: 'custom', params: { problem } });
}

/** Returns the custom message of a step's error, or the message of zod. */
export function toStepProblem(issue: z.core.$ZodIssue): MessageText {
  const custom = issue.code === 'custom' ? messageTextSchema.safeParse(issue.params?.problem) : null;
  return custom?.success ? custom.data : issue.message;
}

function filterProblem(text: string): MessageText | null {
  const read = parseFilterText(text);
  return read.ok ? null : read.failure.message;
}

function regexProblem(source: string): MessageText | null {
  try {
    new RegExp(source, 'u');
  } catch {
    return message('scenarios.fault.pattern');
  }
  const compiled = compilePattern({ source, flags: 'u' });
  return compiled.ok ? null : patternProblem(source, compiled.failure);
}
