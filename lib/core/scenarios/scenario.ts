import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { compilePattern } from '#core/patterns/compile-pattern';
import { readFilterText } from '#core/query/filter-text';
import { patternProblem } from '#core/query/read-regex';
import { eventKinds } from '#core/telemetry/kinds';
import { type MessageText, message } from '#core/util/message';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

/** Maximum steps of one scenario: a longer list is of no use to a reader. */
export const MAX_STEPS = 500;

/** Longest that one step waits, in milliseconds. */
export const MAX_WAIT_MS = 600_000;

/** How long a step waits where it does not say, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000;

// Both stay unparsed: zod omits keys named `__proto__`.
const json = z.custom<Json>((value) => value !== undefined);
const args = z.custom<JsonObject>(isJsonObject, { params: { fault: message('scenarios.fault.args') } });
const kind = z.enum(eventKinds);
const within = z.optional(z.int().check(z.minimum(1), z.maximum(MAX_WAIT_MS)));
const filter = z.string().check(
  z.minLength(1),
  z.maxLength(2000),
  z.superRefine((text, context) => addFault(filterProblem(text), context)),
);
const pattern = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.superRefine((source, context) => addFault(regexProblem(source), context)),
);

/** The test of a field. */
const fieldTestSchema = z.union([
  z.strictObject({ equals: json }),
  z.strictObject({ matches: pattern }),
  z.strictObject({ present: z.boolean() }),
]);

export const stepSchema = z.discriminatedUnion('type', [
  /** Calls the page's SDK; arguments by name, `options` beside them. */
  z.strictObject({ type: z.literal('fire'), kind, args }),
  /** Until an event matches, in the filter's language. Events before it are passed over. */
  z.strictObject({ type: z.literal('wait-for'), filter, within }),
  z.strictObject({ type: z.literal('wait'), ms: z.int().check(z.minimum(0), z.maximum(MAX_WAIT_MS)) }),
  /** The very next event is of this kind. */
  z.strictObject({ type: z.literal('expect-kind'), kind, within }),
  /** A field of the event of the last step; lists are looked into. */
  z.strictObject({
    type: z.literal('expect-field'),
    path: z.string().check(z.minLength(1), z.maxLength(500)),
    is: fieldTestSchema,
  }),
  z.strictObject({ type: z.literal('expect-no-invalid') }),
  /** How many events of this run match. */
  z.strictObject({
    type: z.literal('expect-count'),
    filter,
    count: z.int().check(z.minimum(0)),
    compare: z.optional(z.enum(['exactly', 'at least', 'at most'])),
    within,
  }),
]);

/** A call of a recording, with what Replay needs to make it again. */
const recordedCallSchema = z.strictObject({
  kind,
  args,
  /** URL of the page that made it, as the list formats it. */
  page: z.string().check(z.maxLength(2000)),
  /** Milliseconds since the call before it. */
  gapMs: z.int().check(z.minimum(0), z.maximum(MAX_WAIT_MS)),
});

/** A scenario as stored and exchanged: see docs/file-formats.md. */
export const scenarioSchema = z.strictObject({
  format: z.literal('telemetry-v3-scenario'),
  version: z.literal(1),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  note: z.optional(z.string().check(z.maxLength(2000))),
  steps: z.array(stepSchema).check(z.maxLength(MAX_STEPS)),
  recording: z.optional(z.array(recordedCallSchema).check(z.maxLength(MAX_STEPS))),
});

/** A scenario of version 1 (`docs/file-formats.md`). */
export type Scenario = z.infer<typeof scenarioSchema>;
/** A call of a recording. */
export type RecordedCall = z.infer<typeof recordedCallSchema>;
/** One step of a scenario; `do` says which. */
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
  return { format: 'telemetry-v3-scenario', version: 1, name, steps: [...steps] };
}

function addFault(fault: MessageText | null, context: z.core.$RefinementCtx): void {
  if (fault !== null) context.addIssue({ code: 'custom', params: { fault } });
}

/** Returns the fault of a step: our message, or zod's. */
export function toStepFault(issue: z.core.$ZodIssue): MessageText {
  const ours = issue.code === 'custom' ? messageTextSchema.safeParse(issue.params?.fault) : null;
  return ours?.success ? ours.data : issue.message;
}

function filterProblem(text: string): MessageText | null {
  const read = readFilterText(text);
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
