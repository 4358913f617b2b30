import { randomUUID } from 'node:crypto';
import { CLIENTS, type DemoClient } from './clients';
import type { DemoEntity } from './entities';
import { type HttpReply, otherIssuer, rejections, replyWith } from './replies';
import { type Lifetimes, type ProviderSession, SCOPE, type TokenMint } from './tokens';

interface OpenSession extends ProviderSession {
  /** Id of the only valid refresh token. Each is valid once. */
  readonly refreshTokenId: string;
}

export interface Grants {
  token(form: URLSearchParams, mint: TokenMint): Promise<HttpReply>;
  logout(form: URLSearchParams, mint: TokenMint): Promise<HttpReply>;
  /** Ends every session, as an administrator can. */
  endSessions(): void;
}

export function createGrants(entities: readonly DemoEntity[], lifetimes: Lifetimes): Grants {
  const sessions = new Map<string, OpenSession>();

  async function issue(session: ProviderSession, mint: TokenMint): Promise<HttpReply> {
    const refreshTokenId = randomUUID();
    sessions.set(session.id, { ...session, refreshTokenId });
    return replyWith(200, {
      access_token: await mint.access(session),
      expires_in: session.lifetimes.access,
      refresh_expires_in: session.lifetimes.refresh,
      refresh_token: await mint.refresh(session, refreshTokenId),
      token_type: 'Bearer',
      'not-before-policy': 0,
      session_state: session.id,
      scope: SCOPE,
    });
  }

  async function grantByPassword(form: URLSearchParams, client: DemoClient, mint: TokenMint): Promise<HttpReply> {
    if (!client.directAccess) return rejections.noDirectAccess;
    const userId = form.get('username');
    if (userId === null) return rejections.noUsername;
    const entity = entities.find((candidate) => candidate.userId === userId);
    // Checked before the password, like in Keycloak.
    if (entity?.state === 'disabled') return rejections.disabled;
    if (entity === undefined || form.get('password') !== entity.password) return rejections.wrongCredentials;
    if (entity.state === 'temporary-password') return rejections.notSetUp;
    const session = { id: randomUUID(), entity, clientId: client.clientId, lifetimes: client.lifetimes ?? lifetimes };
    return issue(session, mint);
  }

  async function findSession(token: string, clientId: string, mint: TokenMint): Promise<OpenSession | HttpReply> {
    const read = await mint.readRefresh(token);
    if (read.status === 'other-issuer') return otherIssuer(mint.issuer);
    if (read.status === 'expired') return rejections.refreshTokenOver;
    if (read.status === 'invalid') return rejections.badRefreshToken;
    if (read.claims.clientId !== clientId) return rejections.otherClientsRefreshToken;
    const session = sessions.get(read.claims.sessionId);
    if (session === undefined) return rejections.sessionOver;
    return session.refreshTokenId === read.claims.tokenId ? session : rejections.refreshTokenUsed;
  }

  async function grantByRefreshToken(
    form: URLSearchParams,
    { clientId }: DemoClient,
    mint: TokenMint,
  ): Promise<HttpReply> {
    const token = form.get('refresh_token');
    if (token === null) return rejections.noRefreshToken;
    const session = await findSession(token, clientId, mint);
    return 'status' in session ? session : issue(session, mint);
  }

  return {
    async token(form, mint) {
      const grant = form.get('grant_type');
      if (grant === null) return rejections.noGrantType;
      const client = clientOf(form);
      if (client === undefined) return rejections.unknownClient;
      if (grant === 'password') return grantByPassword(form, client, mint);
      return grant === 'refresh_token' ? grantByRefreshToken(form, client, mint) : rejections.unsupportedGrant;
    },
    async logout(form, mint) {
      const token = form.get('refresh_token');
      if (token === null) return rejections.confirmLogout;
      const client = clientOf(form);
      if (client === undefined) return rejections.unknownClient;
      const read = await mint.readRefresh(token);
      if (read.status === 'other-issuer') return otherIssuer(mint.issuer);
      if (read.status === 'invalid') return rejections.badRefreshToken;
      if (read.claims.clientId !== client.clientId) return rejections.otherClientsRefreshToken;
      sessions.delete(read.claims.sessionId);
      return replyWith(204);
    },
    endSessions: () => sessions.clear(),
  };
}

function clientOf(form: URLSearchParams): DemoClient | undefined {
  return CLIENTS.find(({ clientId }) => clientId === form.get('client_id'));
}
