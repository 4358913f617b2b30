/** Counts requests, and delays them until the latch is opened. */
export interface RequestLatch {
  /** Counts a request. Resolves at once, or with `hold` when the latch is opened. */
  pass(hold: boolean): Promise<void>;
  open(): void;
  /** Resolves when `count` requests have arrived, delayed or not. */
  arrived(count: number): Promise<void>;
}

export function createRequestLatch(): RequestLatch {
  let count = 0;
  let releases: (() => void)[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  return {
    pass(hold) {
      count += 1;
      for (const { resolve } of waiting.filter((one) => one.count <= count)) resolve();
      waiting = waiting.filter((one) => one.count > count);
      return hold ? new Promise((resolve) => releases.push(resolve)) : Promise.resolve();
    },
    open() {
      for (const release of releases) release();
      releases = [];
    },
    arrived: (minCount) =>
      minCount <= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count: minCount, resolve })),
  };
}
