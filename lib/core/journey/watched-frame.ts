import type { FrameRef, SdkRef } from './record';

/** A frame of the inspected tab that responds to the panel. */
export interface WatchedFrame extends FrameRef {
  /** Its serialized origin: the text `null` for an opaque one. Unset if no relay has reported it. */
  readonly origin?: string | undefined;
  /** Origin of the server that its events reach behind a proxy; unset without a proxy, or if they stay there. */
  readonly upstream?: string | undefined;
  /** The browser's id of this very document, new with every load. */
  readonly documentId: string;
  readonly title: string;
  /** The SDKs found in it; empty if it has none (yet). */
  readonly sdks: readonly SdkRef[];
  /** Whether its Content Security Policy has forbidden an eval: no SDK comes up without. */
  readonly evalBlocked?: boolean;
  /** Whether it was loaded before it was watched: earlier events are unknown. */
  readonly isLate?: boolean;
  /** How many of the oldest observations its log dropped before the panel asked. */
  readonly missedReports?: number;
  /** How many of its observations could not be read. */
  readonly unreadableReports?: number;
}

/** An SDK that events can be fired through. */
export interface FiringTarget extends WatchedFrame {
  /** Its number in its document, which is its index in `sdks`: they are reported in this order. */
  readonly sdk: number;
}
