/**
 * Copies a string to separate memory.
 * A slice in V8 is a view of the whole text, which then stays in memory as long as the slice.
 */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** Removes the given characters from the end in linear time. `/[-.]+$/` would rescan each run of them. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
