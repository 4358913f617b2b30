import type { Records } from '#components/panel/event-list/record-store.ts';
import { createJob, type Scheduler } from '#core/util/scheduler';

export interface BadgeUpdaterDeps {
  readonly list: Pick<Records, 'version'>;
  /** Events that are invalid or lost, by document key, as it is now. */
  readonly wrongIn: () => ReadonlyMap<string, number>;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly show: (wrongIn: ReadonlyMap<string, number>) => void;
}

export interface BadgeUpdater {
  /** Shows it once more: the browser takes a tab's badge away with every page load. */
  again(): void;
  /** Shows at once what has changed: the panel closes. */
  flush(): void;
}

/** The badge is looked at now and then; a burst of events must not wait for it. */
const SHOW_EVERY_MS = 250;

/** Keeps the badge of the inspected tab as the list is. */
export function createBadgeUpdater({ list, wrongIn, scheduler, show }: BadgeUpdaterDeps): BadgeUpdater {
  let shown: ReadonlyMap<string, number> | null = null;
  const showNow = (): void => {
    const now = wrongIn();
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

function areSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([key, count]) => other.get(key) === count);
}
