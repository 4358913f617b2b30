/**
 * Exclusive lock: only one panel per tab stores the capture.
 * Panels of one tab number their rows independently, so that two writers would mix them up. The others wait until the
 * panel that holds the lock is closed.
 */
export interface CaptureLock {
  /** Resolves to whether this panel acquired the lock at once. */
  readonly isAcquired: Promise<boolean>;
  /** Settles when it is this panel's turn, at once for the first; it keeps it until it closes. */
  readonly acquired: Promise<void>;
}

export const noLock: CaptureLock = { isAcquired: Promise.resolve(true), acquired: Promise.resolve() };
