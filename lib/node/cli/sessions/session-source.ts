import { isUtf8 } from 'node:buffer';
import { eventOfRow, findInputContents, parseInputContents, parseItemContents } from '#core/formats/input-items';
import { recordContents } from '#core/formats/read/capture-contents';
import { createHarReader } from '#core/formats/read/har-contents';
import { positionOfFault } from '#core/formats/read/input-reader';
import type { InputStep } from '#core/formats/read/read-parts';
import type { Json } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { readJson } from '#core/json/json-reader';
import { hasMoreValuesThan, MAX_JSON_VALUES, parseShortJson, tooManyValuesMessage } from '#core/json/json-values';
import { englishText } from '#core/report/english-text';
import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { type MessageText, message } from '#core/util/message';
import type { CliDeps } from '../cli-deps';
import { createBodyDeps } from '../input/body-deps';
import { decodeInput } from '../input/decode-input';
import { BUFFER_BYTES, endOfLine, joinChunks, MAX_LINE_BYTES } from '../input/line-blocks';
import { readInputBlocks } from '../input/read-input';

/** Receives the items and faults of an input, in the order of the input. */
export interface SessionSink {
  readonly onItem: (json: Json, line: number) => void;
  /** Receives the line of a fault, and a sentence about it. */
  readonly onFault: (line: number, reason: string) => void;
}

/**
 * Reads the items of a file. Returns why the file cannot be read, as a part of a sentence, or `null`.
 * Rejects if an error occurs while the file is read.
 *
 * @param onBlock is called after each block. Resolves to `false` to stop reading.
 */
export async function readSessionItems(
  file: string,
  deps: Pick<CliDeps, 'open'>,
  sink: SessionSink,
  onBlock: () => Promise<boolean>,
): Promise<string | null> {
  const decoded = await decodeInput(deps.open(file));
  if (!decoded.ok) return decoded.failure;
  const { bytes, readAttachment } = decoded.value;
  const joinBuffer = new ArrayBuffer(BUFFER_BYTES);
  const readEntry = createHarReader();
  for await (const block of readInputBlocks(bytes, createBodyDeps(file, deps, readAttachment))) {
    if ('tooLongLine' in block) {
      sink.onFault(block.tooLongLine, `longer than ${MAX_LINE_BYTES / 1024 / 1024} MB`);
    } else if ('chunks' in block) {
      const { buffer, byteOffset, length } = joinChunks(block, joinBuffer);
      readLines(Buffer.from(buffer, byteOffset, length), block.firstLine, sink);
    } else for (const part of block.parts) readPart(part, sink, readEntry);
    if (!(await onBlock())) break;
  }
  return null;
}

function readLines(bytes: Buffer, firstLine: number, sink: SessionSink): void {
  let line = firstLine;
  const hasInvalidUtf8 = !isUtf8(bytes);
  for (let from = 0; from < bytes.length; line += 1) {
    const to = endOfLine(bytes, from);
    if (hasInvalidUtf8 && !isUtf8(bytes.subarray(from, to))) {
      sink.onFault(line, faultText(1, message('import.fault.invalidUtf8')));
    }
    const text = bytes.toString('utf8', from, to);
    from = to + 1;
    const json = parseShortJson(text);
    // Fast path: nearly all lines of a large file are plain events, or rows with one.
    const event = isPlainEvent(json) ? json : eventOfRow(json);
    if (event !== null) sink.onItem(event, line);
    else if (json !== undefined && !isDeeperThan(json, MAX_JSON_DEPTH)) {
      for (const item of parseInputContents(json).items) sink.onItem(item.json, line);
    } else if (text.trim() !== '') {
      // Merged files may have a byte order mark at any line.
      const part = { type: 'text' as const, line, column: 1, text: withoutByteOrderMark(text) };
      readText(part, sink, (value) => parseInputContents(value).items);
    }
  }
}

/** Formats a fault like `validate` does. */
function faultText(column: number, fault: MessageText): string {
  return `Column ${column}: ${englishText(fault)}`;
}

function isPlainEvent(json: Json | undefined): json is Json {
  return (
    typeof json === 'object' &&
    json !== null &&
    'eid' in json &&
    'edata' in json &&
    'context' in json &&
    !('event' in json || 'events' in json)
  );
}

type Items = readonly { readonly json: Json }[];
type TextPart = Extract<InputStep, { text: string }>;

function readPart(part: InputStep, sink: SessionSink, readEntry: ReturnType<typeof createHarReader>): void {
  switch (part.type) {
    case 'fault':
      sink.onFault(part.line, faultText(part.column, part.fault));
      break;
    case 'text':
      readText(part, sink, (json) => parseInputContents(json).items);
      break;
    case 'found':
      readText(part, sink, (json) => findInputContents(json)?.items ?? []);
      break;
    case 'item':
      readText(part, sink, (json): Items => {
        if (part.path === 'records') return [recordContents(json)];
        return part.path === 'log.entries' ? readEntry(json).items : parseItemContents(json).items;
      });
      break;
    default:
      break;
  }
}

function readText(part: TextPart, { onItem, onFault }: SessionSink, findItems: (json: Json) => Items): void {
  if (hasMoreValuesThan(part.text, MAX_JSON_VALUES)) {
    onFault(part.line, faultText(part.column, tooManyValuesMessage()));
    return;
  }
  const parsed = readJson(part.text);
  if (parsed.ok) {
    for (const { json } of findItems(parsed.value)) onItem(json, part.line);
    return;
  }
  const { line, column } = positionOfFault(part, parsed.failure);
  onFault(line, faultText(column, parsed.failure.message));
}
