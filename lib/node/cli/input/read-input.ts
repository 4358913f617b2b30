import { isSession } from '#core/formats/session/session-head';
import { isJsonObject } from '#core/json/json';
import { findJsonFault, type JsonFault, readJson } from '#core/json/json-reader';
import { type ArrayPath, JsonStream, type WantsPart } from '#core/json/json-stream';
import type { MessageText } from '#core/util/message';
import type { Bytes } from './decode-input';
import { type LineBlock, readLineBlocks, type TooLongLine } from './line-blocks';
import { rejoinBytes } from './rejoin-bytes';

/** A JSON text of a document, with the line where it begins, or why it cannot be read. */
export type DocumentPart =
  | { readonly type: 'text'; readonly text: string; readonly line: number }
  /** Stands in an array of that kind. */
  | { readonly type: 'item'; readonly path: ArrayPath; readonly text: string; readonly line: number }
  /** What stands around the items of an array; they are omitted of it. */
  | { readonly type: 'around'; readonly path: ArrayPath; readonly text: string; readonly line: number }
  | { readonly type: 'fault'; readonly line: number; readonly column: number; readonly fault: MessageText };

export type InputBlock = LineBlock | TooLongLine | { readonly parts: readonly DocumentPart[] };

/** What has no line feed so far is read as a document, whose arrays are streamed. */
const MAX_FIRST_LINES_BYTES = 1024 * 1024;
/** Text that is scanned in one go, in bytes: what comes of it is checked and written before the next. */
const SCAN_BYTES = 64 * 1024;

/**
 * Reads an input as lines that are each a JSON text, or as JSON texts that go over lines.
 * The first lines tell. Items of long arrays come one by one.
 */
export async function* readInput(bytes: Bytes): AsyncGenerator<InputBlock> {
  const { start, all, isEnd } = await readFirstLines(bytes);
  if (isDocument(start, isEnd)) yield* readDocument(all);
  else yield* readLineBlocks(all);
}

async function readFirstLines(bytes: Bytes) {
  const rest = bytes[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let isEnd = false;
  while (length < MAX_FIRST_LINES_BYTES && isUndecided(nonBlankLines(text(held), false))) {
    const { done, value } = await rest.next();
    if (done) {
      isEnd = true;
      break;
    }
    held.push(value);
    length += value.length;
  }
  return { start: text(held), all: rejoinBytes(held, rest), isEnd };
}

const text = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('utf8');

/** The first two lines with something in them, as far as they are whole. */
function nonBlankLines(start: string, isEnd: boolean): readonly string[] {
  const lines = start.split('\n', 1_000);
  const whole = isEnd ? lines : lines.slice(0, -1);
  return whole.filter((line) => line.trim() !== '').slice(0, 2);
}

/** Whether another line could still say how the input is laid out. */
function isUndecided([first, second]: readonly string[]): boolean {
  if (first === undefined) return true;
  const fault = second === undefined ? findJsonFault(first) : null;
  return fault !== null && endsEarly(fault) && !first.trimStart().startsWith('[');
}

/** Whether a JSON text goes over several lines, or has no line feed where one should be by now. */
function isDocument(start: string, isEnd: boolean): boolean {
  const [first, second] = nonBlankLines(start, isEnd);
  if (first === undefined) return !isEnd;
  const fault = findJsonFault(first);
  if (fault === null || !endsEarly(fault)) return false;
  if (first.trimStart().startsWith('[')) return true;
  if (second === undefined) return !isEnd;
  if (isObject(second)) return false;
  const both = findJsonFault(`${first}\n${second}`);
  return both === null || endsEarly(both) || /[[{,]\s*$/.test(first);
}

function isObject(line: string): boolean {
  const read = readJson(line);
  return read.ok && isJsonObject(read.value);
}

/** It is the beginning of a JSON text. */
function endsEarly({ message }: JsonFault): boolean {
  const [first] = Array.isArray(message) ? message : [message];
  return typeof first === 'object' && 'code' in first && first.code.startsWith('jsonFault.endsBefore');
}

async function* readDocument(bytes: Bytes): AsyncGenerator<InputBlock> {
  const stream = new JsonStream(shouldReadArray);
  const decoder = new TextDecoder();
  let path: ArrayPath | null = null;
  const take = (parts: ReturnType<JsonStream['push']>): readonly DocumentPart[] =>
    parts.flatMap((part): readonly DocumentPart[] => {
      const { line, column, text } = part;
      if (part.type === 'fault') return [{ type: 'fault', line, column, fault: part.fault }];
      if (part.type === 'array-begins') {
        path = part.path;
        return [];
      }
      if (part.type === 'item')
        return [path === null ? { type: 'text', text, line } : { type: 'item', path, text, line }];
      const around = path;
      path = null;
      return [around === null ? { type: 'text', text, line } : { type: 'around', path: around, text, line }];
    });
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += SCAN_BYTES) {
      const scanned = decoder.decode(chunk.subarray(from, from + SCAN_BYTES), { stream: true });
      const parts = take(stream.push(scanned));
      if (parts.length > 0) yield { parts };
    }
  }
  yield { parts: take([...stream.push(decoder.decode()), ...stream.end()]) };
}

/**
 * Which arrays are read item by item.
 * An event or a call may have a field of such a name: that one is left whole.
 */
const shouldReadArray: WantsPart = (path, head) => {
  if (path === 'all') return true;
  const read = readJson(head);
  if (!read.ok || !isJsonObject(read.value)) return false;
  if (path === 'records') return isSession(read.value);
  return !Object.hasOwn(read.value, 'eid') && !Object.hasOwn(read.value, 'method');
};
