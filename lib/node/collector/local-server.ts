import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setBounded } from '#core/util/lru';
import { fail, type Result, succeed } from '#core/util/result';
import { setTimer } from '../timers';

/** Timeout for receiving a request. A batch has at most 5 MB. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Interval of checks for timeouts, the default of Node.js. */
const CHECK_INTERVAL_MS = 30_000;
/** Maximum size of request headers. A browser with many cookies sends 16 kB. */
const MAX_HEADER_BYTES = 64 * 1024;
/**
 * Maximum number of connections without a complete request.
 * Browsers open a few in advance, and the number of open files of a process is limited.
 */
const MAX_UNUSED_CONNECTIONS = 1_000;
/** Maximum time that a stopping server waits for open requests. */
const STOP_TIMEOUT_MS = 5_000;

/** A listening server. */
export interface LocalServer {
  readonly port: number;
  /**
   * Accepts no new connections.
   * Resolves when all open requests have their responses.
   * Closes all connections after {@link STOP_TIMEOUT_MS}.
   */
  stop(): Promise<void>;
  /** Closes all connections immediately. */
  abort(): Promise<void>;
}

/** Why a server cannot listen: a system error code (`EADDRINUSE`), or `EBADCERT` for a bad certificate. */
export type ListenFailure = string;

/** Handlers of a server's requests. */
export interface ServerHandlers {
  readonly listener: RequestListener;
  /** Handles WebSocket upgrades. The listener handles requests for other upgrades as plain HTTP. */
  readonly onWebSocket?: OnWebSocket;
  /** The certificate for https. Unset for http. */
  readonly certificate?: Certificate;
}

/** A certificate with its private key, both as PEM (RFC 7468). */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Handles a WebSocket request. `head` contains the bytes that the client sent after the request. */
type OnWebSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Limits of a server, which tests change. */
interface ServerLimits {
  /** Timeout for receiving a whole request, from its first byte. */
  readonly requestMs?: number;
  /** Interval of checks for timeouts. */
  readonly checkMs?: number;
  /** Maximum number of connections without a complete request. */
  readonly maxUnused?: number;
  /** Maximum time that a stopping server waits for open requests. */
  readonly stopMs?: number;
}

/** Starts a server at a port, or at any free port for 0. */
export async function startServer(
  { listener, onWebSocket, certificate }: ServerHandlers,
  host: string,
  port: number,
  {
    requestMs = REQUEST_TIMEOUT_MS,
    checkMs = CHECK_INTERVAL_MS,
    maxUnused = MAX_UNUSED_CONNECTIONS,
    stopMs = STOP_TIMEOUT_MS,
  }: ServerLimits = {},
): Promise<Result<LocalServer, ListenFailure>> {
  // No timeout for uploads to an upstream, which may take long.
  const requestTimeout = onWebSocket === undefined ? requestMs : 0;
  const timeouts = { requestTimeout, headersTimeout: requestMs, connectionsCheckingInterval: checkMs };
  const options = { maxHeaderSize: MAX_HEADER_BYTES, ...timeouts };
  const server =
    certificate === undefined
      ? createServer(options, listener)
      : await createSecureServer(options, certificate, listener);
  if (server === null) return fail('EBADCERT');
  const unused = trackUnused(server, maxUnused);
  // Without an upgrade listener, Node.js treats a request for an upgrade as plain HTTP (RFC 9110, section 7.8).
  if (onWebSocket !== undefined)
    server.on('upgrade', unused.untrack).on('upgrade', createUpgradeListener(server, onWebSocket));
  const failure = await listen(server, host, port);
  if (failure !== null) return fail(failure);
  // A connection that can't be accepted, for example with too many open files, must not end the process.
  server.on('error', () => {});
  return succeed({
    port: (server.address() as AddressInfo).port,
    stop: () => stop(server, unused.close, stopMs),
    abort() {
      const stopped = stop(server, unused.close, stopMs);
      server.closeAllConnections();
      return stopped;
    },
  });
}

/** Returns the first free port of 20 ports, beginning with `from`, or `null` if all are in use. */
export async function findFreePort(host: string, from: number): Promise<number | null> {
  for (let port = from; port < Math.min(from + 20, 65_536); port += 1) {
    const server = await startServer({ listener: () => {} }, host, port);
    if (!server.ok) continue;
    await server.value.stop();
    return port;
  }
  return null;
}

/** Creates an https server. Returns `null` if the certificate or key is invalid, or they do not match. */
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

function stop(server: Server, closeUnused: () => void, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = setTimer(timeoutMs, () => server.closeAllConnections());
    server.close(() => {
      cancel();
      resolve();
    });
    server.closeIdleConnections();
    closeUnused();
  });
}

/** The connections of a server that have sent no request. */
interface UnusedConnections {
  readonly untrack: (request: IncomingMessage) => void;
  /** Closes all connections that have sent no request. */
  readonly close: () => void;
}

/**
 * Tracks connections that have sent no request.
 * Browsers open connections in advance, and Node.js does not regard these as idle. Closes the oldest ones if there are
 * too many.
 */
function trackUnused(server: Server, maxUnused: number): UnusedConnections {
  // The key is the address of the client, because with https, a connection has a TCP socket and then a TLS socket.
  const unused = new Map<string, Socket>();
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  // After each ignored upgrade, the socket is tracked again, and has its listener already.
  const socketsWithListener = new WeakSet<Socket>();
  const track = (socket: Socket): void => {
    const key = keyOf(socket);
    setBounded(unused, key, socket, maxUnused)?.destroy();
    if (socketsWithListener.has(socket)) return;
    socketsWithListener.add(socket);
    socket.once('close', () => unused.get(key) === socket && unused.delete(key));
  };
  const untrack = ({ socket }: IncomingMessage): void => void unused.delete(keyOf(socket));
  server.on('connection', track).on('secureConnection', track).on('request', untrack);
  return {
    untrack,
    close() {
      for (const socket of unused.values()) socket.destroy();
    },
  };
}

/** Headers with which a client requests another protocol. */
const UPGRADE_HEADERS: ReadonlySet<string> = new Set(['connection', 'upgrade', 'http2-settings']);

/**
 * Creates an upgrade listener that passes on WebSockets and treats other upgrades as plain HTTP.
 * With any upgrade listener, Node.js does not respond to upgrades itself, which Java's client requests for HTTP/2.
 */
function createUpgradeListener(server: Server, onWebSocket: OnWebSocket): OnWebSocket {
  return (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      socket.on('error', () => {});
      try {
        onWebSocket(request, socket, head);
      } catch {
        socket.destroy();
      }
      return;
    }
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
