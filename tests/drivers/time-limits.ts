/**
 * Timeout of a test.
 * A timeout only detects that a condition will never be met. A machine that is busy, or that its host stops for
 * seconds, takes ten times as long as an idle one.
 */
export const TEST_TIMEOUT_MS = 300_000;

/** Timeout of a condition that a test waits for. */
export const WAIT_TIMEOUT_MS = 60_000;
