/** The contract between the script in a page that a test watches, and the test's process. */

/** How the script is to act, handed to it as JSON. */
export interface PageSettings {
  /** Name of the function through which reports reach the test. It takes a line, and resolves to a {@link PageReply}. */
  readonly binding: string;
  /** Takes the lines that the binding cannot take any more, as a page unloads. */
  readonly receiverUrl: string;
  /** Key in `localStorage` under which lines wait where the receiver cannot be reached. */
  readonly storageKey: string;
  /** Name of the DOM event at the window that carries an order for the hook, as JSON text. */
  readonly orderEvent: string;
  /** Whether batches are fulfilled in the page, so that none leaves it. */
  readonly isFulfilling: boolean;
  /** Whether the receiver takes all lines, and there is no binding. It replies with a {@link PageReply}. */
  readonly isPosting: boolean;
  /** WebSocket through which orders come, each a `PageOrder` as JSON text; `null` where they come as DOM events only. */
  readonly ordersUrl: string | null;
}

/**
 * Whether a page's beacons reach the receiver.
 * `closed` if the page's Content Security Policy may forbid it; `unknown` if the browser may, which no page can detect.
 */
export type BeaconReach = 'open' | 'closed' | 'unknown';

/** Reply of the test to each line. */
export interface PageReply {
  readonly reach: BeaconReach;
  /** URLs that took telemetry so far, without query and fragment. */
  readonly telemetryUrls: readonly string[];
}

/** Reports of one document. A line is its JSON text. */
export interface PageDelivery {
  readonly documentKey: string;
  /** URL of the document. */
  readonly url: string;
  /** Its title so far, shortened. */
  readonly title: string;
  readonly isTop: boolean;
  /** The number of the first report, from 1 within the document. */
  readonly first: number;
  /** The reports, with `REPORTS_DELIMITER` between them. */
  readonly text: string;
}

/** The body with which a collector accepts a batch, as JSON text. `timestamp` as ISO 8601 writes it. */
export function acceptedResponse(timestamp: string): string {
  return `{"id":"api.telemetry","ver":"3.0","ts":"${timestamp}","params":{"status":"success"},"responseCode":"OK","result":{}}`;
}
