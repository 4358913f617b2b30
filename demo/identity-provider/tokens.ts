import { randomBytes, randomUUID } from 'node:crypto';
import {
  errors,
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { type DemoEntity, profileOf } from './entities';

/** Token lifetimes of a realm, in seconds. */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
}

/** One log-in, from the first token to the log-out. */
export interface ProviderSession {
  readonly id: string;
  readonly entity: DemoEntity;
  readonly clientId: string;
  readonly lifetimes: Lifetimes;
}

interface RefreshClaims {
  readonly sessionId: string;
  readonly tokenId: string;
  readonly clientId: string;
}

type ReadRefresh =
  | { readonly status: 'good'; readonly claims: RefreshClaims }
  | { readonly status: 'expired'; readonly claims: RefreshClaims }
  | { readonly status: 'invalid' }
  /** Issued through another URL of this provider. */
  | { readonly status: 'other-issuer' };

/** Signs and verifies the tokens of one issuer, which is the provider at one of its URLs. */
export interface TokenMint {
  access(session: ProviderSession): Promise<string>;
  refresh(session: ProviderSession, tokenId: string): Promise<string>;
  readRefresh(token: string): Promise<ReadRefresh>;
  readonly keys: JSONWebKeySet;
  readonly issuer: string;
}

export const SCOPE = 'email profile';

let keysOfThisProcess: Promise<GenerateKeyPairResult> | undefined;

/** Generates the keys once per process, which takes 0.1 s. They never leave the process. */
function signingKeys(): Promise<GenerateKeyPairResult> {
  keysOfThisProcess ??= generateKeyPair('RS256');
  return keysOfThisProcess;
}

/**
 * Creates token mints that sign like Keycloak.
 * Access tokens are signed with RS256, which anyone can verify, and refresh tokens with a secret. Without a configured
 * host name, Keycloak uses the URL of the request as the issuer: there is one mint for each.
 */
export async function createTokenMints(now: () => number): Promise<(issuer: string) => TokenMint> {
  const { privateKey, publicKey } = await signingKeys();
  const [kid, refreshKid] = [randomUUID(), randomUUID()];
  const secret = randomBytes(64);
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] };

  const token = (issuer: string, session: ProviderSession, tokenId: string, lifetime: number, claims: JWTPayload) => {
    const issuedAt = Math.floor(now() / 1000);
    const ids = { azp: session.clientId, sid: session.id, scope: SCOPE };
    const times = { iat: issuedAt, exp: issuedAt + lifetime };
    return new SignJWT({ iss: issuer, sub: session.entity.id, jti: tokenId, ...ids, ...times, ...claims });
  };

  return (issuer) => ({
    issuer,
    keys,
    access: (session) =>
      token(issuer, session, randomUUID(), session.lifetimes.access, accessClaims(session.entity))
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
        .sign(privateKey),
    refresh: (session, tokenId) =>
      token(issuer, session, tokenId, session.lifetimes.refresh, { typ: 'Refresh', aud: issuer })
        .setProtectedHeader({ alg: 'HS512', typ: 'JWT', kid: refreshKid })
        .sign(secret),
    readRefresh: (refreshToken) => readRefresh(refreshToken, secret, issuer, new Date(now())),
  });
}

function accessClaims(entity: DemoEntity): JWTPayload {
  const { email, firstName, lastName } = profileOf(entity);
  return {
    typ: 'Bearer',
    acr: '1',
    realm_access: { roles: entity.roles },
    email_verified: false,
    name: `${firstName} ${lastName}`,
    preferred_username: entity.userId,
    given_name: firstName,
    family_name: lastName,
    email,
  };
}

async function readRefresh(token: string, secret: Uint8Array, issuer: string, currentDate: Date): Promise<ReadRefresh> {
  try {
    const { payload } = await jwtVerify(token, secret, { issuer, currentDate });
    return readClaims(payload, 'good');
  } catch (problem) {
    if (problem instanceof errors.JWTClaimValidationFailed && problem.claim === 'iss')
      return { status: 'other-issuer' };
    return problem instanceof errors.JWTExpired ? readClaims(problem.payload, 'expired') : { status: 'invalid' };
  }
}

function readClaims({ sid, jti, azp }: JWTPayload, status: 'good' | 'expired'): ReadRefresh {
  if (typeof sid !== 'string' || typeof jti !== 'string' || typeof azp !== 'string') return { status: 'invalid' };
  return { status, claims: { sessionId: sid, tokenId: jti, clientId: azp } };
}
