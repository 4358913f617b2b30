import type { FrameRef, SdkRef } from './record';

/** A frame of the inspected tab that responds to the panel. */
export interface WatchedFrame extends FrameRef {
  /** Serialized origin, which is the text `null` if it is opaque. Unset if no relay has reported it. */
  readonly origin?: string | undefined;
  /** Origin of the server behind a proxy that receives the events. Unset without a proxy or forwarding. */
  readonly upstream?: string | undefined;
  /** The browser's ID of the document, which changes with every load. */
  readonly documentId: string;
  readonly title: string;
  /** SDKs that were found in the document so far. */
  readonly sdks: readonly SdkRef[];
  /** Whether its Content Security Policy has forbidden an `eval`, which the SDKs require. */
  readonly evalBlocked?: boolean;
  /** Whether it was loaded before it was observed, so earlier events are unknown. */
  readonly isLate?: boolean;
  /** Number of the oldest observations that its log dropped before the panel requested them. */
  readonly missedReports?: number;
  /** Number of unreadable observations. */
  readonly unreadableReports?: number;
}

/** An SDK that events can be fired through. */
export interface FiringTarget extends WatchedFrame {
  /** Number of the SDK in its document, which is its index in `sdks`. */
  readonly sdk: number;
}
