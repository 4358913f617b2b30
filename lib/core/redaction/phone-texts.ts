import { isPseudonym, type Pseudonyms } from './pseudonyms';

/** What holds digits and is no phone number: matched first, and left alone. */
const NO_PHONE = [
  String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`,
  String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
];
const DIGIT = String.raw`[\d०-९]`;
const GAP = String.raw`[ \u00a0.()/-]`;
const BEFORE = String.raw`(?<![\p{L}\p{M}\p{N}_.+-])`;
const AFTER = String.raw`(?![\p{L}\p{M}\p{N}_-]|\.\d)`;
const PHONES = [
  // E.164, written in any way: +91 98765 43210, +1 (555) 123-4567, %2B919876543210.
  String.raw`(?<![\p{L}\p{N}_+])(?:\+|%2B)[1-9१-९](?:${GAP}{0,2}${DIGIT}){7,14}${AFTER}`,
  String.raw`${BEFORE}00[1-9]\d{0,2}${GAP}?\d(?:${GAP}?\d){6,11}${AFTER}`,
  // A mobile number in India: ten digits from 6 on. Epoch seconds begin with 1, milliseconds have 13 digits.
  `${BEFORE}(?:0|91[ -]?)?[6-9६-९]${DIGIT}{9}${AFTER}`,
  `${BEFORE}(?:0|91[ -])?[6-9६-९]${DIGIT}{4}[ -]${DIGIT}{5}${AFTER}`,
  // With an area code: (022) 2345 6789, 022-23456789, 555-123-4567, (555) 123-4567.
  String.raw`${BEFORE}\(0\d{2,4}\)[ -]?\d{3,4}[ -]?\d{3,4}${AFTER}`,
  String.raw`${BEFORE}0\d{2,4}[ -]\d{6,8}${AFTER}`,
  String.raw`${BEFORE}(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}${AFTER}`,
];
const PHONE = new RegExp(`(${NO_PHONE.join('|')})|${PHONES.join('|')}`, 'giu');
const SEVEN_DIGITS = /(?:[\d०-९][^\d०-९]{0,3}){7}/;

const PHONE_NAME =
  /^(?:(?:user|parent|guardian|alternate|alt|contact|recovery|prev)?[_-]?(?:phone|mobile|msisdn|telephone|tel|whatsapp|fax)|contact)[_-]?(?:no|num|number)?$/i;
const ID_NAME = /^(?:mid|did|sid|msgid|checksum|hash|source_mid|documentKey|requestId|callId|documentId|ver)$/;

/** Whether a field of this name holds a phone number, however it is written: `phone`, `mobileNumber`. */
export function isPhoneField(name: string): boolean {
  return PHONE_NAME.test(name);
}

/** All digits of the value are a phone number. */
export function redactPhone(text: string, pseudonyms: Pseudonyms): string {
  const digits = digitsOf(text);
  return digits.length < 5 || isPseudonym(text) ? text : pseudonyms.of('phone', numberKey(digits));
}

/** Whether a field of this name holds an id of telemetry. */
export function isIdField(name: string): boolean {
  return ID_NAME.test(name);
}

/** The same text with every phone number replaced. */
export function redactPhones(text: string, pseudonyms: Pseudonyms): string {
  if (!SEVEN_DIGITS.test(text)) return text;
  return text.replace(PHONE, (whole: string, other: string | undefined) =>
    other === undefined ? pseudonyms.of('phone', numberKey(digitsOf(whole))) : whole,
  );
}

/** In Latin digits. The `2` of `%2B` is a plus. */
function digitsOf(text: string): string {
  const latin = text.replace(/%2B/gi, '').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  return latin.replace(/\D/g, '');
}

/** With and without the country's code it is the same number. */
function numberKey(digits: string): string {
  return digits.slice(-10);
}
