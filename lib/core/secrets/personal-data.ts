import { AT_SIGN } from './truncate-point';

const LOCAL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._+'-]|%2[BDE]|%5F){0,63}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = String.raw`(?<!%|%[\dA-F])(${LOCAL})(${AT_SIGN})((?:${LABEL}\.){1,8}\p{L}[\p{L}\p{M}]{1,23})`;

/** Every email address in a text: its local part, its at sign and its domain. */
export const EMAILS = new RegExp(EMAIL, 'giu');
const HAS_AT = new RegExp(AT_SIGN, 'i');
/** `logo@2x.png` is a picture for fine screens. */
const PICTURE = /^\dx\.\w+$/;
/** `a@b.in`: nothing shorter is an email address or a phone number. */
export const MIN_PERSONAL_CHARS = 6;
/** What marks the domain of a pseudonym (RFC 2606). */
export const REDACTED_DOMAIN = '@masked.invalid';

/** Whether a text may hold an email address. */
export function hasAtSign(text: string): boolean {
  return HAS_AT.test(text);
}

/** Whether the part of a text behind an at sign is a domain, and no name of a picture or pseudonym. */
export function isEmailDomain(domain: string): boolean {
  return `@${domain}` !== REDACTED_DOMAIN && !PICTURE.test(domain);
}

/** A digit of a phone number. */
export const DIGIT = String.raw`[\d०-९]`;
/** What may stand between the digits of a phone number. */
export const GAP = String.raw`[ \u00a0.()/-]`;
export const BEFORE_PHONE = String.raw`(?<![\p{L}\p{M}\p{N}_.+-])`;
export const AFTER_PHONE = String.raw`(?![\p{L}\p{M}\p{N}_-]|\.\d)`;

const PHONE_NAME =
  /^(?:(?:user|parent|guardian|alternate|alt|contact|recovery|prev)?[_-]?(?:phone|mobile|msisdn|telephone|tel|whatsapp|fax)|contact)[_-]?(?:no|num|number)?$/i;
const ID_NAME = /^(?:mid|did|sid|msgid|checksum|hash|source_mid|documentKey|requestId|callId|documentId|ver)$/;

/** Whether a field of this name holds a phone number, however it is written: `phone`, `mobileNumber`. */
export function isPhoneField(name: string): boolean {
  return PHONE_NAME.test(name);
}

/** Whether a field of this name holds an id of telemetry. */
export function isIdField(name: string): boolean {
  return ID_NAME.test(name);
}

/** Stack traces name functions at files: `load@main.js`. */
const FILE_DOMAIN = /\.(?:[cm]?[jt]sx?|css|html?|png|jpe?g|svg|gif|webp|json|map)$/i;
/**
 * With the code of a country, or a mobile number of India without gaps. Other digits in a text may count or date
 * something, so they are masked in exports only.
 */
const SURE_PHONE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_+])(?:\+|%2B)[1-9](?:${GAP}{0,2}\d){9,13}${AFTER_PHONE}`,
    String.raw`(?<![\p{L}\p{M}\p{N}_.+:/=&?#-])(?:0|91)?[6-9]\d{9}(?![\p{L}\p{M}\p{N}_/:-]|\.\d)`,
  ].join('|'),
  'iu',
);

/** Returns what of a person a text surely holds, or `null` if it is none or may be something else. */
export function findPersonalData(text: string): 'email' | 'phone' | null {
  if (hasAtSign(text) && hasEmail(text)) return 'email';
  return SURE_PHONE.test(text) ? 'phone' : null;
}

function hasEmail(text: string): boolean {
  for (const [, , , domain = ''] of text.matchAll(EMAILS)) {
    if (isEmailDomain(domain) && !FILE_DOMAIN.test(domain)) return true;
  }
  return false;
}
