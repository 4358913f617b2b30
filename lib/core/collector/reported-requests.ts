import { setBounded } from '#core/util/lru';
import type { After } from '#core/util/scheduler';

/** A report needs one request to the same host; a page that unloads sends it as a beacon. */
const REPORT_MS = 1_000;
/** Reports of requests that are still to be received. */
const MAX_REPORTED = 1_000;

/** A request as both the page and the collector know it. */
interface ComparedRequest {
  readonly url: string;
  readonly bodyKey: string;
}

/** The requests that hooks have reported, for those who wait for a report. */
export interface ReportedRequests {
  note(request: ComparedRequest): void;
  /** Settles once the request is reported, or after a second: it may be of no observed page. */
  wait(request: ComparedRequest): Promise<void>;
  /** Settles all that wait. */
  release(): void;
}

/**
 * Creates an empty list of reported requests.
 * A call is joined with its event when its request is entered. A request that is received before its report would
 * have a row of its own, and its call another.
 */
export function createReportedRequests(after: After): ReportedRequests {
  const reported = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const settleFirst = (key: string): boolean => {
    const [first, ...rest] = waiting.get(key) ?? [];
    if (rest.length === 0) waiting.delete(key);
    else waiting.set(key, rest);
    first?.();
    return first !== undefined;
  };
  return {
    note(request) {
      const key = keyOf(request);
      if (!settleFirst(key)) setBounded(reported, key, (reported.get(key) ?? 0) + 1, MAX_REPORTED);
    },
    wait(request) {
      const key = keyOf(request);
      const count = reported.get(key) ?? 0;
      if (count > 1) reported.set(key, count - 1);
      else reported.delete(key);
      if (count > 0) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = after(REPORT_MS, () => {
          const others = (waiting.get(key) ?? []).filter((each) => each !== settle);
          if (others.length === 0) waiting.delete(key);
          else waiting.set(key, others);
          resolve();
        });
        const settle = (): void => {
          cancel();
          resolve();
        };
        waiting.set(key, [...(waiting.get(key) ?? []), settle]);
      });
    },
    release() {
      for (const settles of [...waiting.values()]) for (const settle of settles) settle();
      waiting.clear();
    },
  };
}

function keyOf({ url, bodyKey }: ComparedRequest): string {
  return `${url} ${bodyKey}`;
}
