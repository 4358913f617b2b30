/** The contract between the script in a page, and the host that observes it: a test, or a collector. */

/** Settings of the script, passed to it as JSON. */
export interface PageSettings {
  /** Name of the global function that sends a line to the test. It resolves to a {@link PageReply}. */
  readonly binding: string;
  /** URL that receives lines when the binding does not work any more, because a page unloads. */
  readonly receiverUrl: string;
  /** Key in `localStorage` of the lines that wait if the receiver is unreachable. */
  readonly storageKey: string;
  /** Name of the DOM event on `window` that contains a command for the hook, as JSON text. */
  readonly commandEvent: string;
  /** Whether the script responds to batches itself, so that none reaches the network. */
  readonly isFulfilling: boolean;
  /** Whether all lines are posted to the receiver, without a binding. It replies with a {@link PageReply}. */
  readonly isPosting: boolean;
  /** URL of the WebSocket for commands, each a `PageCommand` as JSON text; `null` if commands are DOM events only. */
  readonly commandsUrl: string | null;
}

/**
 * Whether a page's beacons reach the receiver.
 * `closed` if the page's Content Security Policy may forbid it.
 * `unknown` if the browser may forbid it, which pages cannot detect.
 */
export type BeaconReach = 'open' | 'closed' | 'unknown';

/** Reply of the test to each line. */
export interface PageReply {
  readonly reach: BeaconReach;
  /** URLs that have received telemetry so far, without query and fragment. */
  readonly telemetryUrls: readonly string[];
}

/** Reports of one document. A line is its JSON text. */
export interface PageDelivery {
  readonly documentKey: string;
  /** URL of the document. */
  readonly url: string;
  /** Current title of the document, truncated. */
  readonly title: string;
  readonly isTop: boolean;
  /** The number of the first report, from 1 within the document. */
  readonly first: number;
  /** The reports, with `REPORTS_DELIMITER` between them. */
  readonly text: string;
}

/**
 * Returns the body of a collector's response that accepts a batch.
 * `timestamp` is in the format of ISO 8601.
 */
export function acceptedResponse(timestamp: string): string {
  return `{"id":"api.telemetry","ver":"3.0","ts":"${timestamp}","params":{"status":"success"},"responseCode":"OK","result":{}}`;
}
