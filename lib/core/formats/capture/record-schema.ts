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

const truncations = describeField(z.array(truncationSchema), 'Values that were truncated or could not be serialized.');

const call = z.looseObject({
  id: z.string(),
  method: z.string(),
  args: describeField(z.array(json), 'Arguments of the call, copied before the SDK ran.'),
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
    'Call stack, innermost function first.',
  ),
  action: describeField(
    z.exactOptional(
      z.looseObject({
        type: z.enum(USER_ACTIONS),
        at,
        tag: z.string(),
        text: describeField(z.string(), 'Label or text of the element. Empty for form fields.'),
        selector: z.string(),
      }),
    ),
    'The last user action shortly before the call.',
  ),
});

const event = z.looseObject({
  observedIn: z.enum(['page', 'request', 'file']),
  json: describeField(json, 'The event in wire format.'),
  truncations,
  at,
  receivedAt: describeField(z.exactOptional(at), 'When a pipeline received the batch of an event of a file.'),
  eventsEmittedBefore: z.number(),
});

const bodyShape = z.looseObject({
  path: describeField(z.array(z.string()).check(z.maxLength(2)), 'Path of the events in the JSON. Empty for the root.'),
  content: z.enum(['list', 'event']),
  form: describeField(
    z.exactOptional(
      z.looseObject({
        type: z.enum(['urlencoded', 'multipart']),
        field: z.string(),
        hasOtherFields: describeField(z.boolean(), 'Whether the form has other fields.'),
      }),
    ),
    'The form field whose value is the JSON.',
  ),
});

const durationMs = z.number();
export const requestSchema = z.looseObject({
  id: describeField(z.string(), 'ID of the request. All events of a request have the same one.'),
  transport: z.enum(TRANSPORTS),
  url: z.string(),
  method: z.string(),
  at,
  end: z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('open') }),
    z.looseObject({ status: z.literal('responded'), httpStatus: z.number(), durationMs }),
    z.looseObject({
      status: z.literal('failed'),
      message: describeField(z.string(), 'Error message of the browser.'),
      problem: describeField(z.exactOptional(messageSchema), 'Cause of the failure, as a code with parameters.'),
      durationMs,
    }),
    z.looseObject({ status: z.literal('queued') }),
  ]),
  responseText: z.nullable(z.string()),
  bodyBytes: z.number(),
  bodyFields: describeField(z.exactOptional(z.record(z.string(), json)), 'Fields of the body other than the events.'),
  bodyShape: describeField(
    z.exactOptional(bodyShape),
    'Structure of the body. Omitted for `{"events": […]}`, the format of the SDKs.',
  ),
  batchSize: z.int().check(z.minimum(0), z.maximum(100_000)),
  indexInBatch: z.int().check(z.nonnegative()),
  copies: z.int().check(z.minimum(1), z.maximum(100_000)),
  carriedEvent: describeField(json, 'The event in this request if it differs from `event.json`, otherwise `null`.'),
});

const change = z.discriminatedUnion('type', [
  z.looseObject({ path, type: z.literal('dropped'), called: json }),
  z.looseObject({ path, type: z.literal('rewritten'), called: json, sent: json }),
  z.looseObject({ path, type: z.literal('added'), sent: json, fromRow: z.nullable(z.number()) }),
]);

const secretParams = z.looseObject({ reason: z.enum(SECRET_REASONS) });
const params = describeField(
  z.custom<FindingParams>((value) => secretParams.safeParse(value).success),
  'Reason code of the message, and the values of its placeholders.',
);

/** A secret that was redacted in a value of the record. */
export const secretSchema = z.looseObject({
  foundIn: z.enum(['call', 'event']),
  severity: z.enum(SEVERITIES),
  path,
  params,
}) satisfies z.ZodMiniType<ObservedSecret>;

/** Limit of a row number. Lists allocate arrays up to the greatest row, which one record could make of any size. */
const MAX_ROW = 10_000_000;

/** The schema of a record in a capture file: an event with its journey. */
export const recordSchema = z.looseObject({
  ...recordShape,
  row: describeField(
    recordShape.row.check(z.maximum(MAX_ROW)),
    'Row number. Ascending in the file, possibly with gaps.',
  ),
  kind: describeField(z.nullable(z.enum(eventKinds)), "`null` if it isn't a V3 kind."),
  name: describeField(recordShape.name, 'Method of the call or `eid` of the event, unchanged.'),
  at,
  documentKey: describeField(recordShape.documentKey, 'ID of the document: each load of a frame has a new one.'),
  call: z.nullable(call),
  event: z.nullable(event),
  requests: describeField(z.array(requestSchema), 'All requests that contained the event, oldest first.'),
  omitted: describeField(recordShape.omitted, 'Number of items dropped from the row because of limits.'),
  longValues: describeField(
    recordShape.longValues,
    'Present if long values of the row were truncated to save memory. `truncations` lists them.',
  ),
  sender: describeField(recordShape.sender, 'Sender of the first request, if `telemetry-v3 serve` received it.'),
  rejected: describeField(
    recordShape.rejected,
    'Why `telemetry-v3 serve` rejected the body whose text stands in `event.json`. Absent for an event.',
  ),
  changes: describeField(z.array(change), 'Differences between the call and the sent data.'),
  secrets: describeField(z.exactOptional(z.array(secretSchema)), 'Tokens and passwords that were redacted in the row.'),
} satisfies RecordShape) satisfies z.ZodMiniType<TelemetryRecord>;

/**
 * Whether a value is a record.
 * A type guard keeps the order of the fields; zod's parsed copy would change it.
 */
export function isRecord(value: unknown): value is TelemetryRecord {
  return recordSchema.safeParse(value).success;
}

/** Returns why a value isn't a record, or an empty text if it is a record. */
export function findRecordFault(value: unknown): MessageText {
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

export const navigationSchema = z.looseObject({
  at,
  url: z.string(),
  afterRow: describeField(z.int().check(z.nonnegative()), 'The last row before the page load.'),
  isSameDocument: z.exactOptional(
    describeField(z.boolean(), 'Whether a single-page app changed its route without a new document.'),
  ),
  lostBefore: z.exactOptional(z.number()),
});
