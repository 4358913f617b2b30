/** Limits of the hook's reports, shared by the hook and the readers of its reports. */

/**
 * Limit of the reports that are sent together, in UTF-16 units.
 * Joined, they stay below 128 kB. Above, V8 allocates strings outside of its heap: at twice the size, each character
 * takes three times as long.
 */
export const MAX_HELD_CHARS = 100_000;

/**
 * Limit of the reports that the hook buffers during one task, in units of a copy (`snapshot.ts`).
 * Beyond the limit, reports are sent at once, so that calls of an endless script are reported, too. They are dropped if
 * there is no relay: hook and relay start at the same time.
 */
export const MAX_HELD_UNITS = 2_000_000;

/**
 * Limit of one report, in the same units.
 * The observation that exceeds it is the last one of the report.
 */
export const MAX_REPORT_UNITS = 500_000;

/** Size of an observation, without the page's values and a request's body. */
export const UNITS_PER_OBSERVATION = 300;

/**
 * Maximum size of an inspected request body, in UTF-16 units or bytes.
 * The ingestion rejects larger ones.
 */
export const MAX_BODY_CHARS = 2_000_000;

/**
 * Maximum length of a page's reported URL, in UTF-16 units. Each call stores it.
 * Browsers accept fragments of 2 MB, and a `data:` URL contains the whole document.
 */
export const MAX_PAGE_URL_CHARS = 2_000;

/** JSON writes a control character as `\u0000`. */
const MAX_ESCAPE_LENGTH = 6;

/**
 * Maximum length of a report: a full buffer, and one more observation.
 * The longest observation is a request whose quoted body has control characters only.
 */
export const MAX_REPORT_LENGTH = (MAX_REPORT_UNITS + MAX_BODY_CHARS) * MAX_ESCAPE_LENGTH;

/** More than {@link MAX_REPORT_UNITS} / {@link UNITS_PER_OBSERVATION}. */
export const MAX_REPORT_OBSERVATIONS = 2_000;

/** A page has one or two SDKs. */
export const MAX_SDKS = 50;

/** Limit of the truncations of one copy that are reported. */
export const MAX_TRUNCATIONS = 50;

/**
 * Limit of the text of a call stack, in UTF-16 units.
 * It contains the page's script URLs, and a `data:` URL contains the whole script.
 */
export const MAX_STACK_CHARS = 10_000;

/**
 * Delimits the body of a request in a hook's report.
 * The JSON text has no tabs, so the body needs no quoting.
 * Written by `lib/page/hook/hook-messages.ts` and `channel.ts`, read by `hook-report.ts`.
 */
export const REPORT_DELIMITER = '\t';

/** Delimits reports: within a report, no two delimiters are adjacent. */
export const REPORTS_DELIMITER = REPORT_DELIMITER + REPORT_DELIMITER;

/** Limit of each reported text of a user's action, in UTF-16 units. */
export const MAX_ACTION_CHARS = 200;
