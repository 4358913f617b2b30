import type { Json, JsonObject, JsonPath } from '#core/json/json';
import type { RejectedBody } from '#core/telemetry/body/rejected-body';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';
import type { FindingParams, FindingReason, Severity } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { Message } from '#core/util/message';

/** Milliseconds since 1970 (UTC), as `Date.now()` returns them. May have a fraction. */
export type EpochMilliseconds = number;

/** The frame in which something happened. `frameId` 0 is the tab's top frame. */
export interface FrameRef {
  readonly frameId: number;
  /** URL of the frame's document. Empty if only the request was observed. */
  readonly url: string;
}

/** The generations of SDKs that the hook distinguishes, by the members of their global object. */
export const GENERATIONS = ['1.x', '2.x', 'unknown'] as const;

/** The SDK through which a call was made. */
export interface SdkRef {
  /** Name of the SDK's global variable: `$t`, `EkTelemetry`, … */
  readonly global: string;
  readonly generation: (typeof GENERATIONS)[number];
}

/** Why a part of an argument or event was omitted from its copy. */
export const TRUNCATION_REASONS = [
  'undefined',
  'function',
  'symbol',
  'bigint',
  'not-a-number',
  'getter',
  'cycle',
  'too-deep',
  'too-long',
  'too-many',
  'memory-limit',
  'not-plain',
  'unreadable',
] as const;

/**
 * A part of an argument that could not be copied completely, and the reason.
 * The copy has `null` or a truncated value at this path.
 */
export interface Truncation {
  readonly path: readonly (string | number)[];
  readonly reason: (typeof TRUNCATION_REASONS)[number];
}

/** How a call ended. `pending` means that it returned a pending promise, as `start` of SDK 2.x does. */
export type CallOutcome =
  | { readonly status: 'running' }
  | { readonly status: 'pending'; readonly at: EpochMilliseconds }
  | { readonly status: 'returned'; readonly at: EpochMilliseconds }
  | { readonly status: 'threw'; readonly at: EpochMilliseconds; readonly message: string };

/** A message of the SDK on the console during a call. */
export interface ConsoleMessage {
  readonly level: string;
  readonly message: string;
}

/** A position in the page's code on the call stack. Lines and columns count from 1. */
export interface StackFrame {
  /** Name of the function, or empty if the browser reports none. */
  readonly name: string;
  /** URL of the script, or of the document for an inline script. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** The DOM events by which a user acts on an element of a page. */
export const USER_ACTIONS = ['click', 'pointerdown', 'keydown', 'change', 'submit'] as const;

/** A user action in the page's document. It never contains the value of a form field. */
export interface UserAction {
  readonly type: (typeof USER_ACTIONS)[number];
  readonly at: EpochMilliseconds;
  /** Tag name of the element. */
  readonly tag: string;
  /** Label or text of the element, truncated. Empty for form fields. */
  readonly text: string;
  /** CSS selector of the element, without its position among siblings. */
  readonly selector: string;
}

/** One call of a telemetry method, as the hook observed it. */
export interface ObservedCall {
  readonly id: string;
  readonly method: string;
  /** Copied before the SDK ran, because it modifies its arguments. */
  readonly args: readonly Json[];
  readonly truncations: readonly Truncation[];
  readonly at: EpochMilliseconds;
  /** Number of events after which the SDK sends a batch, or null if its configuration could not be read. */
  readonly batchSize: number | null;
  /** Whether the SDK was configured with a device ID. Without one, it waits for a fingerprint. */
  readonly hasDid: boolean | null;
  readonly consoleMessages: readonly ConsoleMessage[];
  readonly outcome: CallOutcome;
  /**
   * Set if a custom dispatcher, or a wrapper that returned a promise, may forward the event out of the hook's sight.
   * Absent if the SDK itself emits the event.
   */
  readonly isForwarded?: true;
  /** The call stack, the innermost function first. Absent unless the user has enabled call stacks. */
  readonly stack?: readonly StackFrame[];
  /** The user's last action before the call, if it was recent. Absent unless the user has enabled user actions. */
  readonly action?: UserAction;
}

/** One event, as the page emitted it or as a request contained it. */
export interface ObservedEvent {
  /** Emitted in the page, known only from a batch, or read from a file of events without journeys. */
  readonly observedIn: 'page' | 'request' | 'file';
  readonly json: Json;
  readonly truncations: readonly Truncation[];
  readonly at: EpochMilliseconds;
  /**
   * Of an event of a file: when a pipeline received its batch.
   * Absent if unknown, or if the event has `syncts` itself.
   */
  readonly receivedAt?: EpochMilliseconds;
  /** Number of other events of the document that were emitted between the call and this event; usually 0. */
  readonly eventsEmittedBefore: number;
}

/** Transports of a page's requests that the hook observes. */
export const PAGE_TRANSPORTS = ['fetch', 'xhr', 'xhr-sync', 'beacon'] as const;
export const TRANSPORTS = [...PAGE_TRANSPORTS, 'unknown', 'extension'] as const;

/**
 * The transport of a request.
 * `unknown` if only DevTools observed it, `extension` if the extension sent it.
 */
export type Transport = (typeof TRANSPORTS)[number];

/** The end of a request, or `open` if it has not ended. */
export type RequestEnd =
  /** Pending, or the page unloaded before the end was reported. */
  | { readonly status: 'open' }
  | { readonly status: 'responded'; readonly httpStatus: number; readonly durationMs: number }
  | {
      readonly status: 'failed';
      /** The browser's message. */
      readonly message: string;
      /** The explanation of the browser's message. */
      readonly problem?: Message;
      readonly durationMs: number;
    }
  /** A beacon: the browser queued it, and reports no outcome to the page. */
  | { readonly status: 'queued' };

/** One request that contained an event. */
export interface ObservedRequest {
  readonly id: string;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  readonly at: EpochMilliseconds;
  readonly end: RequestEnd;
  /** Text of the response, truncated to 64 KiB, or null if the browser did not store it. */
  readonly responseText: string | null;
  readonly bodyBytes: number;
  /**
   * Fields of the body besides its events, such as id, ver, params and ets.
   * An empty list, or `null`, replaces the events. Absent if the fields were too large.
   */
  readonly bodyFields?: JsonObject;
  /** Location of the events in the body. Absent for `{"events": […]}`, the format of the SDKs. */
  readonly bodyShape?: BodyShape;
  readonly batchSize: number;
  /** Index of this event in the batch. */
  readonly indexInBatch: number;
  /** Number of times that the batch contains the event. */
  readonly copies: number;
  /** The event in the batch if it differs from the emitted event; else null. */
  readonly carriedEvent: Json | null;
}

/** Numbers of dropped parts of a row, such as requests in the middle of too many. */
export interface Omitted {
  readonly requests: number;
  /** Number of the dropped requests that were rejected or failed. */
  readonly retries: number;
  /** Number of dropped console messages of the call. */
  readonly messages: number;
}

/** A difference between the call and the sent event, at a path of the event. */
export type Change = { readonly path: readonly (string | number)[] } & (
  | { readonly type: 'dropped'; readonly called: Json }
  | { readonly type: 'rewritten'; readonly called: Json; readonly sent: Json }
  /** Added by the SDK itself, or from the `options` of the earlier call in row `fromRow`. */
  | { readonly type: 'added'; readonly sent: Json; readonly fromRow: number | null }
);

/** Locations of the long values of a record that were truncated. */
export const LONG_VALUE_LOCATIONS = ['stored', 'truncated'] as const;
/** See {@link LONG_VALUE_LOCATIONS}. */
export type LongValueLocation = (typeof LONG_VALUE_LOCATIONS)[number];

/** Reasons of findings about an observed secret. */
export const SECRET_REASONS = [
  'secret',
  'secret-by-name',
  'secret-maybe',
  'secret-in-key',
] as const satisfies readonly FindingReason[];

/**
 * A token or a password that was redacted before the record was created.
 * No rule can find it later.
 * The path is that of a finding: for a call, it begins with the argument's name.
 */
export interface ObservedSecret {
  readonly foundIn: 'call' | 'event';
  readonly severity: Severity;
  readonly path: JsonPath;
  readonly params: FindingParams;
}

/**
 * The sender of a request to the built-in collector, by its connection and headers.
 * It is independent of the content of the event.
 */
export interface RequestSender {
  /** Name of the run, from the path `/run/NAME/…`. Absent if there is none. */
  readonly run?: string;
  /** IP address. */
  readonly address: string;
  /** URL or origin of the page. Empty if no page sent the request. */
  readonly page: string;
  readonly userAgent: string;
  /** Headers that the telemetry service copies into events: `x-device-id`, `x-channel-id` and `x-app-id`. */
  readonly stamped: { readonly did?: string; readonly channel?: string; readonly pid?: string };
}

/**
 * All observations of one event: one row of the list.
 * Verdict and findings are in a `JudgedRecord` (`lib/core/stream`).
 * Immutable: a new observation creates a new record.
 */
export interface TelemetryRecord {
  /** Number of the record, from 1 in the order of first observation. Identifies the record. */
  readonly row: number;
  /** Null if it isn't a V3 kind. */
  readonly kind: EventKind | null;
  /** The observed method or `eid`. */
  readonly name: string;
  readonly at: EpochMilliseconds;
  readonly frame: FrameRef;
  /** Identifies one load of a frame. Empty if only DevTools observed the request. */
  readonly documentKey: string;
  readonly sdk: SdkRef | null;
  readonly firedBy: { readonly type: 'page' } | { readonly type: 'panel'; readonly requestId: string };
  readonly call: ObservedCall | null;
  readonly event: ObservedEvent | null;
  /** All requests with the event, oldest first: the first attempt, retries, duplicates. */
  readonly requests: readonly ObservedRequest[];
  /** Absent if nothing was dropped. */
  readonly omitted?: Omitted;
  readonly changes: readonly Change[];
  /**
   * Location of the truncated long values: in the capture store, or nowhere.
   * Absent while the record itself has them.
   */
  readonly longValues?: LongValueLocation;
  /** Whether the page unloaded before the SDK sent the event. */
  readonly lost: boolean;
  /** Set if the page unloaded, and the event may have been sent before in an unreadable request. */
  readonly unobserved?: true;
  /** Why the event counts as lost although its page has not reported a final unload. Absent if it has. */
  readonly lossReason?: LossReason;
  /** The sender of the first request. Absent unless the built-in collector received the event. */
  readonly sender?: RequestSender;
  /** Why the built-in collector rejected a body. The text of the body is then in place of the event. */
  readonly rejected?: RejectedBody;
  /** Secrets that were redacted. Absent for none. */
  readonly secrets?: readonly ObservedSecret[];
}

/**
 * A record without a verdict, to be stored, copied or compared by identity.
 * The type excludes a `JudgedRecord`, which has the record in `observed`.
 */
export type ObservedRecord = TelemetryRecord & { readonly observed?: never };

/**
 * Why a document counts as ended without a final unload.
 * It was in the back/forward cache for too long, or its port closed without an unload, as in a crash of its renderer.
 */
export const LOSS_REASONS = ['cache-expired', 'ended'] as const;
/** One of {@link LOSS_REASONS}. */
export type LossReason = (typeof LOSS_REASONS)[number];

/** A navigation of the tab's top frame, also to another route of one document, shown between the rows. */
export interface Navigation {
  readonly at: EpochMilliseconds;
  readonly url: string;
  /** Row number that the navigation follows; 0 before the first. */
  readonly afterRow: number;
  /** Whether a single-page app changed its route in the same document. Unset if unknown. */
  readonly isSameDocument?: boolean;
  /** Number of events that were lost with the previous page. Absent if it was not counted. */
  readonly lostBefore?: number;
}

/** Returns the kind as the list shows it: the eid, or the observed name if it isn't a V3 kind. */
export function kindLabel(record: Pick<TelemetryRecord, 'kind' | 'name'>): string {
  return record.kind ? record.kind.toUpperCase() : record.name;
}

/** Returns the element of a user action in one line: its selector and its text. */
export function elementText({ selector, text }: UserAction): string {
  return text === '' ? selector : `${selector} ${text}`;
}

/** Returns the event as it was sent last, or else as the SDK emitted it; `undefined` if there is none. */
export function eventJson({ event, requests }: Pick<TelemetryRecord, 'event' | 'requests'>): Json | undefined {
  return requests.at(-1)?.carriedEvent ?? event?.json;
}

/** Finds the latest earlier record of the same kind, or of the same unknown name; `null` if none. */
export function findPreviousOfKind<Row extends TelemetryRecord>(
  target: TelemetryRecord,
  records: readonly Row[],
): Row | null {
  const label = kindLabel(target);
  return records.findLast((record) => record.row < target.row && kindLabel(record) === label) ?? null;
}
