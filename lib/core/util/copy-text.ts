/**
 * The same text in memory of its own.
 * V8 makes a slice of a text a view of the whole one, which then stays in memory as long as the slice.
 */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** Removes these characters from the end, in linear time: `/[-.]+$/` starts again at each run of them. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
