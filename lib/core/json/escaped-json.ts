import { findJsonFault, isFault } from './json-reader';

/**
 * Limit of the nested escapes of one text.
 * A command in a log line needs 3 layers. More layers are an attack.
 */
const MAX_LAYERS = 4;
/** A quotation mark, with its escape in a string, a log of nginx, PowerShell, the Windows command line or markup. */
const QUOTE = /\\"|\\x22|`"|\^\\?\^?"|&(?:quot|#34|#x22);|"/gi;

/** An apostrophe in a quoted argument of a shell (POSIX, section 2.2.2). It is never a part of valid JSON. */
export const SHELL_APOSTROPHE = /'(?:\\'|"'")'/g;

/** The start of JSON before its first quotation mark. Line breaks may be escaped. */
const JSON_START = /^[\s{}[\],:^\\nrt]*$/;

/** Returns the offset of the next quotation mark, escaped or not, or the length of the text. */
export function indexOfQuote(text: string, from: number): number {
  QUOTE.lastIndex = from;
  return QUOTE.exec(text)?.index ?? text.length;
}

/**
 * Decodes JSON whose quotation marks are escaped, as in commands, dumps of databases and markup.
 * In JSON itself, the first quotation mark of a line isn't escaped. Such a text is returned unchanged.
 */
export function decodeEscapedJson(text: string): string {
  let decoded = text;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const quote = indexOfQuote(decoded, 0);
    const character = decoded.charAt(quote) || '"';
    if (character === '"' || !JSON_START.test(decoded.slice(0, quote))) break;
    if (decoded.startsWith('\\x', quote)) decoded = decoded.replace(/(?:\\x[\da-f]{2})+/gi, decodeBytes);
    else if (character === '&') decoded = decoded.replace(/&(#?\w+);/g, decodeEntity);
    else decoded = decoded.replace(new RegExp(`\\${character}(.)`, 'g'), decodeEscape);
  }
  return decoded;
}

/** An escape that isn't JSON, or an even number of backslashes before a quotation mark. */
export const DOUBLED_ESCAPE = /\\\\"|\\'|\{\s*\\[nrt]/;

/**
 * Decodes JSON whose backslashes are escaped, but not its quotation marks, as in `$'…'` of a shell and `COPY` of
 * PostgreSQL. Text that begins with valid JSON is returned unchanged. Returns `null` if decoding doesn't help.
 */
export function decodeDoubledEscapes(text: string): string | null {
  if (!/^\{\s*["\\]/.test(text) || beginsWithJson(text)) return text;
  const decoded = text.replace(/\\(.)/g, decodeEscape);
  return beginsWithJson(decoded) ? decoded : null;
}

function beginsWithJson(text: string): boolean {
  const fault = findJsonFault(text);
  return fault === null || isFault(fault, 'endExpected');
}

/** Line breaks become spaces. Outside of strings, they are layout. Within strings, they are escaped once more. */
function decodeEscape(escaped: string, character: string): string {
  if (character === 'u') return escaped;
  return /[nrt]/.test(character) ? ' ' : character;
}

/** Decodes the bytes of UTF-8. */
function decodeBytes(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll('\\x', '%'));
  } catch {
    return escaped;
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' }),
);

function decodeEntity(entity: string, name: string): string {
  // `#x22` is the number 0x22, and `#34` is 034, which is decimal here.
  const code = name.startsWith('#') ? Number(`0${name.slice(1)}`) : Number.NaN;
  if (code >= 0x20 && code <= 0x10_ffff) return String.fromCodePoint(code);
  return code < 0x20 ? ' ' : (ENTITIES.get(name) ?? entity);
}
