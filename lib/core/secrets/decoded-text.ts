import { findLastIndexAtMost } from '#core/util/binary-search';

/** A string with decoded escapes, and the original offset of each part. */
export interface DecodedText {
  readonly text: string;
  /** Maps a span of `text` to its span in the original. */
  readonly originalOf: (span: TextSpan) => TextSpan;
}

export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Limit of nested escapes, as of JSON inside JSON or a URL inside a URL. */
const MAX_DECODINGS = 3;

/**
 * Yields a string, then the string decoded once, twice and three times.
 * Ends early if there is nothing to decode.
 */
export function* decodeRepeatedly(text: string): Generator<DecodedText> {
  let decoded: DecodedText = { text, originalOf: (span) => span };
  yield decoded;
  for (let times = 0; times < MAX_DECODINGS; times += 1) {
    const next = decodeOnce(decoded.text);
    if (next === null) return;
    const { originalOf } = decoded;
    decoded = { text: next.text, originalOf: (span) => originalOf(next.originalOf(span)) };
    yield decoded;
  }
}

/**
 * Replaces each match of a pattern, also where its characters are escaped, as in a URL.
 * `mayMatch` is a fast test of a decoded text. `replace` gets the match in the text that is decoded most, and the
 * original text of the match.
 */
export function replaceDecoded(
  text: string,
  pattern: RegExp,
  mayMatch: (text: string) => boolean,
  isMatch: (match: RegExpExecArray) => boolean,
  replace: (match: RegExpExecArray, original: string) => string,
): string {
  const spans = [...decodeRepeatedly(text)]
    .reverse()
    .filter((decoded) => mayMatch(decoded.text))
    .flatMap((decoded) =>
      [...decoded.text.matchAll(pattern)]
        .filter(isMatch)
        .map((match) => ({ ...decoded.originalOf({ from: match.index, to: match.index + match[0].length }), match })),
    );
  return replaceSpans(text, spans, ({ from, to, match }) => replace(match, text.slice(from, to)));
}

/** Replaces the spans of a string. The replacement of the first of several overlapping spans replaces them all. */
export function replaceSpans<Span extends TextSpan>(
  text: string,
  spans: readonly Span[],
  replace: (span: Span) => string,
): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const span of [...spans].sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (span.to <= end) continue;
    if (span.from >= end) parts.push(text.slice(end, span.from), replace(span));
    end = span.to;
  }
  return [...parts, text.slice(end)].join('');
}

/**
 * Escapes of URLs and forms, of JSON and JavaScript, and of HTML.
 * Each ASCII character is a separate escape, so that a span can begin between two of them.
 */
const ESCAPES =
  /(?<bytes>%[0-7][\da-f]|(?:%[89a-f][\da-f])+)|\\u(?<unicode>[\da-f]{4})|\\x(?<hex>[\da-f]{2})|\\(?<short>["'\\/bfnrt])|&#x(?<htmlHex>[\da-f]{1,6});?|&#(?<html>\d{1,7});?|&(?<named>amp|lt|gt|quot|apos);/gi;
const MAX_CODE_POINT = 0x10ffff;

/** Offsets of the escapes. Four lists of numbers take a tenth of the memory of a list of objects. */
interface EscapeOffsets {
  readonly originalFrom: number[];
  readonly originalTo: number[];
  readonly from: number[];
  readonly to: number[];
}

/** Decodes the escapes of a string. Returns `null` if it has none. */
function decodeOnce(text: string): DecodedText | null {
  const escapes: EscapeOffsets = { originalFrom: [], originalTo: [], from: [], to: [] };
  const parts: string[] = [];
  let end = 0;
  let length = 0;
  for (const match of text.matchAll(ESCAPES)) {
    const plain = text.slice(end, match.index);
    const decoded = decodeEscape(match.groups ?? {});
    parts.push(plain, decoded);
    end = match.index + match[0].length;
    escapes.originalFrom.push(match.index);
    escapes.originalTo.push(end);
    escapes.from.push(length + plain.length);
    length += plain.length + decoded.length;
    escapes.to.push(length);
  }
  if (parts.length === 0) return null;
  parts.push(text.slice(end));
  return {
    text: parts.join(''),
    originalOf: ({ from, to }) => ({ from: originalStart(escapes, from), to: originalEnd(escapes, to) }),
  };
}

/** Maps the start of a span to its offset in the original. */
function originalStart({ originalFrom, originalTo, from, to }: EscapeOffsets, offset: number): number {
  const index = findLastIndexAtMost(from, offset, (start) => start);
  const end = to[index];
  if (end === undefined) return offset;
  return offset < end ? (originalFrom[index] ?? 0) : (originalTo[index] ?? 0) + offset - end;
}

/** Maps the end of a span to its offset in the original. */
function originalEnd({ originalTo, from, to }: EscapeOffsets, offset: number): number {
  const index = findLastIndexAtMost(from, offset - 1, (start) => start);
  const end = to[index];
  return end === undefined ? offset : (originalTo[index] ?? 0) + Math.max(0, offset - end);
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NAMED_ESCAPES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

type EscapeGroups = Readonly<Partial<Record<string, string>>>;

function decodeEscape({ bytes, unicode, hex, short, htmlHex, html, named }: EscapeGroups): string {
  if (bytes !== undefined) return decodePercentEscapes(bytes);
  if (short !== undefined) return SHORT_ESCAPES[short] ?? short;
  if (named !== undefined) return NAMED_ESCAPES[named.toLowerCase()] ?? '';
  // \u and \x write code units, so two of them may be one character.
  if (unicode !== undefined || hex !== undefined) {
    return String.fromCharCode(Number.parseInt(unicode ?? hex ?? '', 16));
  }
  const code = htmlHex === undefined ? Number(html) : Number.parseInt(htmlHex, 16);
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
}

const utf8 = new TextDecoder();

function decodePercentEscapes(percents: string): string {
  const bytes = percents.slice(1).split('%');
  return utf8.decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
