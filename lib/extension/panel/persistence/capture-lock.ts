/**
 * Whose turn it is to keep a tab's session. Panels of one tab number their rows each by itself, so that two that wrote
 * at once would mix them up; the others wait until the one that keeps is closed.
 */
export interface Turn {
  /** Whether nobody else keeps the session now. */
  readonly isFirst: Promise<boolean>;
  /** Settles when it is this panel's turn, at once for the first; it keeps it until it closes. */
  readonly comes: Promise<void>;
}

export const alwaysFirst: Turn = { isFirst: Promise.resolve(true), comes: Promise.resolve() };
