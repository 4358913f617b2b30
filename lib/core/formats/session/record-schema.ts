import { type TelemetryRecord, TRANSPORTS } from '#core/journey/record';
import { cutSchema, frameRefSchema, type RecordShape, recordShape, sdkRefSchema } from '#core/journey/record-shape';
import type { Json } from '#core/json/json';
import type { StoredFinding } from '#core/report/stored-finding';
import type { FindingCode, RecordedRuleSetId } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { type MessageText, message } from '#core/util/message';
import { messageSchema } from '#core/util/message-schema';
import { z } from '#core/util/zod';

// Objects are loose: what a later version of the same format adds is carried along and not lost.

const json = z.custom<Json>((value) => value !== undefined).describe('Any JSON value.');
/** As far as dates go (ECMA-262). */
const at = z.number().min(-8.64e15).max(8.64e15).describe('Milliseconds since 1970 (UTC).');
const path = z.array(z.union([z.string(), z.number()]));

// Tables and not lists: a value that is added to the type must be added here, or this does not compile.
type Named<Name extends string> = { readonly [Each in Name]: Each };
const ruleSets: Named<RecordedRuleSetId> = {
  definition: 'definition',
  envelope: 'envelope',
  privacy: 'privacy',
  session: 'session',
};
const findingCodes: Named<FindingCode> = {
  missing: 'missing',
  'wrong-type': 'wrong-type',
  'not-in-list': 'not-in-list',
  'out-of-range': 'out-of-range',
  'unknown-field': 'unknown-field',
  'extra-argument': 'extra-argument',
  contradiction: 'contradiction',
  secret: 'secret',
};

const cuts = z.array(cutSchema).describe('Parts that could not be copied whole.');

const call = z.looseObject({
  id: z.string(),
  method: z.string(),
  args: z.array(json).describe('The arguments, copied before the SDK ran.'),
  cuts,
  at,
  batchSize: z.number().nullable(),
  hasDid: z.boolean().nullable(),
  said: z.array(z.looseObject({ level: z.string(), message: z.string() })),
  outcome: z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('running') }),
    z.looseObject({ status: z.literal('pending'), at }),
    z.looseObject({ status: z.literal('returned'), at }),
    z.looseObject({ status: z.literal('threw'), at, message: z.string() }),
  ]),
});

const event = z.looseObject({
  seenIn: z.enum(['page', 'request', 'file']),
  json: json.describe('The event as it travels.'),
  cuts,
  at,
  overtakenBy: z.number(),
});

const durationMs = z.number();
export const requestSchema = z.looseObject({
  id: z.string().describe('The same for all events that one request carried.'),
  via: z.enum(TRANSPORTS),
  url: z.string(),
  method: z.string(),
  at,
  end: z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('open') }),
    z.looseObject({ status: z.literal('answered'), http: z.number(), durationMs }),
    z.looseObject({
      status: z.literal('failed'),
      message: z.string().describe('What the browser said.'),
      problem: messageSchema.exactOptional().describe('What the panel knows of it, as a code with parameters.'),
      durationMs,
    }),
    z.looseObject({ status: z.literal('handed-over') }),
  ]),
  answer: z.string().nullable(),
  bodyBytes: z.number(),
  wrapper: z.record(z.string(), json).exactOptional().describe('The body without its events.'),
  batchSize: z.int().min(0).max(100_000),
  indexInBatch: z.int().nonnegative(),
  copies: z.int().min(1).max(100_000),
  carried: json.describe('The event as this request carried it, where that is another; else null.'),
});

const change = z.discriminatedUnion('type', [
  z.looseObject({ path, type: z.literal('dropped'), called: json }),
  z.looseObject({ path, type: z.literal('rewritten'), called: json, sent: json }),
  z.looseObject({ path, type: z.literal('added'), sent: json, fromRow: z.number().nullable() }),
]);

const params = z
  .object({ reason: z.string(), allowed: z.array(z.string()).readonly().exactOptional() })
  .catchall(json)
  .describe('Which sentence it is, and what stands in its places.');

const finding = z.looseObject({
  ruleSet: z.enum(ruleSets),
  severity: z.enum(['error', 'warning', 'info', 'notice']).describe('`notice` is what version 1 called `info`.'),
  code: z.enum(findingCodes),
  path,
  params: params.exactOptional(),
  message: z.string().exactOptional().describe('The sentence in English. Read only where there are no `params`.'),
  allowed: z.array(z.string()).exactOptional().describe('Version 1: the closed list, where there is one.'),
}) satisfies z.ZodType<StoredFinding>;

/** A record as files hold it. */
export type StoredRecord = Omit<TelemetryRecord, 'findings'> & { readonly findings: readonly StoredFinding[] };

/** One event with its journey, as a session's file holds it. */
export const recordSchema = z.looseObject({
  ...recordShape,
  row: recordShape.row.describe('Rows go up in the file; there may be gaps.'),
  kind: z.enum(eventKinds).nullable().describe('Null where it is none of the 17.'),
  name: recordShape.name.describe('The method or eid as it was seen.'),
  at,
  documentKey: recordShape.documentKey.describe('Tells one load of a frame from the next.'),
  call: call.nullable(),
  event: event.nullable(),
  requests: z.array(requestSchema).describe('Every request that carried it, first to last.'),
  omitted: recordShape.omitted.describe('How much of a row was not kept, as there was too much of it.'),
  changes: z.array(change).describe('What was called against what left.'),
  findings: z.array(finding),
} satisfies RecordShape) satisfies z.ZodType<StoredRecord>;

/** Whether it is one. The value itself is used and not zod's copy, which would put the fields into another order. */
export function isRecord(value: unknown): value is StoredRecord {
  return recordSchema.safeParse(value).success;
}

/** Why it is none. */
export function recordFault(value: unknown): MessageText {
  const parsed = recordSchema.safeParse(value);
  return parsed.success ? '' : firstIssue(parsed.error);
}

/** The first problem as `call.args: Invalid input: expected array, received string`. */
export function firstIssue(error: z.ZodError): MessageText {
  const [issue] = error.issues;
  if (!issue) return message('import.fault.notAsItShould');
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

export const frameSchema = frameRefSchema.extend({
  documentId: z.string(),
  title: z.string(),
  sdks: z.array(sdkRefSchema),
  evalBlocked: z.boolean().exactOptional(),
  missed: z.number().exactOptional(),
  unread: z.number().exactOptional(),
});

export const markSchema = z.looseObject({
  at,
  url: z.string(),
  afterRow: z.int().nonnegative().describe('The row after which the page was loaded.'),
  lostBefore: z.number().exactOptional(),
});
