/**
 * Creates a mutex: each task starts when the previous one has settled.
 * A rejection reaches the caller of its task and does not block the next task.
 */
export function createMutex(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
