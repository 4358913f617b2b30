import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { joinBytes } from '#core/util/join-bytes';
import { type Message, message } from '#core/util/message';
import type { HarBodies } from './har-bodies';
import type { InputLayout } from './input-layout';
import { type InputPart, InputReader } from './input-reader';

/** Number of bytes that are scanned in one step. */
const SCAN_BYTES = 64 * 1024;

/** A step of reading an input. */
export type InputStep = InputPart | { readonly type: 'warning'; readonly message: Message } | { readonly type: 'end' };

/**
 * Reads an input in UTF-8, of any layout, in steps. The last step is `end`.
 * HAR entries come with the bodies of their requests decoded.
 *
 * @param layout null to detect it
 */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  bodies: HarBodies,
  layout: InputLayout | null = null,
): AsyncGenerator<readonly InputStep[]> {
  const reader = new InputReader(layout);
  const utf8 = new Utf8Reader();
  const steps = ({ text, invalidLines }: ReturnType<Utf8Reader['read']>) => [
    ...invalidLines.map(
      (line): InputPart => ({ type: 'fault', line, column: 1, fault: message('import.fault.invalidUtf8') }),
    ),
    ...reader.push(text),
  ];
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += SCAN_BYTES) {
      yield await bodies.decode(steps(utf8.read(chunk.subarray(from, from + SCAN_BYTES))));
    }
  }
  yield await bodies.decode([...steps(utf8.end()), ...reader.end()]);
  yield [...bodies.warnings().map((warning) => ({ type: 'warning', message: warning }) as const), { type: 'end' }];
}

const LINE_FEED = 0x0a;

/** Decodes UTF-8 that arrives in chunks, and names the lines that have invalid bytes. */
class Utf8Reader {
  readonly #strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The beginning of a character whose end is in the next chunk. */
  #pending: Uint8Array = new Uint8Array(0);
  #line = 1;
  #lastInvalid = 0;
  #isFirst = true;

  /**
   * Returns the text of the next bytes.
   * Invalid bytes become U+FFFD; `invalidLines` has each of their lines once.
   */
  read(chunk: Uint8Array): { readonly text: string; readonly invalidLines: readonly number[] } {
    const bytes = this.#pending.length === 0 ? chunk : joinBytes([this.#pending, chunk]);
    const end = endOfWholeCharacters(bytes);
    this.#pending = bytes.slice(end);
    return this.#decode(bytes.subarray(0, end));
  }

  /** Returns the text of an incomplete character at the end of the input. */
  end(): { readonly text: string; readonly invalidLines: readonly number[] } {
    return this.#decode(this.#pending);
  }

  #decode(bytes: Uint8Array): { readonly text: string; readonly invalidLines: readonly number[] } {
    let text: string;
    let invalidLines: readonly number[] = [];
    try {
      text = this.#strict.decode(bytes);
    } catch {
      text = this.#lenient.decode(bytes);
      invalidLines = this.#linesWithInvalid(bytes);
    }
    for (let offset = text.indexOf('\n'); offset !== -1; offset = text.indexOf('\n', offset + 1)) this.#line += 1;
    if (this.#isFirst) text = withoutByteOrderMark(text);
    if (bytes.length > 0) this.#isFirst = false;
    return { text, invalidLines };
  }

  #linesWithInvalid(bytes: Uint8Array): readonly number[] {
    const lines: number[] = [];
    let line = this.#line;
    for (let from = 0; from <= bytes.length; line += 1) {
      const feed = bytes.indexOf(LINE_FEED, from);
      const to = feed === -1 ? bytes.length : feed;
      if (line > this.#lastInvalid && !this.#isValid(bytes.subarray(from, to))) {
        lines.push(line);
        this.#lastInvalid = line;
      }
      from = to + 1;
    }
    return lines;
  }

  #isValid(bytes: Uint8Array): boolean {
    try {
      this.#strict.decode(bytes);
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns the offset after the last complete character (RFC 3629): at most three bytes before the end. */
function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    return lengthOfCharacter(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Returns the number of bytes of a character by its first byte, which is not ASCII. */
function lengthOfCharacter(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  return firstByte >= 0xe0 ? 3 : 2;
}
