/** The words with a full stop at their end, where they have none: in English or in Hindi. */
export function toSentence(words: string): string {
  return /[.।]$/u.test(words) ? words : `${words}.`;
}
