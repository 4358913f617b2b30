import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { decodeBase64 } from '#core/util/base64';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';

/** The claims of a token (RFC 7519), decoded but not verified: a verification needs the issuer's keys. */
export interface DecodedToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
}

/**
 * Reads a JSON Web Token.
 * Fails if the token is not a JWT. It is still usable, but only its issuer can read it.
 */
export function decodeToken(token: string): Result<DecodedToken, 'opaque'> {
  const parts = token.split('.');
  if (parts.length !== 3) return fail('opaque');
  const [header, claims] = parts.map(decodePart);
  if (!isJsonObject(header) || !isJsonObject(claims)) return fail('opaque');
  return succeed({ header, claims });
}

function decodePart(part: string): Json | undefined {
  const bytes = decodeBase64(part.replaceAll('-', '+').replaceAll('_', '/'));
  if (bytes === null) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Meanings of well-known claims, in the order in which they are shown.
 * Other claims follow by name.
 */
const CLAIM_MEANINGS: Readonly<Record<string, Message>> = {
  preferred_username: message('identity.claim.preferredUsername'),
  iss: message('identity.claim.iss'),
  exp: message('identity.claim.exp'),
  iat: message('identity.claim.iat'),
  nbf: message('identity.claim.nbf'),
  azp: message('identity.claim.azp'),
  aud: message('identity.claim.aud'),
  scope: message('identity.claim.scope'),
  realm_access: message('identity.claim.realmRoles'),
  resource_access: message('identity.claim.clientRoles'),
  sub: message('identity.claim.sub'),
  sid: message('identity.claim.sid'),
  session_state: message('identity.claim.sessionState'),
  typ: message('identity.claim.typ'),
  jti: message('identity.claim.jti'),
  acr: message('identity.claim.acr'),
};

const TIME_CLAIMS = new Set(['exp', 'iat', 'nbf', 'auth_time']);

/** Deeper JSON may overflow the stack of recursive functions. Claims in use have five levels. */
const MAX_CLAIM_LEVELS = 32;
/** More rows make the popup slow. Providers send some dozens of claims. */
const MAX_CLAIM_ROWS = 200;

/** Why a claim of a token cannot be shown. */
export const CLAIM_PROBLEMS = ['too-deep', 'not-finite'] as const;
/** One of {@link CLAIM_PROBLEMS}. */
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];

/** The claims that messages and views can contain, and the problems of the omitted claims, by name. */
export interface ReadableClaims {
  readonly claims: JsonObject;
  readonly omitted: Readonly<Record<string, ClaimProblem>>;
}

/** Separates the claims that no message or view can contain. Never throws, however deep a claim is. */
export function toReadableClaims(all: JsonObject): ReadableClaims {
  const checked = Object.entries(all).map(([name, value]) => ({ name, value, problem: claimProblem(value) }));
  return {
    claims: Object.fromEntries(
      checked.flatMap(({ name, value, problem }) => (problem === null ? [[name, value]] : [])),
    ),
    omitted: Object.fromEntries(checked.flatMap(({ name, problem }) => (problem === null ? [] : [[name, problem]]))),
  };
}

function claimProblem(claim: Json): ClaimProblem | null {
  const stack = [{ value: claim, level: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, level } = next;
    if (level > MAX_CLAIM_LEVELS) return 'too-deep';
    if (typeof value === 'number' && !Number.isFinite(value)) return 'not-finite';
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values<Json>(value)) stack.push({ value: inner, level: level + 1 });
  }
  return null;
}

/** Returns the algorithm in a token's header, or `null` if it isn't a string. */
export function algorithmOf({ alg }: JsonObject): string | null {
  return typeof alg === 'string' ? alg : null;
}

/** A row of a token view. */
export interface ClaimRow {
  readonly name: string;
  /** A string unchanged, any other value as JSON, or a message if the claim is omitted. */
  readonly value: MessageText;
  /** Milliseconds since 1970 if the claim is a time (RFC 7519: seconds) in the range of `Date`. */
  readonly time: number | null;
  readonly meaning: Message | null;
}

/**
 * Returns the claims as rows: first the well-known claims, then the others by name.
 * If there are too many, the last row has the number of omitted claims.
 */
export function toClaimRows({ claims, omitted }: ReadableClaims): readonly ClaimRow[] {
  const names = [...Object.keys(claims), ...Object.keys(omitted)];
  const wellKnown = Object.keys(CLAIM_MEANINGS).filter(
    (name) => Object.hasOwn(claims, name) || Object.hasOwn(omitted, name),
  );
  const others = names.filter((name) => !Object.hasOwn(CLAIM_MEANINGS, name)).sort();
  const sorted = [...wellKnown, ...others];
  const rows = sorted.slice(0, MAX_CLAIM_ROWS).map((name) => {
    const problem = Object.hasOwn(omitted, name) ? omitted[name] : undefined;
    return problem === undefined ? rowOf(name, claims[name] ?? null) : omittedRow(name, problem);
  });
  return sorted.length <= MAX_CLAIM_ROWS ? rows : [...rows, moreRow(sorted.length - MAX_CLAIM_ROWS)];
}

function rowOf(name: string, value: Json): ClaimRow {
  const meaning = meaningOf(name);
  if (TIME_CLAIMS.has(name) && typeof value === 'number')
    return { name, value: `${value}`, time: timeOf(value), meaning };
  const roles = isJsonObject(value) && Array.isArray(value.roles) ? value.roles.map(textOf).join(', ') : null;
  return { name, value: roles ?? textOf(value), time: null, meaning };
}

function omittedRow(name: string, problem: ClaimProblem): ClaimRow {
  const value =
    problem === 'too-deep'
      ? message('identity.claimValue.tooDeep', { levels: MAX_CLAIM_LEVELS })
      : message('identity.claimValue.notFinite');
  return { name, value, time: null, meaning: meaningOf(name) };
}

function moreRow(count: number): ClaimRow {
  return { name: '…', value: message('identity.claimValue.more', count, { claims: count }), time: null, meaning: null };
}

function meaningOf(name: string): Message | null {
  return Object.hasOwn(CLAIM_MEANINGS, name) ? (CLAIM_MEANINGS[name] ?? null) : null;
}

/** Returns `null` beyond the range of `Date`, which ends in the year 275760: its formatters would throw. */
function timeOf(seconds: number): number | null {
  return Math.abs(seconds * 1000) <= MAX_EPOCH_MS ? seconds * 1000 : null;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
