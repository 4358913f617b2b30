import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { ProxyServer } from 'httpxy';
import type { ProxyOrigins } from '#core/collector/content-policies';
import { clientHeaders, upstreamHeaders } from '#core/collector/proxy-headers';
import type { RewriteResponse } from './page-injection';

/** How long the upstream may be silent before it responds. Afterwards it may: events of a server come when they come. */
const RESPONSE_TIMEOUT_MS = 120_000;
/** How long a sender may pause within its body. */
const BODY_TIMEOUT_MS = 60_000;
/** How long requests without a response are waited for at the end. */
const END_TIMEOUT_MS = 5_000;
/** Names the proxy that a request passed, so that one that leads to itself ends. */
const MARK = 'x-telemetry-v3-proxy';

/** They are about the connection to the upstream, and not about the client's (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive'];

/** Why the upstream did not respond: the code of the system or of TLS, as `ECONNREFUSED`. */
type UpstreamFailure = string;

/** The upstream is the proxy itself. */
const LOOP = 'loop';

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refuses connections. Start it, or check the port.',
  ENOTFOUND: 'Its name is unknown. Check the URL.',
  EAI_AGAIN: 'Its name cannot be looked up. Check the network.',
  EHOSTUNREACH: 'It cannot be reached. Check the network.',
  ENETUNREACH: 'It cannot be reached. Check the network.',
  ECONNRESET: 'It closed the connection before it responded.',
  ETIMEDOUT: 'It did not respond in time.',
  [LOOP]: 'It is this proxy itself. Give --upstream another URL.',
};

/** What became of a request. */
export type UpstreamOutcome =
  /** The response passes. */
  | { readonly type: 'responded'; readonly status: number }
  /** Nothing was sent to the client. */
  | { readonly type: 'failed'; readonly failure: UpstreamFailure }
  /** The client is gone. */
  | { readonly type: 'aborted' };

interface PassOptions {
  /** The body, if it is read already. */
  readonly body?: Readable;
  /** Changes the response; `null` if it passes as it is. */
  readonly rewrite?: RewriteResponse | null;
}

/** The server that the collector stands for. */
export interface UpstreamProxy {
  /** Its origin. */
  readonly origin: string;
  /** Passes a request on, and its response back. Settles with the response's head. */
  pass(request: IncomingMessage, response: ServerResponse, options?: PassOptions): Promise<UpstreamOutcome>;
  /** Passes a WebSocket on. */
  passUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends what passes; first waits a moment for requests without a response. */
  close(): Promise<void>;
}

export interface UpstreamProxyDeps {
  /** Calls back after this number of milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

/**
 * Creates a proxy to one server; it never asks another one.
 * Bodies pass byte for byte. Headers are rewritten so that a log-in works through it.
 */
export function createUpstreamProxy(upstream: string, { after }: UpstreamProxyDeps): UpstreamProxy {
  const options = { keepAlive: true };
  const agent = upstream.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  const id = randomUUID();
  const waiting = new Set<Promise<unknown>>();
  const open = new Set<Duplex | ServerResponse>();
  const track = (one: Duplex | ServerResponse): void => {
    open.add(one);
    one.once('close', () => open.delete(one));
  };
  const headersOf = (request: IncomingMessage, origins: ProxyOrigins) => ({
    ...upstreamHeaders(request.headers, origins),
    [MARK]: id,
  });
  const isLoop = ({ headers }: IncomingMessage): boolean => headers[MARK] === id;

  const attempt = (
    request: IncomingMessage,
    response: ServerResponse,
    { body, rewrite = null }: PassOptions,
  ): Promise<UpstreamOutcome & { readonly isStale?: boolean }> =>
    new Promise((resolve) => {
      const origins = { own: ownOrigin(request), upstream };
      const proxy = new ProxyServer();
      let isReused = false;
      proxy.on('proxyReq', (upstreamRequest) => {
        isReused = upstreamRequest.reusedSocket;
        upstreamRequest.setTimeout(RESPONSE_TIMEOUT_MS, () => upstreamRequest.destroy(withCode('ETIMEDOUT')));
        upstreamRequest.once('response', () => upstreamRequest.setTimeout(0));
      });
      proxy.on('proxyRes', (upstreamResponse) => {
        replaceHeaders(upstreamResponse, origins);
        for (const name of CONNECTION_HEADERS) delete upstreamResponse.headers[name];
        if (rewrite !== null) respondRewritten(upstreamResponse, response, rewrite);
        // Once the library has set the head. A stream of events may have its first one later.
        process.nextTick(() => response.flushHeaders());
        resolve({ type: 'responded', status: upstreamResponse.statusCode ?? 0 });
      });
      const passing = proxy.web(request, response, {
        target: upstream,
        headers: headersOf(request, origins),
        // A server may close a connection just when it is used again: a body cannot be sent twice.
        agent: body === undefined && !hasBody(request) ? agent : false,
        selfHandleResponse: rewrite !== null,
        ...(body === undefined ? {} : { buffer: body }),
      });
      passing.then(
        () => resolve({ type: 'aborted' }),
        (error) => {
          const failure = codeOf(error);
          resolve({ type: 'failed', failure, isStale: isReused && failure === 'ECONNRESET' });
        },
      );
    });

  const pass: UpstreamProxy['pass'] = async (request, response, passOptions = {}) => {
    if (isLoop(request)) return { type: 'failed', failure: LOOP };
    if (response.destroyed) return { type: 'aborted' };
    track(response);
    // The server of the collector has responded to it.
    delete request.headers.expect;
    limitPauses(request);
    const first = await attempt(request, response, passOptions);
    return first.isStale && !response.headersSent ? attempt(request, response, passOptions) : first;
  };

  return {
    origin: upstream,
    pass(request, response, passOptions) {
      const passing = pass(request, response, passOptions);
      waiting.add(passing);
      void passing.then(() => waiting.delete(passing));
      return passing;
    },
    passUpgrade(request, socket, head) {
      track(socket);
      const fail = (failure: UpstreamFailure): void => refuseUpgrade(socket, upstream, failure);
      if (isLoop(request)) return fail(LOOP);
      const origins = { own: ownOrigin(request), upstream };
      const proxy = new ProxyServer();
      proxy.on('proxyReqWs', (upstreamRequest) => {
        const adapt = (upstreamResponse: IncomingMessage): void => replaceHeaders(upstreamResponse, origins);
        upstreamRequest.once('response', adapt);
        upstreamRequest.once('upgrade', (upstreamResponse: IncomingMessage, upstreamSocket: Socket) => {
          adapt(upstreamResponse);
          track(upstreamSocket);
          socket.once('close', () => upstreamSocket.destroy());
          upstreamSocket.once('close', () => socket.destroy());
        });
      });
      const upgradeTimeout = RESPONSE_TIMEOUT_MS;
      const target = { target: upstream, headers: headersOf(request, origins), upgradeTimeout };
      // Not by the rejected promise: the library ends the socket before that is known.
      proxy.on('error', (error) => fail(codeOf(error)));
      void proxy.ws(request, socket as Socket, target, head);
    },
    async close() {
      for (const one of open) if (!('headersSent' in one) || one.headersSent) one.destroy();
      let cancel = (): void => {};
      const timeout = new Promise<void>((resolve) => {
        cancel = after(END_TIMEOUT_MS, resolve);
      });
      await Promise.race([Promise.all(waiting), timeout]);
      cancel();
      for (const one of open) one.destroy();
      agent.destroy();
    },
  };
}

/** Writes the response in place of one of the upstream. */
export function respondUpstreamFailure(response: ServerResponse, upstream: string, failure: UpstreamFailure): void {
  if (response.destroyed || response.headersSent) return;
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(upstreamFailureStatus(failure), headers).end(`${upstreamFailureText(upstream, failure)}\n`);
}

function refuseUpgrade(socket: Duplex, upstream: string, failure: UpstreamFailure): void {
  if (!socket.writable) return;
  const text = `${upstreamFailureText(upstream, failure)}\n`;
  const length = Buffer.byteLength(text);
  socket.end(
    `HTTP/1.1 ${upstreamFailureStatus(failure)} No Response\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\n\r\n${text}`,
  );
}

function replaceHeaders(response: IncomingMessage, origins: ProxyOrigins): void {
  response.headers = clientHeaders(response.headers, origins) as IncomingMessage['headers'];
}

function respondRewritten(upstreamResponse: IncomingMessage, response: ServerResponse, rewrite: RewriteResponse): void {
  const streams = rewrite(upstreamResponse);
  // The library and the pipeline have eleven together; Node.js would warn of a leak from ten on.
  response.setMaxListeners(20);
  const { statusCode = 502, statusMessage, headers } = upstreamResponse;
  response.writeHead(statusCode, statusMessage, headers);
  pipeline([upstreamResponse, ...streams, response], () => {});
}

/** The origin by which the browser asked. */
export function ownOrigin({ headers, socket }: IncomingMessage): string {
  const scheme = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const url = `${scheme}://${headers.host ?? ''}`;
  return URL.canParse(url) ? new URL(url).origin : `${scheme}://localhost`;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function limitPauses(request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) return;
  const { socket } = request;
  const abort = (): void => void socket.destroy();
  socket.setTimeout(BODY_TIMEOUT_MS, abort);
  request.once('close', () => {
    socket.off('timeout', abort);
    socket.setTimeout(0);
  });
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function codeOf(error: unknown): UpstreamFailure {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'ECONNRESET';
}

/** Says why the upstream did not respond, in sentences. */
function upstreamFailureText(upstream: string, failure: UpstreamFailure): string {
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO/.test(failure);
  const hint = isCertificate
    ? `Its certificate is not trusted (${failure}). Set NODE_EXTRA_CA_CERTS to the certificate of its authority.`
    : (SENTENCES[failure] ?? `The connection failed (${failure}).`);
  return `No response from the upstream ${upstream}. ${hint}`;
}

/** Status of the response in place of the upstream's. */
function upstreamFailureStatus(failure: UpstreamFailure): number {
  if (failure === LOOP) return 508;
  return failure === 'ETIMEDOUT' ? 504 : 502;
}
