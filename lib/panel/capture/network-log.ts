import { parseBatchRequest } from '#core/formats/batch-request';
import type { ObservedBatch } from '#core/journey/correlator/observations';
import type { TelemetryRecord } from '#core/journey/record';
import { withFirstEvents } from '#core/wire/batch-body';
import type { FinishedRequest } from '#panel/inspected-tab';

interface NetworkLogDeps {
  /** Reads the requests in DevTools' log. */
  readonly readNetworkLog: () => Promise<readonly FinishedRequest[]>;
  /** When the panel was opened, epoch milliseconds. */
  readonly openedAt: number;
  readonly newRequestId: () => string;
  /** Returns the changed records, or none if no event of a page belongs to the request. */
  readonly addLoggedRequest: (batch: ObservedBatch) => readonly TelemetryRecord[];
  readonly onRecords: (changed: readonly TelemetryRecord[]) => void;
  readonly addResponse: (id: string, request: FinishedRequest) => Promise<void>;
  /** Called if the log could not be joined. */
  readonly onFailure: () => void;
}

/**
 * DevTools' log of requests.
 * DevTools does not report requests from before the panel was opened, but has them in its log.
 */
export interface NetworkLog {
  /** Joins requests of the log with events of the pages. */
  join(): Promise<void>;
  /** Whether a finished request was joined from the log already. DevTools may report such a request again, once. */
  takeJoined(batch: ObservedBatch): boolean;
  /** Drops the cached log, so that the next `join` rereads DevTools' log. */
  forget(): void;
}

/** A request of DevTools' log that carried telemetry. */
interface LoggedRequest {
  readonly batch: ObservedBatch;
  readonly request: FinishedRequest;
}

export function createNetworkLog({
  readNetworkLog,
  openedAt,
  newRequestId,
  addLoggedRequest,
  onRecords,
  addResponse,
  onFailure,
}: NetworkLogDeps): NetworkLog {
  const joinedKeys = new Set<string>();
  /**
   * Requests of the log that match no report of a page so far.
   * The log is read once a page load, because DevTools serializes all of it.
   */
  let unmatched: Promise<readonly LoggedRequest[]> | null = null;
  let isJoining = false;

  const read = async (): Promise<readonly LoggedRequest[]> => {
    const log = await readNetworkLog().catch(() => []);
    return log.flatMap((request) => {
      const batch = parseBatchRequest(request.entry, newRequestId());
      if (batch === null || batch.at >= openedAt || batch.end.status !== 'responded') return [];
      return [{ batch: withFirstEvents(batch), request }];
    });
  };

  return {
    async join() {
      if (isJoining) return;
      isJoining = true;
      unmatched ??= read();
      const reading = unmatched;
      const joined: LoggedRequest[] = [];
      const rest: LoggedRequest[] = [];
      try {
        for (const logged of await reading) {
          const changed = addLoggedRequest(logged.batch);
          if (changed.length === 0) {
            rest.push(logged);
            continue;
          }
          joinedKeys.add(keyOf(logged.batch));
          joined.push(logged);
          onRecords(changed);
        }
        if (unmatched === reading) unmatched = Promise.resolve(rest);
      } catch {
        // The log is reread with the next request from before the panel was opened.
        if (unmatched === reading) unmatched = null;
        onFailure();
      } finally {
        isJoining = false;
      }
      for (const { batch, request } of joined) await addResponse(batch.id, request);
    },
    takeJoined: (batch) => joinedKeys.delete(keyOf(batch)),
    forget() {
      unmatched = null;
    },
  };
}

function keyOf({ at, method, url }: ObservedBatch): string {
  return `${at} ${method} ${url}`;
}
