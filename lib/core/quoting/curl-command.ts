import { escapeJsonText, toOneLine } from './json-text';

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The shell variable with the token of the `Authorization` header. Unset if no token is sent. */
  readonly tokenVariable?: 'TOKEN';
  /** Body in JSON, or `null` for none. */
  readonly body: string | null;
}

/**
 * Limit of a body as an argument, in UTF-16 units. A longer body is read from the script.
 * Linux limits an argument to 128 KiB.
 */
const MAX_ARGUMENT_LENGTH = 40_000;
const END_OF_BODY = 'END_OF_BODY';
const METHOD = /^[A-Z]+$/;
/** Name of a header (RFC 9110, section 5.1). curl would read a file for a name that starts with `@`. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Writes a request as a curl command for a POSIX shell.
 * Writes a comment instead if curl would not send this request.
 */
export function formatCurlCommand(request: CurlRequest): string {
  const { method, headers, tokenVariable, body } = request;
  const url = httpUrl(request.url);
  if (url === null) return comment(`Not a command: the URL is not http or https: ${request.url}`);
  if (!METHOD.test(method)) return comment(`Not a command: the method is not in capital letters: ${method}`);
  const isSendable = ([name, value]: readonly [string, string]) => HEADER_NAME.test(name) && toOneLine(value) === value;
  const omitted = headers.filter((header) => !isSendable(header));
  const options = [
    "curl --globoff --proto '=http,https'",
    `--url ${quoteShellWord(url)}`,
    ...(method === impliedMethod(body) ? [] : [`--request ${quoteShellWord(method)}`]),
    ...headers.filter(isSendable).map((header) => `--header ${quoteShellWord(headerLine(header))}`),
    ...(tokenVariable === undefined ? [] : [`--header 'Authorization: Bearer '"$${tokenVariable}"`]),
  ];
  const notes = omitted.map(([name]) => `${comment(`Omitted, because it is not a header: ${name}`)}\n`).join('');
  return notes + withBody(options, body);
}

/** Writes untrusted text as a comment. It is harmless in a zsh prompt, too, which has no comments. */
function comment(text: string): string {
  return `# ${text.slice(0, MAX_COMMENT_LENGTH).replace(/[^\w .,:/-]/g, '_')}`;
}

const MAX_COMMENT_LENGTH = 200;

/** Normalizes a URL to ASCII without control characters, or returns `null` if it is not http or https. */
function httpUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

function impliedMethod(body: string | null): string {
  return body === null ? 'GET' : 'POST';
}

/** Writes a header. For curl, `Name;` is an empty header, and `Name:` removes the header. */
function headerLine([name, value]: readonly [string, string]): string {
  return value.trim() === '' ? `${name};` : `${name}: ${value}`;
}

function withBody(options: readonly string[], body: string | null): string {
  if (body === null) return options.join(LINE_CONTINUATION);
  const text = escapeJsonText(body);
  // A body with line feeds stays an argument, because one of its lines could end the here-document.
  if (text.length > MAX_ARGUMENT_LENGTH && !text.includes('\n')) {
    return `${[...options, `--data-binary @- <<'${END_OF_BODY}'`].join(LINE_CONTINUATION)}\n${text}\n${END_OF_BODY}`;
  }
  return [...options, `--data-raw ${quoteShellWord(text)}`].join(LINE_CONTINUATION);
}

const LINE_CONTINUATION = ' \\\n  ';

/**
 * Characters to escape.
 * Pasted into some terminals, a control character acts as a key: U+0003 interrupts.
 */
const SPECIAL = /'|\p{Cc}+(?:(?<=\n)\P{Cc})?/gu;

/**
 * Writes a string as one word of a POSIX shell.
 * The shell restores the string, except for U+0000, which no argument can hold, and for trailing line breaks.
 */
export function quoteShellWord(text: string): string {
  const quoted = text
    .replaceAll('\0', '')
    .replace(SPECIAL, (special) => (special === "'" ? String.raw`'\''` : `'"$(printf '${toOctalEscapes(special)}')"'`));
  return `'${quoted}'`;
}

/**
 * Writes characters as octal escapes.
 * The match extends past a line break, because command substitution drops trailing ones.
 */
function toOctalEscapes(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
