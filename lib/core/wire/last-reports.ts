import type { EpochMilliseconds } from '#core/journey/record';
import type { After } from '#core/util/scheduler';

/** Last reports of a page that unloads arrive within this time; until then nothing counts as lost. */
const LAST_REPORTS_MS = 500;

/** A report whose predecessor is missing says that more comes, unless the browser dropped that. */
const MAX_MISSING_REPORT_MS = 2_000;

interface LastReportsDeps {
  readonly now: () => EpochMilliseconds;
  readonly after: After;
  /** Whether a later report of the document has arrived than one that is missing. */
  readonly isReportMissing: (documentKey: string) => boolean;
  /** No more reports of the document are expected. */
  readonly onOver: (documentKey: string) => void;
}

/** Decides when a document that unloads has sent its last report, where no port closes behind it. */
export interface LastReports {
  /** The document has reported that it unloads, or something after that. */
  await(documentKey: string): void;
  cancel(documentKey: string): void;
}

/** Creates the timers for the last reports of documents that unload. */
export function createLastReports({ now, after, isReportMissing, onOver }: LastReportsDeps): LastReports {
  const awaited = new Map<string, { readonly leftAt: EpochMilliseconds; readonly cancelTimer: () => void }>();

  const wait = (documentKey: string): void => {
    const scheduledAt = now();
    const before = awaited.get(documentKey);
    before?.cancelTimer();
    const leftAt = before?.leftAt ?? scheduledAt;
    const cancelTimer = after(LAST_REPORTS_MS, () => {
      // After a busy interval, timers fire before waiting messages are read.
      const wasBusy = now() - scheduledAt >= 2 * LAST_REPORTS_MS;
      const isMissing = isReportMissing(documentKey) && now() - leftAt < MAX_MISSING_REPORT_MS;
      if (wasBusy || isMissing) return wait(documentKey);
      awaited.delete(documentKey);
      onOver(documentKey);
    });
    awaited.set(documentKey, { leftAt, cancelTimer });
  };
  return {
    await: wait,
    cancel(documentKey) {
      awaited.get(documentKey)?.cancelTimer();
      awaited.delete(documentKey);
    },
  };
}
