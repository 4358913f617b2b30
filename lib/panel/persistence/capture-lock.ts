/**
 * Exclusive lock: only one panel per tab stores the capture.
 * Panels of one tab number their rows independently, so two writers would mix them up. The others wait until the panel
 * with the lock closes.
 */
export interface CaptureLock {
  /** Resolves with whether this panel got the lock at once. */
  readonly isAcquired: Promise<boolean>;
  /**
   * Settles when this panel has the lock: at once for the first panel.
   * A panel holds the lock until it closes.
   */
  readonly acquired: Promise<void>;
}

export const noLock: CaptureLock = { isAcquired: Promise.resolve(true), acquired: Promise.resolve() };
