import type { Records } from './records';

export interface BadgeFollowerDeps {
  readonly list: Pick<Records, 'listen'>;
  /** Events that are invalid or lost, as it is now. */
  readonly wrong: () => number;
  readonly after: (milliseconds: number, call: () => void) => void;
  readonly show: (wrong: number) => void;
}

export interface BadgeFollower {
  /** Shows it once more: the browser takes a tab's badge away with every page load. */
  again(): void;
}

/** The badge is looked at now and then; a burst of events must not wait for it. */
const SHOW_EVERY_MS = 250;

/** Keeps the badge of the inspected tab as the list is. */
export function createBadgeFollower({ list, wrong, after, show }: BadgeFollowerDeps): BadgeFollower {
  let shown: number | null = null;
  let isDue = false;
  const showNow = (): void => {
    isDue = false;
    const now = wrong();
    if (now === shown) return;
    shown = now;
    show(now);
  };
  const due = (): void => {
    if (isDue) return;
    isDue = true;
    after(SHOW_EVERY_MS, showNow);
  };
  list.listen(due);
  return {
    again() {
      shown = null;
      due();
    },
  };
}
