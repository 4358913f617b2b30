/**
 * Whose turn it is to keep a tab's capture.
 * Panels of one tab number their rows each by itself, so that two that wrote at once would mix them up; the others wait
 * until the one that keeps is closed.
 */
export interface CaptureLock {
  /** Resolves to whether this panel acquired the lock at once. */
  readonly isAcquired: Promise<boolean>;
  /** Settles when it is this panel's turn, at once for the first; it keeps it until it closes. */
  readonly acquired: Promise<void>;
}

export const noLock: CaptureLock = { isAcquired: Promise.resolve(true), acquired: Promise.resolve() };
