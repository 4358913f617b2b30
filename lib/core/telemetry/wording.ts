import { findTruncatePoint } from '#core/secrets/truncate-point';

/** Limit of a quoted text in a message, in UTF-16 units, so that a message stays one line. */
const MAX_QUOTE_CHARS = 60;

/** Truncates a string without splitting a code point, secret, email address or phone number. */
export function truncate(text: string, maxChars: number = MAX_QUOTE_CHARS): string {
  if (text.length <= maxChars) return text;
  const point = findTruncatePoint(text, maxChars);
  const last = text.charCodeAt(point - 1);
  const isSplit = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, isSplit ? point - 1 : point)}…`;
}

/** Truncates and quotes a string. Escapes control characters and lone surrogates as in JSON. */
export function quoteText(text: string): string {
  return JSON.stringify(truncate(text));
}

/** Formats a key in a sentence: bare if it is a plain word, else quoted. */
export function formatKey(key: string): string {
  return /^[\w$@-]{1,60}$/.test(key) ? key : quoteText(key);
}

/** Writes names in one line: `type, id, pageid`. */
export function formatList(list: readonly string[]): string {
  return list.join(', ');
}

/**
 * Formats a number like `toLocaleString('en')`.
 * Avoids loading locale data, which takes a tenth of a short run of the command line.
 */
export function formatNumber(number: number): string {
  return Number.isSafeInteger(number) ? String(number).replace(/\B(?=(?:\d{3})+$)/g, ',') : number.toLocaleString('en');
}

/** Formats a count with its noun in English: `1 item`, `1,310 items`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Returns the entry that differs from the value in letter case only, or null. */
export function findIgnoringCase(value: string, list: readonly string[]): string | null {
  if (value.length > MAX_QUOTE_CHARS) return null;
  const folded = value.toLowerCase();
  return list.find((entry) => entry.toLowerCase() === folded) ?? null;
}
