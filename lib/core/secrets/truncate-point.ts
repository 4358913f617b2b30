import { copyText } from '#core/util/copy-text';
import { secretSpansIn } from './secret-search';

/** At signs in texts, URLs, JSON and HTML. */
export const AT_SIGN = String.raw`(?:@|%40|\\u0040|&#64;|&#x40;)`;

/** A secret that is longer shows by its start. */
const SECRET_REACH_CHARS = 1_000;
/** An address has at most 64 and 255 characters (RFC 5321, section 4.5.3.1), of which some may be escaped. */
const PERSON_REACH_CHARS = 400;

interface PersonalText {
  /** One character of its kind. */
  readonly part: RegExp;
  /** Distinguishes it from other text of these characters. */
  readonly sign: RegExp;
}
const PERSONAL_TEXTS: readonly PersonalText[] = [
  { part: /[\p{L}\p{M}\p{N}._+'%&#;@\\-]/u, sign: new RegExp(AT_SIGN, 'i') },
  { part: /[\d०-९ \u00a0.()/+-]/u, sign: /(?:[\d०-९][^\d०-९]*){8}/ },
];

/**
 * Returns the offset at which to truncate a text, at most at this number of UTF-16 units.
 * A later masking would not recognize half a secret, e-mail address or phone number: it is omitted whole.
 */
export function findTruncatePoint(text: string, maxChars: number): number {
  if (text.length <= maxChars) return text.length;
  const start = Math.max(0, maxChars - SECRET_REACH_CHARS);
  const around = text.slice(start, maxChars + SECRET_REACH_CHARS);
  const secrets = secretSpansIn(around);
  let point = maxChars - start;
  for (let before = -1; before !== point; ) {
    before = point;
    for (const { from, to } of secrets) if (from < point && point < to) point = from;
    for (const kind of PERSONAL_TEXTS) point -= splitLength(around, point, kind);
  }
  return start + point;
}

/** Returns the start of a text, truncated at {@link findTruncatePoint}, in memory of its own. */
export function copyStart(text: string, maxChars: number): string {
  return copyText(text.slice(0, findTruncatePoint(text, maxChars)));
}

/** Returns the length before the point of the match that the point splits; 0 if it splits none. */
function splitLength(text: string, point: number, { part, sign }: PersonalText): number {
  let from = point;
  const first = Math.max(0, point - PERSON_REACH_CHARS);
  while (from > first && part.test(text.charAt(from - 1))) from -= 1;
  let to = point;
  const last = Math.min(text.length, point + PERSON_REACH_CHARS);
  while (to < last && part.test(text.charAt(to))) to += 1;
  return from < point && point < to && sign.test(text.slice(from, to)) ? point - from : 0;
}
