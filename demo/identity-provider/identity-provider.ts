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
  /** 0 (the default) selects a free port. */
  readonly port?: number;
  readonly realm?: string;
  /** Path before `/realms`; empty in Keycloak 17 and later. */
  readonly pathPrefix?: string;
  readonly lifetimes?: Lifetimes;
  readonly now?: () => number;
}

/** A received request, without passwords and tokens. */
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
  /** The received requests, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Switches on a fault of the token endpoint; `null` switches it off. */
  readonly setFault: (fault: Fault | null) => void;
  /** Sends the responses that the fault `slow` delays. */
  readonly release: () => void;
  /** Resolves when `count` requests have arrived, delayed or not. */
  readonly arrived: (count: number) => Promise<void>;
  /** Ends every session, as an administrator can. */
  readonly endSessions: () => void;
}

/**
 * Starts a small identity provider that behaves like the Keycloak of a registry.
 * It has real signed tokens, the same rejections, and no CORS headers. Each refresh token is valid once.
 */
export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { realm = 'sunbird-rc', pathPrefix = '/auth', lifetimes = REGISTRY_LIFETIMES, now = Date.now } = options;
  const entities = createEntities();
  const requests: SeenRequest[] = [];
  const latch = createRequestLatch();
  let fault: Fault | null = null;
  const mintOf = await createTokenMints(now);
  const grants = createGrants(entities, lifetimes);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const path = request.url ?? '';
    const isToken = path.endsWith('/token') && request.method === 'POST';
    const handleValid = () => {
      const mint = mintOf(issuerOf({ url: `http://${request.headers.host}`, pathPrefix, realm }));
      return route({ pathPrefix, realm, grants, mint }, request.method ?? '', path, form);
    };
    const reply = isToken ? await tokenResponse(form, handleValid) : await handleValid();
    requests.push(toSeenRequest(request, form, reply.status));
    await latch.pass(isToken && fault === 'slow');
    send(response, reply, reply.status === 307 ? { location: '/elsewhere' } : {});
  }

  async function tokenResponse(form: URLSearchParams, handleValid: () => Promise<HttpReply>): Promise<HttpReply> {
    return breakResponseBody(fault, `${form}`) ?? breakResponse(fault, await handleValid());
  }

  const server = await startLocalServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
    options.port,
  );
  return {
    url: server.url,
    pathPrefix,
    realm,
    entities,
    requests,
    setFault: (next) => {
      fault = next;
    },
    release: latch.open,
    arrived: latch.arrived,
    endSessions: grants.endSessions,
    stop: server.stop,
  };
}

function toSeenRequest(request: IncomingMessage, form: URLSearchParams, status: number): SeenRequest {
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
