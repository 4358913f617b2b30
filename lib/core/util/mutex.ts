/**
 * Creates a mutex: each task starts when the one before has settled.
 * A task that rejects does not block the next; its caller gets the rejection.
 */
export function createMutex(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
