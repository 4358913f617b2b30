/** Limit of a quoted term, so that a problem fits into one line. */
const MAX_QUOTED_CHARACTERS = 60;

/** Truncates a term for the sentence about its problem. */
export function truncateTerm(text: string): string {
  return text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text;
}
