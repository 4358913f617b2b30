import type { EpochMilliseconds } from '#core/journey/record';
import type { SetTimer } from '#core/util/scheduler';

/** The last reports of a page that unloads arrive within this time. Until then, no event counts as lost. */
const LAST_REPORTS_MS = 500;

/** Timeout for a missing earlier report: it is on its way, unless the browser has dropped it. */
const MAX_MISSING_REPORT_MS = 2_000;

interface LastReportsDeps {
  readonly now: () => EpochMilliseconds;
  readonly setTimer: SetTimer;
  /** Whether a report of the document is missing, while a later one has arrived. */
  readonly isReportMissing: (documentKey: string) => boolean;
  /** Called when no more reports of the document are expected. */
  readonly onTimeout: (documentKey: string) => void;
}

/** Determines when a document that unloads has sent its last report, for hosts without a port that closes. */
export interface LastReports {
  /** Call when the document has reported its unload, and for each later report. */
  await(documentKey: string): void;
  cancel(documentKey: string): void;
}

/** Creates the timers for the last reports of documents that unload. */
export function createLastReports({ now, setTimer, isReportMissing, onTimeout }: LastReportsDeps): LastReports {
  const awaited = new Map<string, { readonly unloadedAt: EpochMilliseconds; readonly cancelTimer: () => void }>();

  const wait = (documentKey: string): void => {
    const scheduledAt = now();
    const before = awaited.get(documentKey);
    before?.cancelTimer();
    const unloadedAt = before?.unloadedAt ?? scheduledAt;
    const cancelTimer = setTimer(LAST_REPORTS_MS, () => {
      // After a busy interval, timers fire before waiting messages are read.
      const wasBusy = now() - scheduledAt >= 2 * LAST_REPORTS_MS;
      const isMissing = isReportMissing(documentKey) && now() - unloadedAt < MAX_MISSING_REPORT_MS;
      if (wasBusy || isMissing) return wait(documentKey);
      awaited.delete(documentKey);
      onTimeout(documentKey);
    });
    awaited.set(documentKey, { unloadedAt, cancelTimer });
  };
  return {
    await: wait,
    cancel(documentKey) {
      awaited.get(documentKey)?.cancelTimer();
      awaited.delete(documentKey);
    },
  };
}
