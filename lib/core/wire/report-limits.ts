/** Limits of the hook's reports, shared by the hook and the readers of its reports. */

/**
 * Limit of the reports that are handed over together, in UTF-16 units.
 * Joined, the reports stay below 128 kB. Above, V8 allocates a string outside of its heap: at twice the size, each
 * character costs the page three times as long.
 */
export const MAX_HELD_CHARS = 100_000;

/**
 * Limit of what the hook holds during one task of the page, in units of a copy (`snapshot.ts`).
 * Beyond the limit, reports are sent at once, so that calls of an endless script are reported too. Without a relay they
 * are dropped then: both scripts start at the same time.
 */
export const MAX_HELD_UNITS = 2_000_000;

/** Limit of one report, in the same units; the observation that exceeds it is the last one. */
export const MAX_REPORT_UNITS = 500_000;

/** Size of an observation beside the values of the page and the body of a request. */
export const UNITS_PER_OBSERVATION = 300;

/** Longest body of a request that is looked into, in UTF-16 units or bytes: ingestion refuses more. */
export const MAX_BODY_CHARS = 2_000_000;

/**
 * Longest reported URL of a page, in UTF-16 units: each call has it.
 * Browsers accept fragments of 2 MB, and a `data:` URL holds the whole document.
 */
export const MAX_PAGE_URL_CHARS = 2_000;

/** JSON writes a control character as `\u0000`. */
const MAX_ESCAPE_LENGTH = 6;

/**
 * What is held already, and one more observation.
 * The longest is a request whose quoted body is all control characters.
 */
export const MAX_REPORT_LENGTH = (MAX_REPORT_UNITS + MAX_BODY_CHARS) * MAX_ESCAPE_LENGTH;

/** More than {@link MAX_REPORT_UNITS} has room for, at {@link UNITS_PER_OBSERVATION} each. */
export const MAX_REPORT_OBSERVATIONS = 2_000;

/** A page has one or two SDKs. */
export const MAX_SDKS = 50;

/** Marks of one copy; more would say nothing new. */
export const MAX_TRUNCATIONS = 50;

/**
 * Limit of a call stack as the engine writes it, in UTF-16 units.
 * The page chooses its script URLs, and a `data:` URL holds the whole script.
 */
export const MAX_STACK_CHARS = 10_000;

/**
 * Delimits the body of a request in a hook's report.
 * JSON text has no tab, so the body needs no quoting. Two together stand between reports. Written by
 * `lib/page/hook/hook-messages.ts` and `channel.ts`, read by `hook-report.ts`.
 */
export const REPORT_DELIMITER = '\t';

/** Between two reports: in one there are no two together. */
export const REPORTS_DELIMITER = REPORT_DELIMITER + REPORT_DELIMITER;

/** Limit of each text that is reported of a user's action, in UTF-16 units. */
export const MAX_ACTION_CHARS = 200;
