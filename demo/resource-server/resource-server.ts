import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject } from '#core/json/json';
import { createRequestLatch } from '../identity-provider/request-latch';
import { startLocalServer } from '../local-server';
import { type CheckAccess, createAccessCheck } from './access';
import { createEntries, type RegistryReply } from './entries';
import { breakResponse, type RegistryFault } from './faults';

/** A received call, without its token. */
interface SeenCall {
  readonly method: string;
  readonly path: string;
  /** User id of the call's token; null without a token, or if it was rejected. */
  readonly userId: string | null;
  readonly authorized: boolean;
  readonly status: number;
}

export interface ResourceServer {
  /** The registry URL for an environment. */
  readonly url: string;
  readonly calls: readonly SeenCall[];
  readonly forget: () => void;
  /** Switches on a fault of every call; `null` switches it off. */
  readonly setFault: (fault: RegistryFault | null) => void;
  /** Sends the responses that the fault `slow` delays. */
  readonly release: () => void;
  readonly stop: () => Promise<void>;
}

export interface ResourceServerOptions {
  /** The only issuer whose tokens are accepted. */
  readonly issuer: string;
  /** URL of the keys of that issuer. */
  readonly keysUrl: string;
  readonly port?: number;
}

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Starts a small registry: every call needs a token that its issuer signed.
 * Its home page needs no token, and calls nothing.
 */
export async function startResourceServer({ issuer, keysUrl, port }: ResourceServerOptions): Promise<ResourceServer> {
  const check = createAccessCheck(issuer, keysUrl);
  const entries = createEntries();
  const calls: SeenCall[] = [];
  const latch = createRequestLatch();
  let fault: RegistryFault | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    if (url === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Registry</title><h1>Registry</h1>');
      return;
    }
    const body = await readBody(request);
    const access = await check(headers);
    const path = url.replace(/^\/api\/v1\//, '');
    const reply = access.allowed
      ? breakResponse(fault, entries.respond({ method, path, body, access }), headers.authorization ?? '')
      : { status: 401, body: null };
    const authorized = headers.authorization !== undefined;
    calls.push({ method, path: url, userId: access.allowed ? access.userId : null, authorized, status: reply.status });
    await latch.pass(fault === 'slow');
    const elsewhere = reply.status === 307 ? { location: '/elsewhere' } : {};
    send(response, reply, { 'access-control-allow-origin': '*', ...elsewhere, ...challenge(access) });
  }

  const server = await startLocalServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  }, port);
  return {
    url: server.url,
    calls,
    forget: () => void calls.splice(0),
    setFault: (next) => {
      fault = next;
    },
    release: latch.open,
    stop: server.stop,
  };
}

/** Returns the header that states why a token was rejected (RFC 6750, section 3). */
function challenge(access: Awaited<ReturnType<CheckAccess>>): Record<string, string> {
  if (access.allowed) return {};
  const description = access.reason.replace(/[^\x20-\x7e]|["\\]/g, '');
  return { 'www-authenticate': `Bearer error="invalid_token", error_description="${description}"` };
}

function send(response: ServerResponse, { status, body }: RegistryReply, headers: Record<string, string>): void {
  const isPage = typeof body === 'string';
  response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers });
  response.end(body === null || isPage ? body : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_BYTES) return {};
  }
  try {
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) ? json : {};
  } catch {
    return {};
  }
}
