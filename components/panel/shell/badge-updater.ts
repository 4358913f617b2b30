import type { Records } from '#components/panel/event-list/record-store.ts';
import type { DocumentCounts } from '#core/stream/counts';
import { createJob, type Scheduler } from '#core/util/scheduler';

export interface BadgeUpdaterDeps {
  readonly list: Pick<Records, 'version'>;
  /** What is counted of each document now, by document key. */
  readonly documents: () => ReadonlyMap<string, DocumentCounts>;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly show: (documents: ReadonlyMap<string, DocumentCounts>) => void;
}

export interface BadgeUpdater {
  /** Shows it once more: the browser takes a tab's badge away with every page load. */
  again(): void;
  /** Shows at once what has changed: the panel closes. */
  flush(): void;
}

/** Badge and popup are looked at now and then; a burst of events must not wait for them. */
const SHOW_EVERY_MS = 500;

/** Keeps the badge of the inspected tab as the list is. */
export function createBadgeUpdater({ list, documents, scheduler, show }: BadgeUpdaterDeps): BadgeUpdater {
  let shown: ReadonlyMap<string, DocumentCounts> | null = null;
  const showNow = (): void => {
    const now = documents();
    if (shown !== null && areSame(now, shown)) return;
    shown = now;
    show(now);
  };
  const showing = createJob((run) => scheduler.after(SHOW_EVERY_MS, run), showNow);
  let isSubscribed = false;
  list.version.subscribe(() => {
    if (isSubscribed) showing.schedule();
  });
  isSubscribed = true;
  return {
    again() {
      shown = null;
      showing.schedule();
    },
    flush: showNow,
  };
}

function areSame<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
