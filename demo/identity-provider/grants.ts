import { randomUUID } from 'node:crypto';
import { type Answer, answer, refusals } from './answers';
import type { DemoEntity } from './entities';
import { type Lifetimes, type ProviderSession, SCOPE, type TokenMint } from './tokens';

/** The clients of the realm: the registry's own, and one on which password log-in is off. */
const CLIENTS: Readonly<Record<string, { readonly directAccess: boolean }>> = {
  'registry-frontend': { directAccess: true },
  'admin-portal': { directAccess: false },
};

interface OpenSession extends ProviderSession {
  /** The one refresh token that is still good: each is good once. */
  readonly refreshTokenId: string;
}

export interface Grants {
  token(form: URLSearchParams): Promise<Answer>;
  logout(form: URLSearchParams): Promise<Answer>;
  /** Ends every session, as an administrator can. */
  endSessions(): void;
}

export function createGrants(entities: readonly DemoEntity[], mint: TokenMint, lifetimes: Lifetimes): Grants {
  const sessions = new Map<string, OpenSession>();

  async function issue(session: ProviderSession): Promise<Answer> {
    const refreshTokenId = randomUUID();
    sessions.set(session.id, { ...session, refreshTokenId });
    return answer(200, {
      access_token: await mint.access(session),
      expires_in: lifetimes.access,
      refresh_expires_in: lifetimes.refresh,
      refresh_token: await mint.refresh(session, refreshTokenId),
      token_type: 'Bearer',
      'not-before-policy': 0,
      session_state: session.id,
      scope: SCOPE,
    });
  }

  async function byPassword(form: URLSearchParams, clientId: string): Promise<Answer> {
    if (!CLIENTS[clientId]?.directAccess) return refusals.noDirectAccess;
    const userId = form.get('username');
    if (userId === null) return refusals.noUsername;
    const entity = entities.find((known) => known.userId === userId);
    if (entity === undefined || form.get('password') !== entity.password) return refusals.wrongCredentials;
    if (entity.state === 'disabled') return refusals.disabled;
    if (entity.state === 'temporary-password') return refusals.notSetUp;
    return issue({ id: randomUUID(), entity, clientId });
  }

  async function sessionOf(form: URLSearchParams, clientId: string): Promise<OpenSession | Answer> {
    const token = form.get('refresh_token');
    if (token === null) return refusals.noRefreshToken;
    const read = await mint.readRefresh(token);
    if (read.status === 'expired') return refusals.refreshTokenOver;
    if (read.status === 'invalid' || read.claims.clientId !== clientId) return refusals.badRefreshToken;
    const session = sessions.get(read.claims.sessionId);
    if (session === undefined) return refusals.sessionOver;
    return session.refreshTokenId === read.claims.tokenId ? session : refusals.refreshTokenUsed;
  }

  return {
    async token(form) {
      const grant = form.get('grant_type');
      if (grant === null) return refusals.noGrantType;
      const clientId = form.get('client_id') ?? '';
      if (!Object.hasOwn(CLIENTS, clientId)) return refusals.unknownClient;
      if (grant === 'password') return byPassword(form, clientId);
      if (grant !== 'refresh_token') return refusals.unsupportedGrant;
      const session = await sessionOf(form, clientId);
      return 'status' in session ? session : issue(session);
    },
    async logout(form) {
      const clientId = form.get('client_id') ?? '';
      if (!Object.hasOwn(CLIENTS, clientId)) return refusals.unknownClient;
      const session = await sessionOf(form, clientId);
      if ('status' in session) return session;
      sessions.delete(session.id);
      return answer(204);
    },
    endSessions: () => sessions.clear(),
  };
}
