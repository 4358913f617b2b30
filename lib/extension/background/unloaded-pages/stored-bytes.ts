/**
 * Returns the bytes that a text takes in `storage.session`, by the stricter of two counts: Chromium counts UTF-8,
 * Firefox one or two bytes for each UTF-16 unit.
 */
export function storedBytes(text: string): number {
  const utf8 = new TextEncoder().encode(text).byteLength;
  return utf8 === text.length ? utf8 : Math.max(utf8, 2 * text.length);
}
