import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server';
import { REGISTRY_LIFETIMES } from './clients';
import { createEntities } from './entities';
import { breakResponse, breakResponseBody, type Fault, send } from './faults';
import { createGrants } from './grants';
import { issuerOf, type LoginProvider } from './login-provider';
import { readForm } from './read-form';
import type { HttpReply } from './replies';
import { createRequestLatch } from './request-latch';
import { route } from './routes';
import { createTokenMints, type Lifetimes } from './tokens';

export interface IdentityProviderOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  readonly realm?: string;
  /** What stands before `/realms`; Keycloak from 17 on has nothing there. */
  readonly pathPrefix?: string;
  readonly lifetimes?: Lifetimes;
  readonly now?: () => number;
}

/** What was asked, without passwords and tokens. */
interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly grantType: string | null;
  readonly clientId: string | null;
  readonly userId: string | null;
  readonly status: number;
}

export interface IdentityProvider extends LoginProvider {
  /** What has come, in that order. */
  readonly requests: readonly SeenRequest[];
  /** Switches a fault of the token endpoint on; `null` switches it off. */
  readonly misbehave: (fault: Fault | null) => void;
  /** Sends the responses that `slow` holds back. */
  readonly release: () => void;
  /** Resolves when so many requests have come, held back or not. */
  readonly arrived: (count: number) => Promise<void>;
  /** Ends every session, as an administrator can. */
  readonly endSessions: () => void;
}

/**
 * A small identity provider that behaves as the Keycloak of a registry does: real signed tokens, the same refusals, no CORS
 * headers. Each refresh token is good once.
 */
export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { realm = 'sunbird-rc', pathPrefix = '/auth', lifetimes = REGISTRY_LIFETIMES, now = Date.now } = options;
  const entities = createEntities();
  const requests: SeenRequest[] = [];
  const latch = createRequestLatch();
  let fault: Fault | null = null;
  const mintOf = await createTokenMints(now);
  const grants = createGrants(entities, lifetimes);

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const path = request.url ?? '';
    const isToken = path.endsWith('/token') && request.method === 'POST';
    const responseTo = () => {
      const mint = mintOf(issuerOf({ url: `http://${request.headers.host}`, pathPrefix, realm }));
      return route({ pathPrefix, realm, grants, mint }, request.method ?? '', path, form);
    };
    const given = isToken ? await tokenResponse(form, responseTo) : await responseTo();
    requests.push(seen(request, form, given.status));
    await latch.pass(isToken && fault === 'slow');
    send(response, given, given.status === 307 ? { location: '/elsewhere' } : {});
  }

  async function tokenResponse(form: URLSearchParams, responseTo: () => Promise<HttpReply>): Promise<HttpReply> {
    return breakResponseBody(fault, `${form}`) ?? breakResponse(fault, await responseTo());
  }

  const server = await startLocalServer(
    (request, response) => void listen(request, response).catch(() => response.destroy()),
    options.port,
  );
  return {
    url: server.url,
    pathPrefix,
    realm,
    entities,
    requests,
    misbehave: (chosen) => {
      fault = chosen;
    },
    release: latch.open,
    arrived: latch.arrived,
    endSessions: grants.endSessions,
    stop: server.stop,
  };
}

function seen(request: IncomingMessage, form: URLSearchParams, status: number): SeenRequest {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    contentType: request.headers['content-type'] ?? null,
    grantType: form.get('grant_type') ?? null,
    clientId: form.get('client_id') ?? null,
    userId: form.get('username') ?? null,
    status,
  };
}
