import { hasSecretSign } from '#core/secrets/secret-signs';

/** As many levels as `isSurelyClean` takes: what has no more brackets has no more levels. */
const MAX_BRACKETS = 200;
/** Of a letter, a digit or a sign that JSON need not escape. */
const HIDING_ESCAPE = /\\u00[2-7]/;

/**
 * Whether the value of a JSON text surely has no secret and at most {@link MAX_BRACKETS} levels.
 * To search one text is half the work of visiting each text and name in its value. Escapes may hide a secret.
 */
export function isSurelyCleanText(json: string): boolean {
  return !hasSecretSign(json) && !HIDING_ESCAPE.test(json) && countOf('{', json) + countOf('[', json) <= MAX_BRACKETS;
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1 && count <= MAX_BRACKETS; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
