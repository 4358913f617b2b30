import { isJsonObject } from '#core/json/json';
import { JsonTextStream } from '#core/json/json-in-text';
import { type ArrayPath, type JsonPart, positionInPart, type Resumption } from '#core/json/json-part';
import { type JsonFault, readJson } from '#core/json/json-reader';
import { JsonStream, type ShouldReadPart } from '#core/json/json-stream';
import type { TextPart } from '#core/json/text-parts';
import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { appendItems } from '#core/util/lists';
import { type MessageText, message } from '#core/util/message';
import { isCaptureFile } from '../capture/capture-header';
import { harEntries } from '../har-entries';
import { detectLayout, type InputLayout, layoutOfPart, MAX_FIRST_LINES_BYTES } from './input-layout';

/**
 * A JSON text of an input with its position, or the reason why a part is skipped.
 * Lines and columns count from 1.
 */
export type InputPart = { readonly line: number; readonly column: number } & (
  | { readonly type: 'text'; readonly text: string }
  /** JSON within a text. If it has no telemetry, it counts as text. */
  | { readonly type: 'found'; readonly text: string }
  /** The items of an array follow. `text` precedes them, closed so that it is JSON. */
  | { readonly type: 'begin'; readonly path: ArrayPath; readonly text: string }
  /** An item of an array of that kind. */
  | { readonly type: 'item'; readonly path: ArrayPath; readonly text: string }
  /** The text around the items of an array, without the items. */
  | {
      readonly type: 'around';
      readonly path: ArrayPath;
      readonly text: string;
      readonly resumptions: readonly Resumption[];
    }
  | { readonly type: 'fault'; readonly fault: MessageText }
  /** `lines` lines, starting at `line`, aren't JSON. */
  | { readonly type: 'skipped'; readonly lines: number }
);

const MAX_LINE_CHARS = 32 * 1024 * 1024;

interface Splitter {
  push(text: string): readonly InputPart[];
  end(): readonly InputPart[];
}

/**
 * Splits an input that arrives in chunks into parts. Its first lines decide the {@link InputLayout}.
 */
export class InputReader {
  #splitter: Splitter | null;
  #start = '';

  /** @param layout null to detect it */
  constructor(layout: InputLayout | null = null) {
    this.#splitter = layout === null ? null : splitters[layout]();
  }

  push(text: string): readonly InputPart[] {
    if (this.#splitter !== null) return this.#splitter.push(text);
    this.#start += text;
    const isLong = this.#start.length >= MAX_FIRST_LINES_BYTES;
    const layout = detectLayout(this.#start, false) ?? (isLong ? layoutOfPart(this.#start) : null);
    return layout === null ? [] : this.#begin(layout);
  }

  end(): readonly InputPart[] {
    const first = this.#splitter === null ? this.#begin(detectLayout(this.#start, true) ?? 'lines') : [];
    return [...first, ...(this.#splitter?.end() ?? [])];
  }

  #begin(layout: InputLayout): readonly InputPart[] {
    this.#splitter = splitters[layout]();
    const start = this.#start;
    this.#start = '';
    return this.#splitter.push(start);
  }
}

/** Returns the position in the input of a fault in the JSON text of a part. */
export function positionOfFault(
  part: Exclude<InputPart, { type: 'fault' | 'skipped' }>,
  fault: Pick<JsonFault, 'offset' | 'line' | 'column'>,
): { readonly line: number; readonly column: number } {
  const { line, column, text } = part;
  const resumptions = part.type === 'around' ? part.resumptions : [];
  return positionInPart({ type: 'value', line, column, text, resumptions }, fault);
}

const splitters: Readonly<Record<InputLayout, () => Splitter>> = {
  lines: createLineSplitter,
  document: createDocumentSplitter,
  text: () => createTextSplitter(new JsonTextStream()),
};

function createLineSplitter(): Splitter {
  let line = 1;
  let pieces: string[] = [];
  let length = 0;
  const endLine = (rest: string): readonly InputPart[] => {
    const isTooLong = length + rest.length > MAX_LINE_CHARS;
    // Merged files may have a byte order mark at any line.
    const text = isTooLong ? '' : withoutByteOrderMark(pieces.join('') + rest);
    pieces = [];
    length = 0;
    const position = { line, column: 1 };
    line += 1;
    if (isTooLong) {
      const fault = message('import.fault.partTooLong', { n: MAX_LINE_CHARS / 1024 / 1024 });
      return [{ type: 'fault', ...position, fault }];
    }
    return text.trim() === '' ? [] : [{ type: 'text', ...position, text }];
  };
  return {
    push(chunk) {
      const parts: InputPart[] = [];
      let from = 0;
      for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
        appendItems(parts, endLine(chunk.slice(from, end)));
        from = end + 1;
      }
      length += chunk.length - from;
      if (length > MAX_LINE_CHARS) pieces = [];
      else if (from < chunk.length) pieces.push(chunk.slice(from));
      return parts;
    },
    end: () => endLine(''),
  };
}

function createTextSplitter(stream: JsonTextStream): Splitter {
  const take = (parts: readonly TextPart[]) =>
    parts.map((part): InputPart => (part.type === 'json' ? { ...part, type: 'found' } : part));
  return { push: (text) => take(stream.push(text)), end: () => take(stream.end()) };
}

/** Creates a splitter for a document. Text after the document is searched for JSON. */
function createDocumentSplitter(): Splitter {
  const stream = new JsonStream(shouldReadArray);
  let path: ArrayPath | null = null;
  let rest: Splitter | null = null;
  const toInputPart = (part: JsonPart): InputPart => {
    const { line, column, text } = part;
    const position = { line, column };
    if (part.type === 'fault') return { type: 'fault', ...position, fault: part.fault };
    if (part.type === 'array-begins') {
      path = part.path;
      return { type: 'begin', ...position, path, text };
    }
    if (part.type === 'item')
      return path === null ? { type: 'text', ...position, text } : { type: 'item', ...position, path, text };
    const endedPath = path;
    path = null;
    if (endedPath === null) return { type: 'text', ...position, text };
    return { type: 'around', ...position, path: endedPath, text, resumptions: part.resumptions };
  };
  return {
    push(text) {
      if (rest !== null) return rest.push(text);
      const parts = stream.push(text).map(toInputPart);
      if (stream.rest === null) return parts;
      rest = createTextSplitter(new JsonTextStream(stream.rest));
      return [...parts, ...rest.push(stream.rest.text)];
    },
    end: () => (rest === null ? stream.end().map(toInputPart) : rest.end()),
  };
}

/**
 * Whether the items of an array are read one by one.
 * An event or a call may have a field with the same name, whose array is read as a whole.
 */
const shouldReadArray: ShouldReadPart = (path, head) => {
  if (path === 'all') return true;
  const read = readJson(head);
  if (!read.ok || !isJsonObject(read.value)) return false;
  if (path === 'records') return isCaptureFile(read.value);
  if (Object.hasOwn(read.value, 'eid') || Object.hasOwn(read.value, 'method')) return false;
  return path === 'events' || harEntries(read.value) !== null;
};
