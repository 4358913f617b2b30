import type { Records } from '#components/panel/event-list/record-store.ts';
import type { DocumentCounts } from '#core/stream/counts';
import { createJob, type Scheduler } from '#core/util/scheduler';

interface BadgeUpdaterDeps {
  readonly records: Pick<Records, 'version'>;
  /** Counts of each document, by document key. */
  readonly documents: () => ReadonlyMap<string, DocumentCounts>;
  readonly scheduler: Pick<Scheduler, 'setTimer'>;
  readonly show: (documents: ReadonlyMap<string, DocumentCounts>) => void;
}

export interface BadgeUpdater {
  /** Shows the badge again: the browser removes a tab's badge with every page load. */
  refresh(): void;
  /** Sends pending changes at once. Call it when the panel closes. */
  flush(): void;
}

/** Badge and popup need no immediate update; they must not slow down a burst of events. */
const UPDATE_INTERVAL_MS = 500;

/** Updates the badge of the inspected tab when the list changes. */
export function createBadgeUpdater({ records, documents, scheduler, show }: BadgeUpdaterDeps): BadgeUpdater {
  let shownCounts: ReadonlyMap<string, DocumentCounts> | null = null;
  const showChanges = (): void => {
    const now = documents();
    if (shownCounts !== null && areMapsEqual(now, shownCounts)) return;
    shownCounts = now;
    show(now);
  };
  const update = createJob((run) => scheduler.setTimer(UPDATE_INTERVAL_MS, run), showChanges);
  let isSubscribed = false;
  // `subscribe` calls back at once. Only later calls are changes.
  records.version.subscribe(() => {
    if (isSubscribed) update.schedule();
  });
  isSubscribed = true;
  return {
    refresh() {
      shownCounts = null;
      update.schedule();
    },
    flush: showChanges,
  };
}

function areMapsEqual<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
