/** What a secret looks like, and what it is called. */
export interface SecretShape {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Shapes that nothing else has: header and claims of a JSON Web Token always start as `{"`. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  { name: 'a JSON Web Token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g },
  { name: 'an Authorization header', pattern: /\b(?:Bearer|Basic)\s+[\w.~+/-]{16,}=*/gi },
  { name: 'a password in an address', pattern: /\b[a-z][a-z\d+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/gi },
  {
    name: 'a token in an address',
    pattern: /[?&#](?:access_token|refresh_token|id_token|password|client_secret)=[^&#\s]+/gi,
  },
];

/** Names of fields whose value is a secret whatever it looks like. `tokenType` and `passwordLength` are none. */
const SECRET_NAME =
  /^(?:pass(?:word|wd|phrase|code)|pwd|user_?pass(?:word)?|(?:access|refresh|id|auth|bearer|api|user|session)?[_-]?token|authorization|client[_-]?secret|secret|api[_-]?key|private[_-]?key|x-authenticated-user-token)$/i;

/** Whether a field of this name holds a secret: `password`, `access_token`, `apiKey`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
