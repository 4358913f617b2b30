import { type Signal, signal } from '@preact/signals';

/** Whether the list stays at its newest line, and the wish to go there. */
export interface Newest {
  /** Set by the list as one scrolls. */
  readonly following: Signal<boolean>;
  /** Goes up with every wish; the list goes to its end then. */
  readonly wishes: Signal<number>;
  jump(): void;
}

export function createNewest(): Newest {
  const wishes = signal(0);
  return {
    following: signal(true),
    wishes,
    jump() {
      wishes.value += 1;
    },
  };
}
