import type { Json, JsonObject, JsonPath } from '#core/json/json';
import type { RefusedBody } from '#core/telemetry/body/refused-body';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';
import type { FindingParams, FindingReason, Severity } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { Message } from '#core/util/message';

/** Milliseconds since 1970 (UTC), as `Date.now()` gives them; fractions where the browser knows them. */
export type EpochMilliseconds = number;

/** The frame in which something happened. `frameId` 0 is the tab's top frame. */
export interface FrameRef {
  readonly frameId: number;
  /** Address of the frame's own document; empty if only the request was seen. */
  readonly url: string;
}

/** The generations of SDKs that the hook distinguishes, by the members of their global object. */
export const GENERATIONS = ['1.x', '2.x', 'unknown'] as const;

/** The SDK through which a call was made. */
export interface SdkRef {
  /** The global through which the page reaches it: `$t`, `EkTelemetry`, … */
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
 * A part of an argument that could not be copied whole, and why.
 * The copy holds `null` or a shortened value there.
 */
export interface Truncation {
  readonly path: readonly (string | number)[];
  readonly reason: (typeof TRUNCATION_REASONS)[number];
}

/** How a call ended; `pending` where it gave a promise that is not settled yet, as 2.x `start` does. */
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
  /** Name of the function, as the browser gives it; empty where it has none. */
  readonly name: string;
  /** Address of the script, or of the document for a script in it. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** The DOM events by which a user acts on an element of a page. */
export const USER_ACTIONS = ['click', 'pointerdown', 'keydown', 'change', 'submit'] as const;

/** A user action in the page's document. It has no value of any field. */
export interface UserAction {
  readonly type: (typeof USER_ACTIONS)[number];
  readonly at: EpochMilliseconds;
  /** Tag name of the element. */
  readonly tag: string;
  /** Label or text of the element, shortened; empty for fields. */
  readonly text: string;
  /** CSS selector of the element, without its place among siblings. */
  readonly selector: string;
}

/** One call of a telemetry method, as the hook saw it; times are epoch milliseconds. */
export interface ObservedCall {
  readonly id: string;
  readonly method: string;
  /** Copied before the SDK ran: it writes into its arguments. */
  readonly args: readonly Json[];
  readonly truncations: readonly Truncation[];
  readonly at: EpochMilliseconds;
  /** After how many events the SDK sends, or null if its configuration could not be read. */
  readonly batchSize: number | null;
  /** Whether the SDK was configured with a device id; without one it waits for a fingerprint. */
  readonly hasDid: boolean | null;
  readonly consoleMessages: readonly ConsoleMessage[];
  readonly outcome: CallOutcome;
  /**
   * Whoever took the call may hand the event on where no hook sees it: a dispatcher of the page, or a wrapper that
   * returned a promise. Absent where the SDK itself emits the event.
   */
  readonly isForwarded?: true;
  /** The code that called, the innermost function first. Absent unless the user has asked for call stacks. */
  readonly stack?: readonly StackFrame[];
  /** The user's last action before the call, if it was recent. Absent unless the user has asked for user actions. */
  readonly action?: UserAction;
}

/** One event, as the page emitted it or a request carried it; times are epoch milliseconds. */
export interface ObservedEvent {
  /** Emitted in the page, known only from the batch that carried it, or read from a file of events without journeys. */
  readonly observedIn: 'page' | 'request' | 'file';
  readonly json: Json;
  readonly truncations: readonly Truncation[];
  readonly at: EpochMilliseconds;
  /** How many other events of the document were emitted between the call and this event; mostly 0. */
  readonly eventsEmittedBefore: number;
}

/** The ways by which a page itself sends a request that the hook sees. */
export const PAGE_TRANSPORTS = ['fetch', 'xhr', 'xhr-sync', 'beacon'] as const;
export const TRANSPORTS = [...PAGE_TRANSPORTS, 'unknown', 'extension'] as const;

/**
 * How the page sent a request.
 * `unknown` where only DevTools saw it; `extension` where the page had no part in it.
 */
export type Transport = (typeof TRANSPORTS)[number];

/** How a request ended, or that it has not. */
export type RequestEnd =
  /** Pending, or the page unloaded before the end was reported. */
  | { readonly status: 'open' }
  | { readonly status: 'responded'; readonly httpStatus: number; readonly durationMs: number }
  | {
      readonly status: 'failed';
      /** The browser's message. */
      readonly message: string;
      /** Our explanation of it. */
      readonly problem?: Message;
      readonly durationMs: number;
    }
  /** A beacon: the browser queued it, and reports no outcome to the page. */
  | { readonly status: 'queued' };

/** One request that carried an event; times are epoch milliseconds. */
export interface ObservedRequest {
  readonly id: string;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  readonly at: EpochMilliseconds;
  readonly end: RequestEnd;
  /** Text of the response, shortened to 64 KiB, or null if the browser did not keep it. */
  readonly responseText: string | null;
  readonly bodyBytes: number;
  /**
   * Fields of the body besides its events, such as id, ver, params and ets.
   * An empty list, or `null`, replaces the events. Absent where the fields were too large.
   */
  readonly bodyFields?: JsonObject;
  /** How the body held its events. Absent for `{"events": […]}`, as the SDKs write it. */
  readonly bodyShape?: BodyShape;
  readonly batchSize: number;
  /** This event's place in the batch, from 0. */
  readonly indexInBatch: number;
  /** How often this one batch contains the event. */
  readonly copies: number;
  /** The event in the batch if it differs from the emitted one; else null. */
  readonly carriedEvent: Json | null;
}

/** How much of a row was dropped: the middle of too many requests. */
export interface Omitted {
  readonly requests: number;
  /** How many of them were rejected or failed. */
  readonly retries: number;
  /** Number of the SDK's console messages during the call. */
  readonly messages: number;
}

/** A difference between what was called and what left, at a path of the event. */
export type Change = { readonly path: readonly (string | number)[] } & (
  | { readonly type: 'dropped'; readonly called: Json }
  | { readonly type: 'rewritten'; readonly called: Json; readonly sent: Json }
  /** By the SDK itself, or out of the `options` of an earlier call. */
  | { readonly type: 'added'; readonly sent: Json; readonly fromRow: number | null }
);

/** Where long values are that a record does not hold. */
export const LONG_VALUE_PLACES = ['stored', 'truncated'] as const;
/** See {@link LONG_VALUE_PLACES}. */
export type LongValuePlace = (typeof LONG_VALUE_PLACES)[number];

/** Sentences about an observed secret. */
export const SECRET_REASONS = [
  'secret',
  'secret-by-name',
  'secret-maybe',
  'secret-in-key',
] as const satisfies readonly FindingReason[];

/**
 * A token or a password that was masked before the record was made. No rule can find it afterwards.
 * The path is that of a finding: of a call it begins with the argument's name.
 */
export interface ObservedSecret {
  readonly foundIn: 'call' | 'event';
  readonly severity: Severity;
  readonly path: JsonPath;
  readonly params: FindingParams;
}

/**
 * Who sent a request to a collector of ours, by its connection and headers.
 * What they say is apart from what the event says.
 */
export interface RequestSender {
  /** Name of the run, by the path `/run/NAME/…`. Absent for requests of none. */
  readonly run?: string;
  /** IP address. */
  readonly address: string;
  /** Address or origin of the page; empty if no page sent it. */
  readonly page: string;
  readonly userAgent: string;
  /** The values that the telemetry service stamps on the events: of `x-device-id`, `x-channel-id` and `x-app-id`. */
  readonly stamped: { readonly did?: string; readonly channel?: string; readonly pid?: string };
}

/**
 * One event, however often and wherever it was seen: one row of the list.
 * It says what was observed; what rules say of it is in a `JudgedRecord` (`lib/core/stream`).
 * Immutable; a new observation makes a new record.
 */
export interface TelemetryRecord {
  /** 1, 2, 3… in the order of first observation; the record's identity. */
  readonly row: number;
  /** Null if it is no V3 kind. */
  readonly kind: EventKind | null;
  /** The method or eid as it was seen. */
  readonly name: string;
  readonly at: EpochMilliseconds;
  readonly frame: FrameRef;
  /** Tells one load of a frame from the next; empty if only DevTools saw the request. */
  readonly documentKey: string;
  readonly sdk: SdkRef | null;
  readonly firedBy: { readonly type: 'page' } | { readonly type: 'panel'; readonly requestId: string };
  readonly call: ObservedCall | null;
  readonly event: ObservedEvent | null;
  /** Every request that carried it, first to last: the first try, the retries, the doubles. */
  readonly requests: readonly ObservedRequest[];
  /** Absent if nothing was dropped. */
  readonly omitted?: Omitted;
  readonly changes: readonly Change[];
  /**
   * Where its shortened long values are: in the capture store, or nowhere.
   * Absent while they are in the record.
   */
  readonly longValues?: LongValuePlace;
  /** The page unloaded while the SDK still held it. */
  readonly lost: boolean;
  /** The page unloaded, and whether the event left before cannot be known: what the page sent could not be read. */
  readonly unobserved?: true;
  /** Why it counts as lost although no page reported that it unloads for good. Absent where one did. */
  readonly lossReason?: LossReason;
  /** The sender of its first request. Absent unless a collector of ours received it. */
  readonly sender?: RequestSender;
  /** Why a collector of ours refused the body whose text is its event. Absent for an event. */
  readonly refused?: RefusedBody;
  /** Secrets that are masked in it. Absent for none. */
  readonly secrets?: readonly ObservedSecret[];
}

/**
 * A record itself, not what a judge makes of it: to be stored, copied or compared by identity.
 * A `JudgedRecord` has the record in `observed`.
 */
export type ObservedRecord = TelemetryRecord & { readonly observed?: never };

/**
 * How a document went away that did not unload for good: it stayed longer in the back/forward cache than any page does, or
 * it ended without unloading, as in a crash of its renderer.
 */
export const LOSS_REASONS = ['cache-expired', 'ended'] as const;
/** One of {@link LOSS_REASONS}. */
export type LossReason = (typeof LOSS_REASONS)[number];

/** A page load of the tab's top frame, or another route of its page, shown between the rows. */
export interface NavigationMark {
  readonly at: EpochMilliseconds;
  readonly url: string;
  /** Row number that the mark follows; 0 before the first. */
  readonly afterRow: number;
  /** Whether the document stayed: a single-page app showed another route. Unset if unknown. */
  readonly isSameDocument?: boolean;
  /** How many events went away with the previous page; absent where that was not counted. */
  readonly lostBefore?: number;
}

/** Returns the kind as the list shows it: the eid, or the observed name if it is no V3 kind. */
export function kindLabel(record: Pick<TelemetryRecord, 'kind' | 'name'>): string {
  return record.kind ? record.kind.toUpperCase() : record.name;
}

/** The element that a user acted on, in a line: its selector, and its text after that. */
export function elementText({ selector, text }: UserAction): string {
  return text === '' ? selector : `${selector} ${text}`;
}

/** The event as it was sent last, or as the SDK emitted it; `undefined` if a call has emitted none. */
export function eventJson({ event, requests }: Pick<TelemetryRecord, 'event' | 'requests'>): Json | undefined {
  return requests.at(-1)?.carriedEvent ?? event?.json;
}

/** Finds the latest earlier record of the same kind, or of the same unknown name; `null` if none. */
export function findPreviousOfKind<Row extends TelemetryRecord>(
  wanted: TelemetryRecord,
  records: readonly Row[],
): Row | null {
  const label = kindLabel(wanted);
  return records.findLast((record) => record.row < wanted.row && kindLabel(record) === label) ?? null;
}
