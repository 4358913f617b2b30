/**
 * Behind the closing quote of the JSON string that begins at an offset; the end of the text where it is not closed. Not by a
 * regular expression: those give up on strings of some megabytes.
 */
export function endOfJsonString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const sign = text[offset];
    if (sign === '"') return offset + 1;
    if (sign === '\\') offset += 1;
  }
  return text.length;
}
