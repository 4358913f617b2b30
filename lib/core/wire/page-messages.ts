import type { CallOrigin } from '#core/journey/call-origin';
import type { DispatchContext } from '#core/journey/equal-events/dispatched-events';
import type { EpochMilliseconds, PAGE_TRANSPORTS, SdkRef, Truncation, UserAction } from '#core/journey/record';
import type { Json } from '#core/json/json';

/** Current URL of the page, which a single-page app changes; its first 2,000 characters. */
type PageUrl = string | undefined;

/** The observations of the hook. Bodies of requests are outside of the JSON. Values of the page have any type. */
interface Reports<Args, Event, Truncations, Request, Origin> {
  /** An SDK was found, or has a better name now. `sdk` numbers the SDKs of a document from 0. */
  sdk: { readonly sdk: number; readonly global: string; readonly generation: SdkRef['generation'] };
  /** The page (or, with `firedBy`, the panel) calls an SDK method. */
  called: {
    readonly callId: string;
    readonly method: string;
    readonly sdk: number;
    readonly firedBy: string | null;
    readonly batchSize: number | null;
    readonly hasDid: boolean | null;
    readonly hasDispatcher?: boolean | null;
    readonly args: Args;
    readonly truncations: Truncations;
    /** Absent unless the user has enabled the origin of calls. */
    readonly origin?: Origin | undefined;
    readonly pageUrl?: PageUrl;
  };
  /** The call returned. `settled` is false for a pending promise, which is reported again when it settles. */
  returned: { readonly callId: string; readonly settled: boolean };
  threw: { readonly callId: string; readonly message: string };
  /** The SDK wrote to the console during the call. */
  logged: { readonly callId: string; readonly level: string; readonly message: string };
  /** The SDK emitted an event. `callId` is set if it did so inside a call. */
  emitted: {
    readonly callId: string | null;
    readonly event: Event;
    readonly truncations: Truncations;
    readonly dispatch?: DispatchContext;
    /** Unset inside a call, because the call has the URL. */
    readonly pageUrl?: PageUrl;
  };
  /** The page sends a request with telemetry. */
  sending: {
    readonly requestId: string;
    readonly transport: (typeof PAGE_TRANSPORTS)[number];
    readonly method: string;
    /** `base64` for compressed bytes. */
    readonly encoding: 'text' | 'base64';
    /** The `Content-Encoding` header of compressed bytes. */
    readonly contentEncoding?: string | null | undefined;
    readonly pageUrl?: PageUrl;
  } & Request;
  ended: {
    readonly requestId: string;
    readonly end: 'responded' | 'failed' | 'queued';
    /** HTTP status of a response. */
    readonly status?: number | undefined;
    /** Set for a failure. */
    readonly message?: string | undefined;
  };
  /**
   * The page sends a request whose body can be read only later, or never.
   * `worker` reports no request: a shared worker received data that it may send, even after the page has unloaded.
   */
  unread: { readonly requestId: string; readonly by: 'page' | 'worker' };
  /** The body of an unread request was read, and has no telemetry. */
  read: { readonly requestId: string };
  /** A request of a test had a body that could not be read. */
  'unread-request': {
    readonly method: string;
    readonly url: string;
    /** Whether it was blocked, because its URL has received telemetry before. */
    readonly isStopped: boolean;
  };
  /** The page unloads: for good, or `persisted` in the back/forward cache with the queue of its SDK. */
  pagehide: { readonly persisted: boolean };
  /** The page of a test has unloaded, and sends no more reports. */
  unloaded: unknown;
  /** The page's Content Security Policy forbade an `eval`, which the SDKs require. */
  'eval-blocked': unknown;
  /** The panel sent a command to fire an event, but the document has no SDK. */
  'not-fired': { readonly requestId: string };
}

type Tagged<All> = {
  [Type in keyof All]: { readonly type: Type; readonly at: EpochMilliseconds } & All[Type];
}[keyof All];

/** The origin of a call, as the hook reports it. */
export type OriginReport = CallOrigin<string, ActionReport>;

/** An action of the user, as the hook reports it. */
export interface ActionReport {
  readonly type: UserAction['type'];
  readonly at: EpochMilliseconds;
  /** Tag name of the element. */
  readonly tag: string;
  /** The `id` attribute, or empty, as for `class`. */
  readonly id: string;
  /** The `id` of the element or its closest ancestor with an `id`. */
  readonly within: string;
  readonly class: string;
  /** Label or text of the element. */
  readonly text: string;
}

/** An observation in the form that the hook sends. The URL is unresolved, and `base` is its base URL. */
export type HookReport = Tagged<
  Reports<
    unknown,
    unknown,
    unknown,
    { readonly url: string; readonly base: string; readonly body?: never },
    OriginReport
  >
>;

/**
 * A parsed observation of the hook.
 * Its URL is resolved if it is valid.
 */
export type HookObservation = Tagged<
  Reports<readonly Json[], Json, readonly Truncation[], { readonly url: string; readonly body: string }, CallOrigin>
>;

/** A request of a test whose body could not be read. */
export type UnreadRequest = Pick<Extract<HookReport, { type: 'unread-request' }>, 'method' | 'url' | 'isStopped'>;

/** A command that the hook executes, sent by the panel or the relay. */
export type HookCommand =
  | {
      readonly type: 'fire';
      readonly requestId: string;
      /** Number of the SDK in the document. */
      readonly sdk: number;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'stop' };

/** One observation as the hook sent it, numbered from 1 within its document. */
export interface NumberedObservation {
  readonly seq: number;
  readonly text: string;
}

/** Report of a relay to the background while no panel is open. */
export interface UnwatchedLog {
  readonly documentKey: string;
  /** Whether it is the document of the top frame. The browser does not always report this for unloading frames. */
  readonly isTop: boolean;
  /** The number that the next observation will have. */
  readonly next: number;
  /** Number of the oldest observation that the relay has. Earlier ones are lost. */
  readonly heldFrom: number;
  readonly observations: readonly NumberedObservation[];
  /** Whether the page has unloaded for good. */
  readonly unloaded: boolean;
}

/** Message of a relay to the panel. */
export type FromRelay =
  | {
      readonly type: 'document';
      readonly documentKey: string;
      readonly url: string;
      readonly title: string;
      /** Serialized (HTML, section "Origin"): documents of `about:` and `blob:` URLs inherit that of their creator. */
      readonly origin?: string | undefined;
      /** Whether the page was loaded before it was observed. */
      readonly isLate?: boolean | undefined;
    }
  | {
      readonly type: 'log';
      /** Number of the oldest observations that were dropped before a panel requested them. */
      readonly dropped: number;
      readonly observations: readonly NumberedObservation[];
    };

/** Message of the panel to a relay. */
export type ToRelay =
  /** Requests the log from this number on, and all later observations. */
  | { readonly type: 'attach'; readonly from: number }
  /** JSON text for the hook. */
  | { readonly type: 'command'; readonly command: string }
  /** Makes the relay drop its observations, because the user has cleared the list. */
  | { readonly type: 'forget' };

/** Message of the panel and the background to all relays of a tab. */
export type ToAllRelays =
  | { readonly type: 'panel-opened' }
  /** For relays in sites that match these patterns. A tab may have frames of other sites. */
  | { readonly type: 'stop-watching'; readonly patterns: readonly string[] };

/** A connection from a relay to a panel: the used part of `runtime.Port`. */
export interface PanelPort {
  post(message: FromRelay): void;
  onMessage(receive: (message: unknown) => void): void;
  onDisconnect(gone: () => void): void;
  close(): void;
}
