import { type Signal, signal } from '@preact/signals';
import { defineListSection } from './list-section';

/** Whether the list stays at its newest line, and the wish to go there. */
export interface AutoScroll {
  /** Set by the list as one scrolls. */
  readonly isFollowing: Signal<boolean>;
  /** Incremented with every request; the list then scrolls to its end. */
  readonly requests: Signal<number>;
  jump(): void;
}

function createAutoScroll(): AutoScroll {
  const requests = signal(0);
  return {
    isFollowing: signal(true),
    requests,
    jump() {
      requests.value += 1;
    },
  };
}

export const autoScrollSection = defineListSection(createAutoScroll);
