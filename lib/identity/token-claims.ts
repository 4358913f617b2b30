import { i18n } from '#i18n';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { fail, type Result, succeed } from '../result';

/** What a token says of itself (RFC 7519). Read, not verified: only its issuer's keys could do that. */
export interface DecodedToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
}

/** Reads a JSON Web Token. Fails where it is none: the token is good all the same, only nobody but its issuer can read it. */
export function decodeToken(token: string): Result<DecodedToken, 'opaque'> {
  const parts = token.split('.');
  if (parts.length !== 3) return fail('opaque');
  const [header, claims] = parts.map(decodePart);
  if (!isJsonObject(header) || !isJsonObject(claims)) return fail('opaque');
  return succeed({ header, claims });
}

function decodePart(part: string): Json | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** What the claims mean that matter here, in the order in which they are shown; the others follow by name. */
export const CLAIM_MEANINGS: Readonly<Record<string, string>> = {
  preferred_username: i18n.t('identity.theEntityThatItActs'),
  iss: i18n.t('identity.whoIssuedItARegistry'),
  exp: i18n.t('identity.whenItEnds'),
  iat: i18n.t('identity.whenItWasIssued'),
  nbf: i18n.t('identity.notGoodBeforeThisTime'),
  azp: i18n.t('identity.theClientThatItWas'),
  aud: i18n.t('identity.whomItIsMeantFor'),
  scope: i18n.t('identity.whatAboutTheEntityIt'),
  realm_access: i18n.t('identity.rolesInTheRealm'),
  resource_access: i18n.t('identity.rolesAtSingleClients'),
  sub: i18n.t('identity.theProvidersOwnIdOf'),
  sid: i18n.t('identity.theProvidersSession'),
  session_state: i18n.t('identity.theProvidersSessionInOlder'),
  typ: i18n.t('identity.theKindOfToken'),
  jti: i18n.t('identity.theTokensOwnId'),
  acr: i18n.t('identity.howTheUserWasAuthenticated'),
};

const TIMES = new Set(['exp', 'iat', 'nbf', 'auth_time']);

/** One line of a token view. */
export interface ClaimRow {
  readonly name: string;
  /** As it is read: text as it is, anything else as JSON. */
  readonly value: string;
  /** Milliseconds since 1970, where the claim is a time (RFC 7519: seconds). */
  readonly time: number | null;
  readonly meaning: string | null;
}

/** The claims as lines: the well-known ones first, then the rest by name. */
export function claimRows(claims: JsonObject): readonly ClaimRow[] {
  const known = Object.keys(CLAIM_MEANINGS).filter((name) => Object.hasOwn(claims, name));
  const others = Object.keys(claims).filter((name) => !Object.hasOwn(CLAIM_MEANINGS, name));
  return [...known, ...others.sort()].map((name) => rowOf(name, claims[name] ?? null));
}

function rowOf(name: string, value: Json): ClaimRow {
  const meaning = Object.hasOwn(CLAIM_MEANINGS, name) ? (CLAIM_MEANINGS[name] ?? null) : null;
  if (TIMES.has(name) && typeof value === 'number') return { name, value: `${value}`, time: value * 1000, meaning };
  const roles = isJsonObject(value) && Array.isArray(value.roles) ? value.roles.join(', ') : null;
  return { name, value: roles ?? (typeof value === 'string' ? value : JSON.stringify(value)), time: null, meaning };
}
