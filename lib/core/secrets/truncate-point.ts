import { copyText } from '#core/util/copy-text';
import { findSecretSpans } from './secret-search';

/** At signs in texts, URLs, JSON and HTML. */
export const AT_SIGN = String.raw`(?:@|%40|\\u0040|&#64;|&#x40;)`;

/**
 * Length of text searched for a secret on each side of the limit.
 * A longer secret is recognized by its start.
 */
const MAX_SECRET_CHARS = 1_000;
/**
 * Length of text searched for personal data on each side of the limit.
 * An email address has at most 64 + 1 + 255 characters (RFC 5321, section 4.5.3.1), some of which may be escaped.
 */
const MAX_PERSONAL_CHARS = 400;

/** How to recognize an email address or a phone number. */
interface PersonalTextPattern {
  /** Matches each character of the address or number. */
  readonly character: RegExp;
  /** Matches a part that other texts of these characters lack. */
  readonly marker: RegExp;
}

const PERSONAL_TEXT_PATTERNS: readonly PersonalTextPattern[] = [
  { character: /[\p{L}\p{M}\p{N}._+'%&#;@\\-]/u, marker: new RegExp(AT_SIGN, 'i') },
  { character: /[\d०-९ \u00a0.()/+-]/u, marker: /(?:[\d०-९][^\d०-९]*){8}/ },
];

/**
 * Returns the offset at which to truncate a string, at most `maxChars` UTF-16 units.
 * It never splits a secret, email address or phone number, because a later redaction would not recognize half of it.
 */
export function findTruncatePoint(text: string, maxChars: number): number {
  if (text.length <= maxChars) return text.length;
  const start = Math.max(0, maxChars - MAX_SECRET_CHARS);
  const excerpt = text.slice(start, maxChars + MAX_SECRET_CHARS);
  const secrets = findSecretSpans(excerpt);
  let point = maxChars - start;
  for (let previous = -1; previous !== point; ) {
    previous = point;
    for (const { from, to } of secrets) if (from < point && point < to) point = from;
    for (const pattern of PERSONAL_TEXT_PATTERNS) point -= splitLength(excerpt, point, pattern);
  }
  return start + point;
}

/** Returns the start of a string, truncated at {@link findTruncatePoint}, copied to separate memory. */
export function copyStart(text: string, maxChars: number): string {
  return copyText(text.slice(0, findTruncatePoint(text, maxChars)));
}

/** Returns the length of a split email address or phone number before the point; 0 if none is split. */
function splitLength(text: string, point: number, { character, marker }: PersonalTextPattern): number {
  let from = point;
  const first = Math.max(0, point - MAX_PERSONAL_CHARS);
  while (from > first && character.test(text.charAt(from - 1))) from -= 1;
  let to = point;
  const last = Math.min(text.length, point + MAX_PERSONAL_CHARS);
  while (to < last && character.test(text.charAt(to))) to += 1;
  return from < point && point < to && marker.test(text.slice(from, to)) ? point - from : 0;
}
