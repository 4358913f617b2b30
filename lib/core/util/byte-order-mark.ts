/** First byte of a byte order mark in UTF-8. Only rare characters begin with it, too. */
export const BYTE_ORDER_MARK_START = 0xef;

/** Removes the byte order mark that some programs write before JSON (RFC 8259, section 8.1). */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
