/** What is hidden behind a pseudonym. */
export type RedactedKind = 'token' | 'email' | 'phone';

/**
 * Stands for values that must not be seen.
 * The same value always has the same pseudonym, and no other value has it.
 */
export interface Pseudonyms {
  /** `value` in the form in which equal ones are equal: an e-mail address in small letters, a phone number's digits. */
  of(kind: RedactedKind, value: string): string;
  /** How many different values of each kind were hidden. */
  counts(): Readonly<Record<RedactedKind, number>>;
}

/**
 * Creates pseudonyms in order of occurrence.
 * Examples: `token-1`, `phone-2`, `email-1@masked.invalid` (RFC 2606).
 */
export function createPseudonyms(): Pseudonyms {
  const known: Readonly<Record<RedactedKind, Map<string, number>>> = {
    token: new Map(),
    email: new Map(),
    phone: new Map(),
  };
  return {
    of(kind, value) {
      const numbers = known[kind];
      const number = numbers.get(value) ?? numbers.size + 1;
      numbers.set(value, number);
      return kind === 'email' ? `email-${number}${REDACTED_DOMAIN}` : `${kind}-${number}`;
    },
    counts: () => ({ token: known.token.size, email: known.email.size, phone: known.phone.size }),
  };
}

export const REDACTED_DOMAIN = '@masked.invalid';

/**
 * Whether a text was put there by an earlier masking.
 * It stays as it is, so that masking twice changes nothing.
 */
export function isPseudonym(text: string): boolean {
  return /^(?:(?:token|phone)-\d+|email-\d+@masked\.invalid|•••)$/.test(text);
}
