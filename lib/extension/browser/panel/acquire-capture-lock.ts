import { type CaptureLock, noLock } from '#panel/persistence/capture-lock';

/**
 * Takes a turn at keeping a tab's session, among all panels of that tab.
 * The browser ends it when this page closes.
 */
export function acquireCaptureLock(tabId: number): CaptureLock {
  if (!('locks' in navigator)) return noLock;
  const name = `kept session ${tabId}`;
  let begin = (): void => undefined;
  const comes = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const holdUntilClosed = (): Promise<never> => {
    begin();
    return new Promise(() => undefined);
  };
  const isFirst = new Promise<boolean>((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock !== null) return holdUntilClosed();
      void navigator.locks.request(name, holdUntilClosed);
      return undefined;
    });
  });
  return { isAcquired: isFirst, acquired: comes };
}
