import { AMBIGUOUS_BITS, SERVICE_TOKEN_BITS, scanMarkers, USERINFO_BITS } from '#core/secrets/marker-scan';
import { hasSecretMarker, hasServiceTokenMarker, hasUserinfoMarker } from '#core/secrets/secret-markers';

/** The depth limit of `isKnownClean`. A text has at most as many levels as opening brackets. */
const MAX_BRACKETS = 200;

/**
 * Whether a quick search shows that the value of a JSON text has no secret.
 * The value then has at most {@link MAX_BRACKETS} levels. If the search is inconclusive, returns false.
 */
export function isKnownCleanText(json: string): boolean {
  return !hasSecretMarker(json) && countCharacter('{', json) + countCharacter('[', json) <= MAX_BRACKETS;
}

/**
 * A faster {@link isKnownCleanText}.
 * Most texts are scanned once, without a regular expression.
 *
 * @param decode returns the text of the bytes, which few texts need.
 */
export function areKnownCleanBytes(bytes: Uint8Array, from: number, to: number, decode: () => string): boolean {
  const markers = scanMarkers(bytes, from, to, MAX_BRACKETS);
  if (markers === 0) return true;
  if ((markers & ~(USERINFO_BITS | SERVICE_TOKEN_BITS | AMBIGUOUS_BITS)) !== 0) return false;
  const text = decode();
  if ((markers & AMBIGUOUS_BITS) !== 0) return isKnownCleanText(text);
  if ((markers & USERINFO_BITS) !== 0 && hasUserinfoMarker(text)) return false;
  return (markers & SERVICE_TOKEN_BITS) === 0 || !hasServiceTokenMarker(text);
}

function countCharacter(character: string, text: string): number {
  let count = 0;
  for (
    let offset = text.indexOf(character);
    offset !== -1 && count <= MAX_BRACKETS;
    offset = text.indexOf(character, offset + 1)
  )
    count += 1;
  return count;
}
