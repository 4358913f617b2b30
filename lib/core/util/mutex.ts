/**
 * A queue of work: each begins when the one before it is over.
 * Work that fails does not keep the next from its turn; the failure is its caller's to hear of.
 */
export function createMutex(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
