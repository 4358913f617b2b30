/** Holds things back until it is opened, and counts what came to it. */
export interface RequestLatch {
  /** Counts an arrival; resolves at once, or when the gate is opened where `hold` is set. */
  pass(hold: boolean): Promise<void>;
  open(): void;
  /** Resolves when so many have come, held back or not. */
  arrived(count: number): Promise<void>;
}

export function createRequestLatch(): RequestLatch {
  let count = 0;
  let held: (() => void)[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  return {
    pass(hold) {
      count += 1;
      for (const { resolve } of waiting.filter((one) => one.count <= count)) resolve();
      waiting = waiting.filter((one) => one.count > count);
      return hold ? new Promise((resolve) => held.push(resolve)) : Promise.resolve();
    },
    open() {
      for (const release of held) release();
      held = [];
    },
    arrived: (wanted) =>
      wanted <= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count: wanted, resolve })),
  };
}
