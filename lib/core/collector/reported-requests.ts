import type { EpochMilliseconds } from '#core/journey/record';
import { setBounded } from '#core/util/lru';
import type { SetTimer } from '#core/util/scheduler';

/** Timeout for a report. A report takes one request to the same host. Pages that unload send a beacon. */
const REPORT_TIMEOUT_MS = 800;
const MAX_UNRECEIVED_KEYS = 1_000;
/** Limit of the identical requests that were not received yet. */
const MAX_COPIES = 20;
/** Age after which a report is ignored. Its request was not received, but a later identical request may be. */
const MAX_AGE_MS = 10_000;

/** The parts of a request that both the page and the collector observe. */
interface ComparedRequest {
  readonly url: string;
  readonly bodyKey: string;
}

/** The requests that hooks have reported. */
export interface ReportedRequests {
  add(request: ComparedRequest & { readonly at: EpochMilliseconds }): void;
  /**
   * Resolves to the request's time by the clock of its page when the request is reported.
   * Resolves to `null` after {@link REPORT_TIMEOUT_MS}, because its page may not be observed.
   */
  wait(request: ComparedRequest): Promise<EpochMilliseconds | null>;
  /** Resolves all waiting promises. */
  release(): void;
}

interface ReportedRequestsDeps {
  readonly now: () => EpochMilliseconds;
  readonly setTimer: SetTimer;
}

interface Report {
  /** Time of the request by the clock of its page. */
  readonly at: EpochMilliseconds;
  readonly addedAt: EpochMilliseconds;
}

/**
 * Creates an empty list of reported requests.
 * The hook's report of a request correlates the call with its event. If the collector added the request before the
 * report, the request and the call would get separate rows.
 */
export function createReportedRequests({ now, setTimer }: ReportedRequestsDeps): ReportedRequests {
  const reportsByKey = new Map<string, readonly Report[]>();
  const waitersByKey = new Map<string, ((at: EpochMilliseconds | null) => void)[]>();
  const reportsOf = (key: string): readonly Report[] =>
    (reportsByKey.get(key) ?? []).filter(({ addedAt }) => now() - addedAt < MAX_AGE_MS);
  const settleFirst = (key: string, at: EpochMilliseconds): boolean => {
    const [first, ...rest] = waitersByKey.get(key) ?? [];
    if (rest.length === 0) waitersByKey.delete(key);
    else waitersByKey.set(key, rest);
    first?.(at);
    return first !== undefined;
  };
  return {
    add(request) {
      const key = keyOf(request);
      const { at } = request;
      if (settleFirst(key, at)) return;
      const copies = [...reportsOf(key), { at, addedAt: now() }].slice(-MAX_COPIES);
      setBounded(reportsByKey, key, copies, MAX_UNRECEIVED_KEYS);
    },
    wait(request) {
      const key = keyOf(request);
      const [first, ...rest] = reportsOf(key);
      if (rest.length > 0) reportsByKey.set(key, rest);
      else reportsByKey.delete(key);
      if (first !== undefined) return Promise.resolve(first.at);
      return new Promise((resolve) => {
        const cancel = setTimer(REPORT_TIMEOUT_MS, () => {
          const others = (waitersByKey.get(key) ?? []).filter((each) => each !== settle);
          if (others.length === 0) waitersByKey.delete(key);
          else waitersByKey.set(key, others);
          resolve(null);
        });
        const settle = (at: EpochMilliseconds | null): void => {
          cancel();
          resolve(at);
        };
        waitersByKey.set(key, [...(waitersByKey.get(key) ?? []), settle]);
      });
    },
    release() {
      for (const settles of [...waitersByKey.values()]) for (const settle of settles) settle(null);
      waitersByKey.clear();
    },
  };
}

function keyOf({ url, bodyKey }: ComparedRequest): string {
  return `${url} ${bodyKey}`;
}
