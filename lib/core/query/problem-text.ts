/** A problem stands in one line. */
const MAX_QUOTED_CHARACTERS = 60;

/** What is quoted of a term in the sentence that says what is wrong with it. */
export function truncate(text: string): string {
  return text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text;
}
