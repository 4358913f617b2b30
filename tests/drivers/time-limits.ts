/**
 * How long a test may take, in milliseconds. A limit only tells that something will never be so: a machine that is busy
 * with something else, or that its host stops for seconds, takes ten times as long as an idle one.
 */
export const TEST_TIMEOUT_MS = 300_000;

/** How long a test waits until something is so, in milliseconds. */
export const WAIT_TIMEOUT_MS = 60_000;
