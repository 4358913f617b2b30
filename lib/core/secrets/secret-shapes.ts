import type { TextSpan } from './decoded-text';
import { SERVICE_TOKEN } from './service-tokens';

export type SecretShapeId =
  | 'jwt'
  | 'authorization'
  | 'password-in-url'
  | 'token-in-url'
  | 'signature-in-url'
  | 'sign-in-code'
  | 'cookie'
  | 'service-token'
  | 'private-key'
  | 'secret-in-text';

/** Where a secret stands in a text, and what it was recognized by. */
export interface SecretSpan extends TextSpan {
  readonly shape: SecretShapeId;
}

/** What a secret looks like. The pattern's group `secret` is the part that must not be seen. */
export interface SecretShape {
  readonly id: SecretShapeId;
  readonly pattern: RegExp;
  /** What a text with such a secret has in it: nearly every text has none. */
  readonly sign: string;
  /** What the pattern alone cannot tell. */
  readonly isSecret?: (secret: string) => boolean;
}

/**
 * Shapes that nothing else has: header and claims of a JSON Web Token always start as `{"`.
 * Each search is linear, as the tests of this file show: no two places where a match may start lead over the same text.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    id: 'jwt',
    pattern: /(?<![\w-])(?=[\w-]*\.eyJ[\w-]{8})[\w-]*?(?<secret>\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?)/g,
    sign: '.eyJ',
  },
  {
    id: 'authorization',
    pattern: /\bBearer\s+(?<secret>[\w.~+/-]{16,}=*)/gi,
    sign: '',
    isSecret: (secret) => !/^[a-z]+$/i.test(secret),
  },
  {
    id: 'authorization',
    pattern: /\bBasic\s+(?<secret>[\w+/-]{4,}={0,2})(?![\w+/-])/gi,
    sign: '',
    isSecret: isUserAndPassword,
  },
  {
    id: 'password-in-url',
    pattern: /(?<=[a-z\d+.-]):\/\/[^\s/:@]+:(?<secret>[^\s/@]+)@/gi,
    sign: '@',
  },
  {
    id: 'service-token',
    pattern: SERVICE_TOKEN,
    sign: '',
  },
  {
    id: 'private-key',
    pattern: /-----BEGIN (?:[A-Z]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?<secret>(?:[^-]|-(?!----))*)/g,
    sign: 'PRIVATE KEY',
    isSecret: (secret) => /[\w+/]{16}/.test(secret),
  },
];

/** Whether it is base64 of `user:password`, as words such as "Basic Mathematics" are not (RFC 7617). */
function isUserAndPassword(encoded: string): boolean {
  if (/^[A-Z]?[a-z]+$/.test(encoded)) return false;
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name and no password has one.
    return /^[^\x00-\x1f\x7f:]*:[^\x00-\x1f\x7f]*$/.test(text) && text.length > 1;
  } catch {
    return false;
  }
}
