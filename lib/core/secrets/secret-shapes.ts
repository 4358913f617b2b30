import { findMin } from '#core/util/extremes';
/** What a secret looks like. The pattern's group `secret` is the part that must not be seen. */
export interface SecretShape {
  readonly id: 'jwt' | 'authorization' | 'password-in-url' | 'token-in-url';
  readonly pattern: RegExp;
  /** What a text with such a secret has in it: asked first, as nearly every text of an event has none of them. */
  readonly signs: readonly string[];
  /** No shorter text holds one. */
  readonly shortest: number;
}

/**
 * Shapes that nothing else has: header and claims of a JSON Web Token always start as `{"`.
 * Each search is linear, as the tests of this file show: no two places where a match may start lead over the same text.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    id: 'jwt',
    pattern: /(?<![\w-])(?=[\w-]*\.eyJ[\w-]{8})[\w-]*?(?<secret>\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?)/g,
    signs: ['.eyJ'],
    shortest: 23,
  },
  {
    id: 'authorization',
    pattern: /\b(?:Bearer|Basic)\s+(?<secret>[\w.~+/-]{16,}=*)/gi,
    signs: [],
    shortest: 22,
  },
  {
    id: 'password-in-url',
    pattern: /(?<=[a-z\d+.-]):\/\/[^\s/:@]+:(?<secret>[^\s/@]+)@/gi,
    signs: ['://', '@'],
    shortest: 8,
  },
  {
    id: 'token-in-url',
    pattern: /[?&#](?:access_token|refresh_token|id_token|password|client_secret)=(?<secret>[^&#\s]+)/gi,
    signs: ['='],
    shortest: 11,
  },
];

/** No shorter text holds a secret of any shape. */
export const MIN_SECRET_CHARS = findMin(SECRET_SHAPES.map(({ shortest }) => shortest));

/**
 * Names of fields whose value is a secret whatever it looks like.
 * `tokenType` and `passwordLength` are none.
 */
const SECRET_NAME =
  /^(?:pass(?:word|wd|phrase|code)|pwd|user_?pass(?:word)?|(?:access|refresh|id|auth|bearer|api|user|session)?[_-]?token|authorization|client[_-]?secret|secret|api[_-]?key|private[_-]?key|x-authenticated-user-token)$/i;

/** Events have the same few names over and over; a page that makes up new ones gains nothing. */
const MAX_CACHED_NAMES = 2_000;
const judged = new Map<string, boolean>();

/** Whether a field of this name holds a secret: `password`, `access_token`, `apiKey`. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name);
  if (judged.size < MAX_CACHED_NAMES && name.length <= 100) judged.set(name, isSecret);
  return isSecret;
}

/** What the text holds by its looks, or null. */
export function secretShapeIn(text: string): SecretShape | null {
  for (const shape of SECRET_SHAPES) {
    if (text.length < shape.shortest || !hasAll(text, shape.signs)) continue;
    if (text.search(shape.pattern) !== -1) return shape;
  }
  return null;
}

function hasAll(text: string, signs: readonly string[]): boolean {
  for (const sign of signs) if (!text.includes(sign)) return false;
  return true;
}
