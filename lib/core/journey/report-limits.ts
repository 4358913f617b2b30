/** What the hook writes at most. The hook and who reads its reports share these. */

/**
 * Held of what a page does in one go, in UTF-16 units: calls of a script that never ends are reported as they happen. While no
 * relay is there, what comes after that is not held: both scripts start within the same moment. Put together it is less
 * than 128 kB, beyond which the engine gives a text memory of its own, fresh from the system: for twice as much, each
 * character costs the page three times as long.
 */
export const MAX_HELD_CHARS = 100_000;

/** Longest body of a request that is looked into, in UTF-16 units or bytes: ingestion refuses more. */
export const MAX_BODY_CHARS = 2_000_000;

/** JSON writes a control character as `\u0000`. */
const MAX_ESCAPE_LENGTH = 6;

/**
 * What is held already, and one more observation.
 * The longest is a request whose quoted body is all control characters.
 */
export const MAX_REPORT_LENGTH = 2 * MAX_HELD_CHARS + MAX_BODY_CHARS * MAX_ESCAPE_LENGTH;

/** The shortest observation has 60 characters, and a report is closed at {@link MAX_HELD}. */
export const MAX_REPORT_SIGHTINGS = 2_000;

/** A page has one or two SDKs. */
export const MAX_SDKS = 50;

/** Marks of one copy; more would say nothing new. */
export const MAX_CUTS = 50;

/** Of a call stack as the engine writes it, in UTF-16 units: script URLs are the page's, a `data:` URL is the script. */
export const MAX_STACK_CHARS = 10_000;

/**
 * Delimits the body of a request in a hook's report.
 * JSON text has no tab, so the body needs no quoting. Two together stand between reports. Written by
 * `lib/page/hook/hook-messages.ts` and `channel.ts`, read by `hook-report.ts`.
 */
export const REPORT_DELIMITER = '\t';

/** Between two reports: in one there are no two together. */
export const REPORTS_DELIMITER = REPORT_DELIMITER + REPORT_DELIMITER;
