import type { Records } from '#components/panel/event-list/record-store.ts';

export interface BadgeFollowerDeps {
  readonly list: Pick<Records, 'version'>;
  /** Events that are invalid or lost, by document key, as it is now. */
  readonly wrongIn: () => ReadonlyMap<string, number>;
  readonly after: (milliseconds: number, call: () => void) => void;
  readonly show: (wrongIn: ReadonlyMap<string, number>) => void;
}

export interface BadgeFollower {
  /** Shows it once more: the browser takes a tab's badge away with every page load. */
  again(): void;
  /** Shows at once what has changed: the panel closes. */
  flush(): void;
}

/** The badge is looked at now and then; a burst of events must not wait for it. */
const SHOW_EVERY_MS = 250;

/** Keeps the badge of the inspected tab as the list is. */
export function createBadgeFollower({ list, wrongIn, after, show }: BadgeFollowerDeps): BadgeFollower {
  let shown: ReadonlyMap<string, number> | null = null;
  let isDue = false;
  const showNow = (): void => {
    isDue = false;
    const now = wrongIn();
    if (shown !== null && areSame(now, shown)) return;
    shown = now;
    show(now);
  };
  const due = (): void => {
    if (isDue) return;
    isDue = true;
    after(SHOW_EVERY_MS, showNow);
  };
  // Subscribing tells at once of the list as it is, which is no change of it.
  let isSubscribed = false;
  list.version.subscribe(() => {
    if (isSubscribed) due();
  });
  isSubscribed = true;
  return {
    again() {
      shown = null;
      due();
    },
    flush: showNow,
  };
}

function areSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([key, count]) => other.get(key) === count);
}
