/** As many levels as `isSurelyClean` takes: what has no more brackets has no more levels. */
const MAX_BRACKETS = 200;
/** A part of each name of a secret, and of each parameter of a URL that holds one. */
const NAME_PART = /pass|pwd|token|authoriz|secret|[-_ie]key/i;
const AUTHORIZATION = /\b(?:bearer|basic)\s/i;

/**
 * Whether the value of a JSON text surely has no secret and at most {@link MAX_BRACKETS} levels.
 * To search one text is half the work of visiting each text and name in its value. An escape may hide anything.
 */
export function isSurelyCleanText(json: string): boolean {
  return (
    !json.includes('\\') &&
    !NAME_PART.test(json) &&
    !json.includes('.eyJ') &&
    !(json.includes('@') && json.includes('://')) &&
    !AUTHORIZATION.test(json) &&
    countOf('{', json) + countOf('[', json) <= MAX_BRACKETS
  );
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1 && count <= MAX_BRACKETS; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
