import {
  type ObservedSecret,
  SECRET_REASONS,
  type TelemetryRecord,
  TRANSPORTS,
  USER_ACTIONS,
} from '#core/journey/record';
import {
  frameRefSchema,
  type RecordShape,
  recordShape,
  sdkRefSchema,
  truncationSchema,
} from '#core/journey/record-shape';
import type { Json } from '#core/json/json';
import { type FindingParams, SEVERITIES } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { describeField } from '#core/util/describe-schema';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { ISSUE_SENTENCES } from '#core/util/issue-sentences';
import { type MessageText, message } from '#core/util/message';
import { messageSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

// Objects are loose, so that fields of a later minor version survive.

const json = describeField(
  z.custom<Json>((value) => value !== undefined),
  'Any JSON value.',
);
/** Epoch milliseconds within the range of `Date` (ECMA-262). */
const at = describeField(
  z.number().check(z.minimum(-MAX_EPOCH_MS), z.maximum(MAX_EPOCH_MS)),
  'Milliseconds since 1970 (UTC).',
);
const path = z.array(z.union([z.string(), z.number()]));

const truncations = describeField(z.array(truncationSchema), 'Parts that could not be copied whole.');

const call = z.looseObject({
  id: z.string(),
  method: z.string(),
  args: describeField(z.array(json), 'The arguments, copied before the SDK ran.'),
  truncations,
  at,
  batchSize: z.nullable(z.number()),
  hasDid: z.nullable(z.boolean()),
  isForwarded: z.exactOptional(z.literal(true)),
  consoleMessages: z.array(z.looseObject({ level: z.string(), message: z.string() })),
  outcome: z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('running') }),
    z.looseObject({ status: z.literal('pending'), at }),
    z.looseObject({ status: z.literal('returned'), at }),
    z.looseObject({ status: z.literal('threw'), at, message: z.string() }),
  ]),
  stack: describeField(
    z.exactOptional(z.array(z.looseObject({ name: z.string(), url: z.string(), line: z.int(), column: z.int() }))),
    'The code that called, the innermost function first.',
  ),
  action: describeField(
    z.exactOptional(
      z.looseObject({
        type: z.enum(USER_ACTIONS),
        at,
        tag: z.string(),
        text: describeField(z.string(), 'Label or text of the element; empty for fields.'),
        selector: z.string(),
      }),
    ),
    'What the user did last, shortly before.',
  ),
});

const event = z.looseObject({
  observedIn: z.enum(['page', 'request', 'file']),
  json: describeField(json, 'The event on the wire.'),
  truncations,
  at,
  eventsEmittedBefore: z.number(),
});

const bodyShape = z.looseObject({
  path: describeField(z.array(z.string()).check(z.maxLength(2)), 'Where they stand in the JSON.'),
  content: z.enum(['list', 'event']),
  form: describeField(
    z.exactOptional(
      z.looseObject({
        type: z.enum(['urlencoded', 'multipart']),
        field: z.string(),
        hasOtherFields: describeField(z.boolean(), 'Whether the form had other fields, too.'),
      }),
    ),
    'The form field whose value is the JSON.',
  ),
});

const durationMs = z.number();
export const requestSchema = z.looseObject({
  id: describeField(z.string(), 'The same for all events that one request carried.'),
  transport: z.enum(TRANSPORTS),
  url: z.string(),
  method: z.string(),
  at,
  end: z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('open') }),
    z.looseObject({ status: z.literal('responded'), httpStatus: z.number(), durationMs }),
    z.looseObject({
      status: z.literal('failed'),
      message: describeField(z.string(), 'What the browser said.'),
      problem: describeField(z.exactOptional(messageSchema), 'What the panel knows of it, as a code with parameters.'),
      durationMs,
    }),
    z.looseObject({ status: z.literal('queued') }),
  ]),
  responseText: z.nullable(z.string()),
  bodyBytes: z.number(),
  bodyFields: describeField(z.exactOptional(z.record(z.string(), json)), 'The body without its events.'),
  bodyShape: describeField(
    z.exactOptional(bodyShape),
    'How the body holds its events. Omitted for `{"events": […]}`, as the SDKs write it.',
  ),
  batchSize: z.int().check(z.minimum(0), z.maximum(100_000)),
  indexInBatch: z.int().check(z.nonnegative()),
  copies: z.int().check(z.minimum(1), z.maximum(100_000)),
  carriedEvent: describeField(json, 'The event as this request carried it, where that is another; else null.'),
});

const change = z.discriminatedUnion('type', [
  z.looseObject({ path, type: z.literal('dropped'), called: json }),
  z.looseObject({ path, type: z.literal('rewritten'), called: json, sent: json }),
  z.looseObject({ path, type: z.literal('added'), sent: json, fromRow: z.nullable(z.number()) }),
]);

const secretParams = z.looseObject({ reason: z.enum(SECRET_REASONS) });
const params = describeField(
  z.custom<FindingParams>((value) => secretParams.safeParse(value).success),
  'The reason of the sentence, and the values of its placeholders.',
);

const secret = z.looseObject({
  foundIn: z.enum(['call', 'event']),
  severity: z.enum(SEVERITIES),
  path,
  params,
}) satisfies z.ZodMiniType<ObservedSecret>;

/** Limit of a row. Lists have typed arrays by row, which a file of one record could make of any size. */
const MAX_ROW = 10_000_000;

/** The schema of a record in a capture file: an event with its journey. */
export const recordSchema = z.looseObject({
  ...recordShape,
  row: describeField(recordShape.row.check(z.maximum(MAX_ROW)), 'Rows go up in the file; there may be gaps.'),
  kind: describeField(z.nullable(z.enum(eventKinds)), 'Null where it is not a V3 kind.'),
  name: describeField(recordShape.name, 'The method or eid as it was seen.'),
  at,
  documentKey: describeField(recordShape.documentKey, 'Tells one load of a frame from the next.'),
  call: z.nullable(call),
  event: z.nullable(event),
  requests: describeField(z.array(requestSchema), 'Every request that carried it, first to last.'),
  omitted: describeField(recordShape.omitted, 'How much of a row was not kept, as there was too much of it.'),
  longValues: describeField(
    recordShape.longValues,
    'Long values of the row were shortened to save memory; `truncations` says where.',
  ),
  sender: describeField(recordShape.sender, 'Who sent the first request, where `telemetry-v3 serve` received it.'),
  refused: describeField(
    recordShape.refused,
    'Why `telemetry-v3 serve` refused the body whose text stands in `event.json`. Absent for an event.',
  ),
  changes: describeField(z.array(change), 'What was called against what left.'),
  secrets: describeField(z.exactOptional(z.array(secret)), 'Tokens and passwords that are redacted in the row.'),
} satisfies RecordShape) satisfies z.ZodMiniType<TelemetryRecord>;

/**
 * Whether a value is a record.
 * A type guard keeps the order of the fields; zod's parsed copy would change it.
 */
export function isRecord(value: unknown): value is TelemetryRecord {
  return recordSchema.safeParse(value).success;
}

/** Returns why a value isn't a record. */
export function recordFaultOf(value: unknown): MessageText {
  const parsed = recordSchema.safeParse(value, ISSUE_SENTENCES);
  return parsed.success ? '' : firstIssue(parsed.error);
}

/** Returns the first issue as `call.args: Invalid input: expected array, received string`. */
export function firstIssue(error: z.core.$ZodError): MessageText {
  const [issue] = error.issues;
  if (!issue) return message('import.fault.invalid');
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

export const frameSchema = z.extend(frameRefSchema, {
  documentId: z.string(),
  title: z.string(),
  sdks: z.array(sdkRefSchema),
  evalBlocked: z.exactOptional(z.boolean()),
  missedReports: z.exactOptional(z.number()),
  unreadableReports: z.exactOptional(z.number()),
});

export const markSchema = z.looseObject({
  at,
  url: z.string(),
  afterRow: describeField(z.int().check(z.nonnegative()), 'The row after which the page was loaded.'),
  isSameDocument: z.exactOptional(
    describeField(z.boolean(), 'Whether the document stayed, and a single-page app showed another route.'),
  ),
  lostBefore: z.exactOptional(z.number()),
});
