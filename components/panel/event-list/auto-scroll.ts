import { type Signal, signal } from '@preact/signals';
import { defineListSection } from './list-section';

/** Whether the list stays scrolled to its end, and requests to scroll there. */
export interface AutoScroll {
  /** Set by the list when the user scrolls. */
  readonly isFollowing: Signal<boolean>;
  /** Incremented with every request; the list then scrolls to its end. */
  readonly requests: Signal<number>;
  scrollToEnd(): void;
}

function createAutoScroll(): AutoScroll {
  const requests = signal(0);
  return {
    isFollowing: signal(true),
    requests,
    scrollToEnd() {
      requests.value += 1;
    },
  };
}

export const autoScrollSection = defineListSection(createAutoScroll);
