import type { TextPosition } from './text-parts';

/** Creates a function that returns the position of an offset in a text. Offsets must ascend. */
export function createPositionFinder(text: string, start: TextPosition): (offset: number) => TextPosition {
  let line = start.line;
  let lineStart = 1 - start.column;
  let searchFrom = 0;
  return (offset) => {
    for (let end = text.indexOf('\n', searchFrom); end !== -1 && end < offset; end = text.indexOf('\n', searchFrom)) {
      line += 1;
      lineStart = end + 1;
      searchFrom = end + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
