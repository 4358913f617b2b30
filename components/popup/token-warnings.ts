import { EXPIRES_SOON_MS } from '#components/i18n/format.ts';
import type { JsonObject } from '#core/json/json';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { i18n } from '#i18n';

/** A token's claims, and facts that the claims do not contain. */
export interface TokenFacts {
  readonly claims: JsonObject;
  /** Epoch milliseconds, by this machine's clock. */
  readonly accessExpiresAt: number;
  /** Issuer that the registry accepts. */
  readonly expectedIssuer: string;
}

/** The clocks of two machines rarely agree to the second. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** Returns warnings about a token, each a sentence with a remedy. */
export function tokenWarnings(facts: TokenFacts, now: number): readonly string[] {
  const warnings = [issuerWarning(facts), expiryWarning(facts, now), clockWarning(facts, now)];
  return warnings.filter((warning) => warning !== null);
}

/** Warns of an issuer mismatch: a registry rejects a valid token that was requested under another host name. */
function issuerWarning({ claims: { iss }, expectedIssuer }: TokenFacts): string | null {
  if (typeof iss !== 'string' || iss === expectedIssuer) return null;
  return i18n.t('identity.tokenWarning.issuer', { expectedIssuer, iss });
}

function expiryWarning({ accessExpiresAt }: TokenFacts, now: number): string | null {
  if (accessExpiresAt <= now) return i18n.t('identity.tokenWarning.expired');
  if (accessExpiresAt - now > EXPIRES_SOON_MS) return null;
  return i18n.t('identity.tokenWarning.expiresSoon');
}

/**
 * Warns if the clocks of this machine and the provider differ.
 * `accessExpiresAt` was computed by this machine's clock. The claim `exp` is the same time by the provider's clock.
 */
function clockWarning({ claims: { exp }, accessExpiresAt }: TokenFacts, now: number): string | null {
  if (typeof exp !== 'number' || accessExpiresAt <= now) return null;
  if (Math.abs(exp * 1000) > MAX_EPOCH_MS) return i18n.t('identity.tokenWarning.expOutOfRange', { exp });
  const providerAheadSeconds = Math.round((exp * 1000 - accessExpiresAt) / 1000);
  const seconds = Math.abs(providerAheadSeconds);
  if (seconds * 1000 <= MAX_CLOCK_SKEW_MS) return null;
  return providerAheadSeconds > 0
    ? i18n.t('identity.clockAhead', { seconds })
    : i18n.t('identity.clockBehind', { seconds });
}
