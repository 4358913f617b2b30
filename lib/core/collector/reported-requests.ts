import { setBounded } from '#core/util/lru';
import type { After } from '#core/util/scheduler';

/** Timeout for a report. It needs one request to the same host; pages that unload send it as a beacon. */
export const REPORT_TIMEOUT_MS = 800;
/** Limit of the reported requests that were not received yet. */
const MAX_REPORTED = 1_000;

/** The parts of a request that both the page and the collector observe. */
interface ComparedRequest {
  readonly url: string;
  readonly bodyKey: string;
}

/** The requests that hooks have reported. */
export interface ReportedRequests {
  add(request: ComparedRequest): void;
  /** Resolves when the request is reported, or after {@link REPORT_TIMEOUT_MS}, because its page may not be observed. */
  wait(request: ComparedRequest): Promise<void>;
  /** Resolves all waiting promises. */
  release(): void;
}

/**
 * Creates an empty list of reported requests.
 * A call is correlated with its event when the hook's report of the request is entered.
 * If the collector added the request before, the request and the call would get separate rows.
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
    add(request) {
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
        const cancel = after(REPORT_TIMEOUT_MS, () => {
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
