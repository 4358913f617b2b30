import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { bytesOfBase64 } from '#core/util/base64';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { MAX_EPOCH_MS } from '../util/epoch';

/** The claims of a token (RFC 7519). Decoded, not verified: that needs its issuer's keys. */
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
  const bytes = bytesOfBase64(part.replaceAll('-', '+').replaceAll('_', '/'));
  if (bytes === null) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Meanings of well-known claims, in the order in which they are shown.
 * The others follow by name.
 */
const CLAIM_MEANINGS: Readonly<Record<string, Message>> = {
  preferred_username: message('identity.claim.sub'),
  iss: message('identity.claim.iss'),
  exp: message('identity.claim.exp'),
  iat: message('identity.claim.iat'),
  nbf: message('identity.claim.nbf'),
  azp: message('identity.claim.azp'),
  aud: message('identity.claim.aud'),
  scope: message('identity.claim.scope'),
  realm_access: message('identity.claim.realmRoles'),
  resource_access: message('identity.claim.clientRoles'),
  sub: message('identity.claim.userId'),
  sid: message('identity.claim.sid'),
  session_state: message('identity.claim.sessionState'),
  typ: message('identity.claim.typ'),
  jti: message('identity.claim.jti'),
  acr: message('identity.claim.acr'),
};

const TIMES = new Set(['exp', 'iat', 'nbf', 'auth_time']);

/** Deeper JSON overflows the stack of whatever recurses into it. Claims in use have five levels. */
const MAX_CLAIM_LEVELS = 32;
/** More rows make the popup slow; providers send some dozens. */
const MAX_CLAIM_ROWS = 200;

/** Why a claim of a token cannot be shown. */
export const CLAIM_PROBLEMS = ['too-deep', 'not-finite'] as const;
/** One of {@link CLAIM_PROBLEMS}. */
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];

/** The claims that can be passed on and shown, and why the others cannot, by name. */
export interface ReadableClaims {
  readonly claims: JsonObject;
  readonly omitted: Readonly<Record<string, ClaimProblem>>;
}

/** Separates the claims that no message and no view can hold. Never throws, however deep a claim is. */
export function readableClaims(all: JsonObject): ReadableClaims {
  const judged = Object.entries(all).map(([name, value]) => ({ name, value, problem: claimProblem(value) }));
  return {
    claims: Object.fromEntries(judged.flatMap(({ name, value, problem }) => (problem === null ? [[name, value]] : []))),
    omitted: Object.fromEntries(judged.flatMap(({ name, problem }) => (problem === null ? [] : [[name, problem]]))),
  };
}

function claimProblem(claim: Json): ClaimProblem | null {
  const open = [{ value: claim, level: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, level } = next;
    if (level > MAX_CLAIM_LEVELS) return 'too-deep';
    if (typeof value === 'number' && !Number.isFinite(value)) return 'not-finite';
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values<Json>(value)) open.push({ value: inner, level: level + 1 });
  }
  return null;
}

/** The algorithm that the header names, as text. */
export function algorithmOf({ alg }: JsonObject): string | null {
  return typeof alg === 'string' ? alg : null;
}

/** A row of a token view. */
export interface ClaimRow {
  readonly name: string;
  /** Its text: a string unchanged, any other value as JSON; a message if it is not shown. */
  readonly value: MessageText;
  /** Milliseconds since 1970, where the claim is a time (RFC 7519: seconds) that a calendar has. */
  readonly time: number | null;
  readonly meaning: Message | null;
}

/**
 * The claims as lines: the well-known ones first, then the rest by name.
 * Of very many, a last line says how many more.
 */
export function claimRows({ claims, omitted }: ReadableClaims): readonly ClaimRow[] {
  const names = [...Object.keys(claims), ...Object.keys(omitted)];
  const known = Object.keys(CLAIM_MEANINGS).filter(
    (name) => Object.hasOwn(claims, name) || Object.hasOwn(omitted, name),
  );
  const others = names.filter((name) => !Object.hasOwn(CLAIM_MEANINGS, name)).sort();
  const sorted = [...known, ...others];
  const rows = sorted.slice(0, MAX_CLAIM_ROWS).map((name) => {
    const problem = Object.hasOwn(omitted, name) ? omitted[name] : undefined;
    return problem === undefined ? rowOf(name, claims[name] ?? null) : omittedRow(name, problem);
  });
  return sorted.length <= MAX_CLAIM_ROWS ? rows : [...rows, moreRow(sorted.length - MAX_CLAIM_ROWS)];
}

function rowOf(name: string, value: Json): ClaimRow {
  const meaning = meaningOf(name);
  if (TIMES.has(name) && typeof value === 'number') return { name, value: `${value}`, time: timeOf(value), meaning };
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
  return { name: '…', value: message('identity.claimValue.more', { claims: count }), time: null, meaning: null };
}

function meaningOf(name: string): Message | null {
  return Object.hasOwn(CLAIM_MEANINGS, name) ? (CLAIM_MEANINGS[name] ?? null) : null;
}

/** `null` where no calendar has this time: `Date` ends in the year 275760, and its formatters throw beyond that. */
function timeOf(seconds: number): number | null {
  return Math.abs(seconds * 1000) <= MAX_EPOCH_MS ? seconds * 1000 : null;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
