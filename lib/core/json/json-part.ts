import type { Message } from '#core/util/message';

/**
 * The position at which the text around an array resumes after the items, which are separate parts.
 * Lines and columns are those of the stream.
 */
export interface Resumption {
  /** Offset in the text, in UTF-16 units. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * A part of a stream of JSON texts.
 * Lines and columns are those of the whole stream, from 1.
 */
export type JsonPart = { readonly line: number; readonly column: number; readonly text: string } & (
  | { readonly type: 'array-begins'; readonly path: ArrayPath }
  /** An item of the array, not validated as JSON. */
  | { readonly type: 'item' }
  /** A whole text, not validated as JSON, without the reported items. */
  | { readonly type: 'value'; readonly resumptions: readonly Resumption[] }
  /** The reason why the text or item that begins here cannot be read. Its rest is skipped. */
  | { readonly type: 'fault'; readonly fault: Message }
);

/** Location of an array that is read item by item: the text itself, or one or two fields below it. */
export type ArrayPath = 'all' | 'records' | 'events' | 'log.entries';

/** Converts a position in the text of a part to the line and column in the stream. */
export function positionInPart(
  part: JsonPart,
  { offset, line, column }: { readonly offset: number; readonly line: number; readonly column: number },
): { readonly line: number; readonly column: number } {
  const resumption = part.type === 'value' ? part.resumptions.findLast((other) => other.offset <= offset) : undefined;
  const start = resumption ?? part;
  const before = resumption ? countLines(part.text, resumption.offset) : 0;
  const startOffset = resumption?.offset ?? 0;
  const lines = line - 1 - before;
  return { line: start.line + lines, column: lines > 0 ? column : start.column + offset - startOffset };
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let offset = text.indexOf('\n'); offset !== -1 && offset < end; offset = text.indexOf('\n', offset + 1))
    lines += 1;
  return lines;
}
