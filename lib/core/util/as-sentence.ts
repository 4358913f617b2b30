/** The words with a full stop at their end, where they have none: in English or in Hindi. */
export function toSentence(text: string): string {
  return /[.।]$/u.test(text) ? text : `${text}.`;
}
