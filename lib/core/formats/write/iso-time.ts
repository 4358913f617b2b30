/** The last moment that a date can be (ECMA-262); pages may forge any number. */
const LAST_MOMENT = 8.64e15;

/** Epoch milliseconds as `2026-11-21T10:15:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(Math.min(LAST_MOMENT, Math.max(-LAST_MOMENT, at))).toISOString();
}
