import { copyText } from '#core/util/copy-text';
import { decodeRepeatedly, replaceSpans, type TextSpan } from './decoded-text';
import { hasSecretMarker, hasServiceTokenMarker } from './secret-markers';
import {
  isCredentialHeader,
  isSecretName,
  isSecretNumber,
  isSessionCookie,
  isSignatureParameter,
  isTokenParameter,
} from './secret-names';
import { SECRET_SHAPES, type SecretShape, type SecretShapeId, type SecretSpan } from './secret-shapes';
import { createSignInSearch, endOfMatch } from './sign-in-codes';

/** Length of the shortest text with a secret: `?sig=a`. */
const MIN_SECRET_CHARS = 6;

/** Ids of events, contents and devices, which are most of the longer texts of an event. */
const PLAIN_ID = /^(?:[A-Z]{1,20}:|do_)?[\da-f-]+$/;
/** Limits of the cache for short texts, which events repeat. New texts beyond the limit are not cached. */
const MAX_CACHED_CHARS = 24;
const MAX_CACHED_TEXTS = 2_000;
const plainTexts = new Set<string>();

/** Whether a string is an id created by an SDK, which contains neither a secret nor an email address. */
export function isPlainId(text: string): boolean {
  return PLAIN_ID.test(text);
}

/** Whether a string has no secret. Must be fast, because it is called for each string of each event. */
export function isPlainText(text: string): boolean {
  if (text.length < MIN_SECRET_CHARS) return true;
  if (text.length <= MAX_CACHED_CHARS) return isPlainShortText(text);
  return isPlainId(text) || textsWithMarker.has(text) || !hasSecretMarker(text) || isPlainDespiteMarker(text);
}

/**
 * Limit of the cache for texts with a marker of a secret, such as call stacks.
 * They repeat, and are slow to search.
 */
const MAX_CHARS_WITH_MARKER = 500_000;
const textsWithMarker = new Set<string>();
let charsWithMarker = 0;

/** Whether a string with a marker is plain. Cached within the limit. */
function isPlainDespiteMarker(text: string): boolean {
  if (findSecretShape(text) !== null) return false;
  if (charsWithMarker + text.length <= MAX_CHARS_WITH_MARKER) {
    textsWithMarker.add(copyText(text));
    charsWithMarker += text.length;
  }
  return true;
}

/** Whether a short string is plain. Cached within the limit. */
function isPlainShortText(text: string): boolean {
  if (plainTexts.has(text)) return true;
  if (findSecretShape(text) !== null) return false;
  if (plainTexts.size < MAX_CACHED_TEXTS) plainTexts.add(text);
  return true;
}

/**
 * Returns the shape of the first secret in a string, or `null`.
 * Also finds a secret whose characters are escaped, as in a URL inside a URL or JSON inside JSON.
 */
export function findSecretShape(text: string): SecretShapeId | null {
  if (text.length < MIN_SECRET_CHARS || !hasSecretMarker(text)) return null;
  for (const decoded of decodeRepeatedly(text)) {
    for (const shape of SECRET_SHAPES) {
      if (findSpansOfShape(decoded.text, shape).length > 0) return shape.id;
    }
    const [namedSecret] = findNamedSecrets(decoded.text);
    if (namedSecret !== undefined) return namedSecret.shape;
  }
  return null;
}

/** Replaces each secret in a string. `replace` gets the secret without its escapes. */
export function replaceSecrets(text: string, replace: (secret: string) => string): string {
  return replaceSpans(text, findSecretSpans(text), ({ secret }) => replace(secret));
}

/** Returns the positions of the secrets in a string, each with its unescaped secret. They may overlap. */
export function findSecretSpans(text: string): readonly (TextSpan & { readonly secret: string })[] {
  if (text.length < MIN_SECRET_CHARS || !hasSecretMarker(text)) return [];
  return [...decodeRepeatedly(text)].flatMap((decoded) =>
    findSpans(decoded.text).map((span) => ({
      ...decoded.originalOf(span),
      secret: decoded.text.slice(span.from, span.to),
    })),
  );
}

function findSpans(text: string): readonly SecretSpan[] {
  return [...SECRET_SHAPES.flatMap((shape) => findSpansOfShape(text, shape)), ...findNamedSecrets(text)];
}

function findSpansOfShape(text: string, { id, pattern, marker, isSecret }: SecretShape): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (!text.includes(marker) || (id === 'service-token' && !hasServiceTokenMarker(text))) return spans;
  for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
    const secret = groups?.secret ?? '';
    if (isSecret?.(secret) === false) continue;
    const from = index + whole.lastIndexOf(secret);
    spans.push({ from, to: from + secret.length, shape: id });
  }
  return spans;
}

/**
 * A name and its separator before a value, or a list of values, in a query, a form, a header, JSON or a script.
 * In a form, the spaces of JSON are `+`.
 */
const NAMED =
  /(?<![\w.$-])(?<name>[A-Za-z][\w.-]{1,60})(?<separator>\]?["']?\s{0,3}(?::\+{1,3}(?=["'[])|[:=]\s{0,3}))(?<list>\[[\s+]{0,3}(?=["']))?(?<quote>["']?)/g;
const VALUE = /[^\s"'<>\\&#]*/y;
const QUOTED_VALUE: Readonly<Record<string, RegExp>> = { '"': /(?:[^\s"\\]|\\\S)*/y, "'": /(?:[^\s'\\]|\\\S)*/y };
const NEXT_ITEM = /["']\s{0,3},[\s+]{0,3}["']/y;
const MAX_LIST_ITEMS = 1_000;
const DIGITS = /\d{4,12}(?![\w.-])/y;
const COOKIE_PAIR = /[^\s=;,"']{1,60}=[^\s;,"']/y;
const REST_OF_LINE = /[^\r\n"']*/y;
const SCHEME = /(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate)\s{1,3}/iy;

/** Placeholders for a secret: templates, masks, and words for no value or a type of value. */
const PLACEHOLDER =
  /^(?:[{<[(:]|\$\{|\*+$|x{3,}$|\.{3}|(?:null|undefined|none|nil|true|false|yes|no|required|optional|invalid|missing|expired|empty|hidden|redacted|filtered|masked|string|text|token|password|secret|cookie|object|number|boolean)\b\W*$)/i;
const WORD = /^[A-Za-z]?[a-z]{0,14}$/;
/** A member expression of a script, such as `form.password`. */
const MEMBER_PATH = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+(?:\(|$)/i;

/** The name before a value. */
interface NamePart {
  readonly name: string;
  readonly separator: string;
  readonly quote: string;
  readonly isList: boolean;
  /** Whether the name is a parameter of a URL or a form: `&name=value`. */
  readonly isParameter: boolean;
}

/** The end of a value, and its secret part. */
interface ParsedValue {
  readonly to: number;
  readonly secret: TextSpan | null;
}

/**
 * Finds secrets by their names: `?token=…`, `"password":"…"`, `X-Api-Key: …`, `Cookie: …`.
 * Takes linear time, because no character is part of two values.
 */
function findNamedSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  const signInSearch = createSignInSearch(text);
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const from = NAMED.lastIndex;
    const { name = '', separator = '', list, quote = '' } = match.groups ?? {};
    const delimiter = text[match.index - 1] ?? '';
    const isAssigned = quote === '' && separator === '=';
    const isParameter = (isAssigned && '?&#;'.includes(delimiter || ' ')) || (quote === '' && separator === ']=');
    if (isAssigned) signInSearch.visit({ name, delimiter, from });
    const namePart = { name, separator, quote, isList: list !== undefined, isParameter };
    const shape = shapeByName(namePart);
    if (shape === null) continue;
    for (const { to, secret } of readValues(text, from, namePart)) {
      if (secret !== null) spans.push({ ...secret, shape });
      NAMED.lastIndex = Math.max(from, to);
    }
  }
  return [...spans, ...signInSearch.end()];
}

/** Returns the shape of a value by its name, or `null` if it is not the name of a secret. */
function shapeByName({ name, isParameter }: NamePart): SecretShapeId | null {
  if (isParameter && isSignatureParameter(name)) return 'signature-in-url';
  if (isSessionCookie(name) || /cookie$/i.test(name))
    return isSessionCookie(name) || isSecretName(name) ? 'cookie' : null;
  if (isParameter) return isTokenParameter(name) ? 'token-in-url' : null;
  if (!isSecretName(name)) return null;
  return isCredentialHeader(name) ? 'authorization' : 'secret-in-text';
}

/** Reads the value after a name. Reads the items of a list up to the first item without a secret. */
function* readValues(text: string, from: number, namePart: NamePart): Generator<ParsedValue> {
  let value = readValue(text, from, namePart);
  yield value;
  if (!namePart.isList) return;
  for (let items = 1; value.secret !== null && items < MAX_LIST_ITEMS; items += 1) {
    const next = endOfMatch(NEXT_ITEM, text, value.to);
    if (next === value.to) return;
    value = readValue(text, next, { ...namePart, quote: text[next - 1] ?? '' });
    yield value;
  }
}

function readValue(text: string, from: number, namePart: NamePart): ParsedValue {
  if (/cookie$/i.test(namePart.name)) return readCookies(text, from);
  if (namePart.quote !== '') return readQuoted(text, from, namePart.quote);
  // A quoted name with an unquoted value: a number in JSON, or no text at all.
  if (/["']/.test(namePart.separator)) return readNumber(text, from, namePart.name);
  const start = namePart.isParameter ? from : endOfMatch(SCHEME, text, from);
  const end = endOfMatch(VALUE, text, start);
  const to = namePart.isParameter ? end : withoutPunctuation(text, start, end);
  const value = text.slice(start, to);
  return { to: end, secret: isSecretValue(value, text[end] ?? '', namePart) ? { from: start, to } : null };
}

function readCookies(text: string, from: number): ParsedValue {
  if (endOfMatch(COOKIE_PAIR, text, from) === from) return { to: from, secret: null };
  const to = endOfMatch(REST_OF_LINE, text, from);
  return { to, secret: { from, to } };
}

/** Reads a quoted value. A value with a space is a sentence about a password, not a password. */
function readQuoted(text: string, from: number, quote: string): ParsedValue {
  const start = endOfMatch(SCHEME, text, from);
  const to = endOfMatch(QUOTED_VALUE[quote] ?? VALUE, text, start);
  const isComplete = to === text.length || text[to] === quote;
  const isSecret = isComplete && to > start && !PLACEHOLDER.test(text.slice(start, to));
  return { to, secret: isSecret ? { from: start, to } : null };
}

function readNumber(text: string, from: number, name: string): ParsedValue {
  const to = endOfMatch(DIGITS, text, from);
  return { to, secret: isSecretNumber(name, Number(text.slice(from, to))) ? { from, to } : null };
}

function isSecretValue(value: string, next: string, { name, separator, isParameter }: NamePart): boolean {
  if (value === '' || PLACEHOLDER.test(value)) return false;
  if (isParameter || (separator === '=' && (next === '&' || isSessionCookie(name)))) return true;
  if (/otp$/i.test(name)) return /^\d{4,8}$/.test(value);
  if (isCredentialHeader(name)) return value.length >= 4 && !WORD.test(value);
  const minLength = separator !== '=' && /^(?:token|secret|jwt)$/i.test(name) ? 16 : 6;
  return value.length >= minLength && /\d/.test(value) && !MEMBER_PATH.test(value);
}

function withoutPunctuation(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && '.,;:)]}'.includes(text[end - 1] ?? ' ')) end -= 1;
  return end;
}
