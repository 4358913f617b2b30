import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { ProxyServer } from 'httpxy';
import type { ProxyOrigins } from '#core/collector/content-policies';
import { clientHeaders, connectionHeaders, upstreamHeaders } from '#core/collector/proxy-headers';
import type { SetTimer } from '#core/util/scheduler';
import type { RewriteResponse } from './page-injection';
import { createSystemError, respondUpgradeFailure, systemErrorCode, type UpstreamFailure } from './upstream-failures';

/** Timeout for the response headers of the upstream. The body has no timeout, as in Server-Sent Events. */
const RESPONSE_TIMEOUT_MS = 120_000;
/** Maximum pause of a client while it sends a body. */
const BODY_TIMEOUT_MS = 60_000;
/** Maximum time that closing waits for requests without a response. */
const END_TIMEOUT_MS = 5_000;
/** Maximum size of response headers, that of Chromium. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Header with the id of the proxy, which detects a proxy that forwards to itself. */
const PROXY_ID_HEADER = 'x-telemetry-v3-proxy';

/** The outcome of a forwarded request. */
export type UpstreamOutcome =
  /** The upstream responded, and the response is being forwarded. */
  | { readonly type: 'responded'; readonly status: number }
  /** The upstream failed before anything was sent to the client. */
  | { readonly type: 'failed'; readonly failure: UpstreamFailure }
  /** The client closed the connection. */
  | { readonly type: 'aborted' };

interface ForwardOptions {
  /** The stream to read the body from. Default: the request itself. */
  readonly body?: Readable;
  /** Rewrites the response. `null` to forward it unchanged. */
  readonly rewrite?: RewriteResponse | null;
}

export interface UpstreamProxy {
  readonly origin: string;
  /** Forwards a request and its response. Resolves when the response headers are known. */
  forward(request: IncomingMessage, response: ServerResponse, options?: ForwardOptions): Promise<UpstreamOutcome>;
  forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections. Waits up to {@link END_TIMEOUT_MS} for requests without a response. */
  close(): Promise<void>;
}

export interface UpstreamProxyDeps {
  /** Sets a timer. Returns a function that cancels the timer. */
  readonly setTimer: SetTimer;
}

/**
 * Creates a proxy to one server. The proxy never connects to another server.
 * Forwards bodies unchanged. Rewrites headers so that logging in through the proxy works.
 */
export function createUpstreamProxy(upstream: string, { setTimer }: UpstreamProxyDeps): UpstreamProxy {
  const createAgent = () => new (upstream.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const agent = createAgent();
  // Never reuses a connection. Without an agent, the library would ask the upstream to close the connection. Node.js
  // then resets it after an early response, such as 413, and the response is lost while the body is being sent.
  // The property is assigned because the constructor ignores the option 0.
  const bodyAgent = Object.assign(createAgent(), { maxFreeSockets: 0 });
  const { protocol, hostname, port } = new URL(upstream);
  // Omits the brackets of an IPv6 address, with which the library could not connect.
  const target = { protocol, hostname: hostname.replace(/[[\]]/g, ''), port };
  // The library adds options to `ssl`, and passes it to each request, also over http.
  const createConnectionOptions = () => ({ target, ssl: { maxHeaderSize: MAX_HEADER_BYTES } });
  const id = randomUUID();
  const waitingRequests = new Set<Promise<unknown>>();
  const openConnections = new Set<Duplex | ServerResponse>();
  const track = (connection: Duplex | ServerResponse): void => {
    openConnections.add(connection);
    connection.once('close', () => openConnections.delete(connection));
  };
  const headersOf = (request: IncomingMessage, origins: ProxyOrigins) => ({
    ...upstreamHeaders(request.headers, origins),
    [PROXY_ID_HEADER]: id,
  });
  const isLoop = ({ headers }: IncomingMessage): boolean => headers[PROXY_ID_HEADER] === id;

  const forwardOnce = (
    request: IncomingMessage,
    response: ServerResponse,
    { body, rewrite = null }: ForwardOptions,
  ): Promise<UpstreamOutcome & { readonly isStale?: boolean }> =>
    new Promise((resolve) => {
      const origins = { own: ownOrigin(request), upstream };
      const proxy = new ProxyServer();
      let isReused = false;
      proxy.on('proxyReq', (upstreamRequest) => {
        isReused = upstreamRequest.reusedSocket;
        upstreamRequest.setTimeout(RESPONSE_TIMEOUT_MS, () => upstreamRequest.destroy(createSystemError('ETIMEDOUT')));
        upstreamRequest.once('response', () => upstreamRequest.setTimeout(0));
        // Without a listener, a request with an unexpected status 101 would never end.
        upstreamRequest.once('upgrade', (_, upstreamSocket) => {
          upstreamSocket.destroy();
          resolve({ type: 'failed', failure: 'invalid-response' });
        });
      });
      proxy.on('proxyRes', (upstreamResponse) => {
        // An error that an event listener throws would end the process.
        try {
          replaceHeaders(upstreamResponse, origins);
          forwardResponse(upstreamResponse, request, response, rewrite);
          resolve({ type: 'responded', status: upstreamResponse.statusCode ?? 0 });
        } catch {
          upstreamResponse.resume();
          resolve({ type: 'failed', failure: 'invalid-response' });
        }
      });
      const forwarding = proxy.web(request, response, {
        ...createConnectionOptions(),
        headers: headersOf(request, origins),
        // A server may close a kept-alive connection while it is reused. Requests with a body cannot be retried then.
        agent: body === undefined && !hasBody(request) ? agent : bodyAgent,
        selfHandleResponse: true,
        ...(body === undefined ? {} : { buffer: body }),
      });
      forwarding.then(
        () => resolve({ type: 'aborted' }),
        (error) => {
          const failure = systemErrorCode(error);
          resolve({ type: 'failed', failure, isStale: isReused && failure === 'ECONNRESET' });
        },
      );
    });

  const forward: UpstreamProxy['forward'] = async (request, response, forwardOptions = {}) => {
    if (isLoop(request)) return { type: 'failed', failure: 'loop' };
    if (response.destroyed) return { type: 'aborted' };
    track(response);
    removeConnectionHeaders(request);
    limitBodyPauses(request);
    const first = await forwardOnce(request, response, forwardOptions);
    return first.isStale && !response.headersSent ? forwardOnce(request, response, forwardOptions) : first;
  };

  return {
    origin: upstream,
    forward(request, response, forwardOptions) {
      const forwarding = forward(request, response, forwardOptions);
      waitingRequests.add(forwarding);
      void forwarding.then(() => waitingRequests.delete(forwarding));
      return forwarding;
    },
    forwardUpgrade(request, socket, head) {
      track(socket);
      // Headers are Latin-1, and the library writes them with the default encoding.
      socket.setDefaultEncoding('latin1');
      let hasResponse = false;
      const fail = (failure: UpstreamFailure): void => {
        if (hasResponse) socket.destroy();
        else respondUpgradeFailure(socket, upstream, failure);
      };
      if (isLoop(request)) return fail('loop');
      removeConnectionHeaders(request);
      Object.assign(request.headers, { connection: 'Upgrade', upgrade: 'websocket' });
      const origins = { own: ownOrigin(request), upstream };
      const proxy = new ProxyServer();
      proxy.on('proxyReqWs', (upstreamRequest) => {
        const adapt = (upstreamResponse: IncomingMessage): void => {
          hasResponse = true;
          replaceHeaders(upstreamResponse, origins);
        };
        upstreamRequest.once('response', adapt);
        upstreamRequest.once('upgrade', (upstreamResponse: IncomingMessage, upstreamSocket: Socket) => {
          adapt(upstreamResponse);
          track(upstreamSocket);
          socket.once('close', () => upstreamSocket.destroy());
          // Sends the rest of the data first, which a slow client has not received yet.
          upstreamSocket.once('close', () => socket.end(() => socket.destroy()));
        });
      });
      const headers = headersOf(request, origins);
      const options = { ...createConnectionOptions(), headers, upgradeTimeout: RESPONSE_TIMEOUT_MS };
      // The library ends the socket before the promise of `ws()` rejects, so the event is handled instead.
      proxy.on('error', (error) => fail(systemErrorCode(error)));
      void proxy.ws(request, socket as Socket, options, head);
    },
    async close() {
      for (const connection of openConnections) {
        const isWaiting = connection instanceof ServerResponse && !connection.headersSent;
        if (!isWaiting) connection.destroy();
      }
      let cancel = (): void => {};
      const timeout = new Promise<void>((resolve) => {
        cancel = setTimer(END_TIMEOUT_MS, resolve);
      });
      await Promise.race([Promise.all(waitingRequests), timeout]);
      cancel();
      for (const connection of openConnections) connection.destroy();
      agent.destroy();
      // Its connections stay open while an upstream that has responded does not read the body.
      bodyAgent.destroy();
    },
  };
}

function replaceHeaders(response: IncomingMessage, origins: ProxyOrigins): void {
  response.headers = clientHeaders(response.headers, origins) as IncomingMessage['headers'];
}

function removeConnectionHeaders({ headers }: IncomingMessage): void {
  for (const name of connectionHeaders(headers)) delete headers[name];
  // The collector's server has already responded to `Expect`.
  delete headers.expect;
}

/** Forwards a response. Throws if its status or a header is invalid. */
function forwardResponse(
  upstreamResponse: IncomingMessage,
  { httpVersion }: IncomingMessage,
  response: ServerResponse,
  rewrite: RewriteResponse | null,
): void {
  const { headers, statusCode = 502, statusMessage = '' } = upstreamResponse;
  for (const name of connectionHeaders(headers)) delete headers[name];
  if (httpVersion === '1.0' || statusCode === 204 || statusCode === 304) delete headers['transfer-encoding'];
  const streams = rewrite?.(upstreamResponse) ?? [];
  const isText = /^[\t\x20-\x7e\x80-\xff]+$/.test(statusMessage);
  response.writeHead(statusCode, isText ? statusMessage : STATUS_CODES[statusCode], headers);
  // Sends the headers now, because the first event of an event stream may come much later. Headers are Latin-1 (RFC
  // 9110, section 5.5). With `flushHeaders()`, or with text in another encoding, Node.js would send them as UTF-8.
  response.write('', 'latin1');
  if (streams.length === 0) {
    upstreamResponse.pipe(response);
    return;
  }
  // The library and the pipeline add eleven listeners. Node.js warns of a leak above ten.
  response.setMaxListeners(20);
  pipeline([upstreamResponse, ...streams, response], () => {});
}

/** Returns the origin of this proxy in the URL that the browser requested. */
export function ownOrigin({ headers, socket }: IncomingMessage): string {
  const scheme = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const url = `${scheme}://${headers.host ?? ''}`;
  return URL.canParse(url) ? new URL(url).origin : `${scheme}://localhost`;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function limitBodyPauses(request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) return;
  const { socket } = request;
  const abort = (): void => void socket.destroy();
  socket.setTimeout(BODY_TIMEOUT_MS, abort);
  request.once('close', () => {
    socket.off('timeout', abort);
    socket.setTimeout(0);
  });
}
