import type { JsonObject } from '#core/json/json';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { i18n } from '#i18n';

/** Facts about a token beside its claims. */
export interface TokenFacts {
  readonly claims: JsonObject;
  readonly tokenType: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly accessExpiresAt: number;
  /** Issuer that the registry accepts. */
  readonly expectedIssuer: string;
}

const SOON = 60_000;
/** Clocks of two machines seldom agree to the second. */
const TOLERATED_SKEW = 60_000;

/** Returns warnings about a token, each a sentence with a remedy. */
export function tokenWarnings(facts: TokenFacts, now: number): readonly string[] {
  const warnings = [issuerWarning(facts), typeWarning(facts), endWarning(facts, now), clockWarning(facts, now)];
  return warnings.filter((warning) => warning !== null);
}

/** The issuer trap: fetched through another address than the registry knows, a good token is refused. */
function issuerWarning({ claims: { iss }, expectedIssuer }: TokenFacts): string | null {
  if (typeof iss !== 'string' || iss === expectedIssuer) return null;
  return i18n.t('identity.tokenWarning.issuer', { expectedIssuer, iss });
}

/** Section 2.2. A session never has another type; a token that was put in by other means may. */
function typeWarning({ tokenType }: TokenFacts): string | null {
  if (tokenType === 'Bearer') return null;
  return i18n.t('identity.tokenWarning.type', { tokenType });
}

function endWarning({ accessExpiresAt }: TokenFacts, now: number): string | null {
  if (accessExpiresAt <= now) return i18n.t('identity.tokenWarning.expired');
  if (accessExpiresAt - now > SOON) return null;
  return i18n.t('identity.tokenWarning.expiresSoon');
}

/**
 * Section 2.2 gives seconds from now; `exp` is a time of the provider's clock.
 * Far apart, one of the clocks is wrong.
 */
function clockWarning({ claims: { exp }, accessExpiresAt }: TokenFacts, now: number): string | null {
  if (typeof exp !== 'number' || accessExpiresAt <= now) return null;
  if (Math.abs(exp * 1000) > MAX_EPOCH_MS) return i18n.t('identity.tokenWarning.expOutOfRange', { exp });
  const skew = Math.round((exp * 1000 - accessExpiresAt) / 1000);
  if (Math.abs(skew) * 1000 <= TOLERATED_SKEW) return null;
  const seconds = Math.abs(skew);
  return skew > 0 ? i18n.t('identity.clockAhead', { seconds }) : i18n.t('identity.clockBehind', { seconds });
}
