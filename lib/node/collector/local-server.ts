import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setBounded } from '#core/util/lru';
import { fail, type Result, succeed } from '#core/util/result';

/** A sender that is slower than this loses its connection: a batch has 5 MB at most. */
const REQUEST_TIMEOUT_MS = 60_000;
/** As often as Node.js does by default. */
const CHECK_INTERVAL_MS = 30_000;
/** Names of events' headers are short; a browser with many cookies sends 16 kB. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Connections that have sent no whole request. Browsers open a few in advance; a process may have few files open. */
const MAX_UNUSED_CONNECTIONS = 1_000;

/** A server that listens. */
export interface LocalServer {
  readonly port: number;
  /** Takes no new connection, and settles when the open requests have their responses. */
  stop(): Promise<void>;
  /** The same, but closes all connections at once. */
  abort(): Promise<void>;
}

/** Why a server cannot listen: the code of the system, as `EADDRINUSE`; `EBADCERT` for its certificate. */
export type ListenFailure = string;

/** What a server does with its requests. */
export interface ServerHandlers {
  readonly listener: RequestListener;
  /** Takes the sockets of WebSockets. Other protocols are not changed to: their requests are for the listener. */
  readonly onWebSocket?: OnWebSocket;
  /** With it, the server speaks https. */
  readonly certificate?: Certificate;
}

/** A certificate with its private key, both as PEM (RFC 7468). */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Takes the request for a WebSocket, its socket, and what the client sent after the request. */
type OnWebSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** How long a server waits, and how many connections wait for it, for tests. */
interface ServerLimits {
  /** For all of a request from its first byte. */
  readonly requestMs?: number;
  /** Between looks for requests that take too long. */
  readonly checkMs?: number;
  /** Connections that have sent no whole request. */
  readonly maxUnused?: number;
}

/** Starts a server at a port; 0 for any that is free. */
export async function startServer(
  { listener, onWebSocket, certificate }: ServerHandlers,
  host: string,
  port: number,
  {
    requestMs = REQUEST_TIMEOUT_MS,
    checkMs = CHECK_INTERVAL_MS,
    maxUnused = MAX_UNUSED_CONNECTIONS,
  }: ServerLimits = {},
): Promise<Result<LocalServer, ListenFailure>> {
  // Uploads to an upstream take as long as they take.
  const requestTimeout = onWebSocket === undefined ? requestMs : 0;
  const timeouts = { requestTimeout, headersTimeout: requestMs, connectionsCheckingInterval: checkMs };
  const options = { maxHeaderSize: MAX_HEADER_BYTES, ...timeouts };
  const server =
    certificate === undefined
      ? createServer(options, listener)
      : await createSecureServer(options, certificate, listener);
  if (server === null) return fail('EBADCERT');
  if (onWebSocket !== undefined) server.on('upgrade', createUpgradeListener(server, onWebSocket));
  const closeUnused = trackUnused(server, maxUnused);
  const failure = await listen(server, host, port);
  if (failure !== null) return fail(failure);
  // A client that sends no HTTP gets what Node.js responds; its socket is no failure of ours.
  server.on('error', () => {});
  return succeed({
    port: (server.address() as AddressInfo).port,
    stop: () => stop(server, closeUnused),
    abort() {
      const stopped = stop(server, closeUnused);
      server.closeAllConnections();
      return stopped;
    },
  });
}

/** Returns the first free port from this one on; `null` if none of the next is. */
export async function findFreePort(host: string, from: number): Promise<number | null> {
  for (let port = from; port < Math.min(from + 20, 65_536); port += 1) {
    const started = await startServer({ listener: () => {} }, host, port);
    if (!started.ok) continue;
    await started.value.stop();
    return port;
  }
  return null;
}

/** Returns `null` for a certificate or key that cannot be read, and for a key of another certificate. */
async function createSecureServer(
  options: ServerOptions,
  certificate: Certificate,
  listener: RequestListener,
): Promise<Server | null> {
  const https = await import('node:https');
  try {
    return https.createServer({ ...options, ...certificate }, listener);
  } catch {
    return null;
  }
}

function listen(server: Server, host: string, port: number): Promise<ListenFailure | null> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => resolve(null));
  });
}

function stop(server: Server, closeUnused: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    closeUnused();
  });
}

/**
 * Follows the connections that have sent no request: browsers open some in advance, and for Node.js these are in use.
 * The oldest are closed where there are too many. Returns a function that closes all.
 */
function trackUnused(server: Server, maxUnused: number): () => void {
  /** By the address of the client: with https, the socket within a connection takes the place of the connection's. */
  const unused = new Map<string, Socket>();
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  const track = (socket: Socket): void => {
    const key = keyOf(socket);
    setBounded(unused, key, socket, maxUnused)?.destroy();
    socket.once('close', () => unused.get(key) === socket && unused.delete(key));
  };
  const untrack = ({ socket }: IncomingMessage): void => void unused.delete(keyOf(socket));
  server.on('connection', track).on('secureConnection', track).on('request', untrack).on('upgrade', untrack);
  return () => {
    for (const socket of unused.values()) socket.destroy();
  };
}

/** Headers by which a client asks for another protocol. */
const UPGRADE_HEADERS: ReadonlySet<string> = new Set(['connection', 'upgrade', 'http2-settings']);

/** Once it is listened to upgrades, Node.js responds to no request that asks for one, as Java's client does for HTTP/2. */
function createUpgradeListener(server: Server, onWebSocket: OnWebSocket): OnWebSocket {
  return (request, socket, head) => {
    socket.on('error', () => {});
    if (request.headers.upgrade?.toLowerCase() === 'websocket') return onWebSocket(request, socket, head);
    const { method, url, httpVersion, rawHeaders } = request;
    const lines = [`${method} ${url} HTTP/${httpVersion}`];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? '';
      if (!UPGRADE_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
    }
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
  };
}
