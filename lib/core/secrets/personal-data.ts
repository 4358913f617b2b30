import { AT_SIGN } from './truncate-point';

const LOCAL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._+'-]|%2[BDE]|%5F){0,63}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = String.raw`(?<!%|%[\dA-F])(${LOCAL})(${AT_SIGN})((?:${LABEL}\.){1,8}\p{L}[\p{L}\p{M}]{1,23})`;

/** Matches email addresses, with groups for the local part, the at sign and the domain. */
export const EMAILS = new RegExp(EMAIL, 'giu');
const HAS_AT = new RegExp(AT_SIGN, 'i');
/** The end of an image name for high resolutions, such as `logo@2x.png`. */
const IMAGE_NAME = /^\dx\.\w+$/;
/** Length of the shortest email address: `a@b.in`. Phone numbers are longer. */
export const MIN_PERSONAL_CHARS = 6;
/** The domain of pseudonyms (RFC 2606). */
export const REDACTED_DOMAIN = '@redacted.invalid';

/** Whether a string may contain an email address. */
export function hasAtSign(text: string): boolean {
  return HAS_AT.test(text);
}

/** Whether the text after an at sign is a domain, not an image name or the domain of a pseudonym. */
export function isEmailDomain(domain: string): boolean {
  return `@${domain}` !== REDACTED_DOMAIN && !IMAGE_NAME.test(domain);
}

/** A digit of a phone number. */
export const DIGIT = String.raw`[\d०-९]`;
/** Character that may separate the digits of a phone number. */
export const GAP = String.raw`[ \u00a0.()/-]`;
export const BEFORE_PHONE = String.raw`(?<![\p{L}\p{M}\p{N}_.+-])`;
export const AFTER_PHONE = String.raw`(?![\p{L}\p{M}\p{N}_-]|\.\d)`;

const PHONE_NAME =
  /^(?:(?:user|parent|guardian|alternate|alt|contact|recovery|prev)?[_-]?(?:phone|mobile|msisdn|telephone|tel|whatsapp|fax)|contact)[_-]?(?:no|num|number)?$/i;
const ID_NAME = /^(?:mid|did|sid|msgid|checksum|hash|source_mid|documentKey|requestId|callId|documentId|ver)$/;

/** Whether a field with this name contains a phone number: `phone`, `mobileNumber`. */
export function isPhoneField(name: string): boolean {
  return PHONE_NAME.test(name);
}

/** Whether a field with this name contains an id of telemetry. */
export function isIdField(name: string): boolean {
  return ID_NAME.test(name);
}

/** File names of stack traces, which look like domains: `load@main.js`. */
const FILE_DOMAIN = /\.(?:[cm]?[jt]sx?|css|html?|png|jpe?g|svg|gif|webp|json|map)$/i;
/**
 * A phone number with a country code, or a mobile number of India without gaps.
 * Other digits may be a count or a date, and are redacted in exports only.
 */
const UNAMBIGUOUS_PHONE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_+])(?:\+|%2B)[1-9](?:${GAP}{0,2}\d){9,13}${AFTER_PHONE}`,
    String.raw`(?<![\p{L}\p{M}\p{N}_.+:/=&?#-])(?:0|91)?[6-9]\d{9}(?![\p{L}\p{M}\p{N}_/:-]|\.\d)`,
  ].join('|'),
  'iu',
);

/** Returns the kind of personal data that a string unambiguously contains, or `null`. */
export function findPersonalData(text: string): 'email' | 'phone' | null {
  if (hasAtSign(text) && hasEmail(text)) return 'email';
  return UNAMBIGUOUS_PHONE.test(text) ? 'phone' : null;
}

function hasEmail(text: string): boolean {
  for (const [, user, , domain = ''] of text.matchAll(EMAILS)) {
    // `git@github.com:owner/name` is the address of a repository.
    if (user !== 'git' && isEmailDomain(domain) && !FILE_DOMAIN.test(domain)) return true;
  }
  return false;
}
