import type { JsonObject } from '../json';

/** What is known of a token beside its claims. */
export interface TokenFacts {
  readonly claims: JsonObject;
  readonly tokenType: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly accessExpiresAt: number;
  /** Whose tokens the registry takes. */
  readonly expectedIssuer: string;
}

const SOON = 60_000;
/** Clocks of two machines seldom agree to the second. */
const TOLERATED_SKEW = 60_000;

/** What may go wrong with this token, each a sentence that says what to do. None: nothing is wrong. */
export function tokenWarnings(facts: TokenFacts, now: number): readonly string[] {
  const warnings = [issuerWarning(facts), typeWarning(facts), endWarning(facts, now), clockWarning(facts, now)];
  return warnings.filter((warning) => warning !== null);
}

/** The issuer trap: fetched through another address than the registry knows, a good token is refused. */
function issuerWarning({ claims: { iss }, expectedIssuer }: TokenFacts): string | null {
  if (typeof iss !== 'string' || iss === expectedIssuer) return null;
  return `The registry takes tokens of ${expectedIssuer}, but this one is of ${iss}: it will answer 401. Log in through the address that the registry knows, or correct the issuer of this environment.`;
}

/** Section 2.2. A session never has another type; a token that was put in by other means may. */
function typeWarning({ tokenType }: TokenFacts): string | null {
  if (tokenType === 'Bearer') return null;
  return `The type of this token is “${tokenType}”. It must be Bearer: this is the wrong token.`;
}

function endWarning({ accessExpiresAt }: TokenFacts, now: number): string | null {
  if (accessExpiresAt <= now) return 'This token has ended. Refresh it, or log in again.';
  if (accessExpiresAt - now > SOON) return null;
  return 'This token ends within a minute. Refresh it before you copy it.';
}

/** Section 2.2 gives seconds from now; `exp` is a time of the provider's clock. Far apart, one of the clocks is wrong. */
function clockWarning({ claims: { exp }, accessExpiresAt }: TokenFacts, now: number): string | null {
  if (typeof exp !== 'number' || accessExpiresAt <= now) return null;
  const skew = Math.round((exp * 1000 - accessExpiresAt) / 1000);
  if (Math.abs(skew) * 1000 <= TOLERATED_SKEW) return null;
  const way = skew > 0 ? 'ahead of' : 'behind';
  return `The provider’s clock is ${Math.abs(skew)} seconds ${way} this machine’s. Set the clocks, or registries may refuse the token.`;
}
