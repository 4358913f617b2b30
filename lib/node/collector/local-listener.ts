import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathOfTarget } from '#core/collector/request-source';
import type { FindPageFile, PageFile } from './page-files';

/** A response. The parts are sent in order, as fast as the client reads them. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly parts: Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Host names of this machine in URLs. */
export const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface LocalListenerDeps {
  readonly findPageFile: FindPageFile;
  /** Host names that requests may use, in addition to those of this machine. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Token that clients on other machines need, or `null` if only this machine has access. */
  readonly token: string | null;
}

/**
 * Handles a request that is not for a page file.
 * Returns `null` if the function has sent the response itself.
 */
type HandleRequest = (
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<Reply | null> | Reply | null;

/**
 * Creates the listener of a local page and its API.
 * Accepts only requests to host names of this machine, and none from pages of other origins. A page in another tab can
 * neither read nor clear events, even if its host name resolves to this machine (DNS rebinding).
 */
export function createLocalListener(
  { findPageFile, allowedHosts, token }: LocalListenerDeps,
  handleRequest: HandleRequest,
): RequestListener {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(`http://localhost${pathOfTarget(request.url ?? '/')}`);
    const isPage = !url.pathname.startsWith('/api/');
    const problem = findOriginProblem(request, isPage, allowedHosts);
    if (problem !== null) return send(request, response, errorReply(403, problem));
    const check = token === null ? null : checkToken(request, url, token, isLocalName(request));
    if (check?.type === 'missing') return send(request, response, errorReply(401, MISSING_TOKEN));
    if (check?.type === 'redirect') return redirect(response, check);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isPage && isRead ? await findPageFile(url.pathname) : null;
    if (file !== null) return sendFile(request, response, file);
    const reply = await handleRequest(url, request, response);
    if (reply !== null) await send(request, response, reply);
  };
  return (request, response) => {
    handle(request, response).catch(() => response.destroy());
  };
}

const MISSING_TOKEN = 'Missing token. Use the one in the URL that serve printed: ?token=… or Authorization: Bearer ….';

function redirect(
  response: ServerResponse,
  { location, cookie }: { readonly location: string; readonly cookie: string },
): void {
  const headers = { location, 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  response.writeHead(303, headers).end();
}

function isLocalName({ headers }: IncomingMessage): boolean {
  const url = `http://${headers.host ?? ''}`;
  return URL.canParse(url) && LOCAL_NAMES.has(new URL(url).hostname);
}

/**
 * Returns why a request is rejected, as a sentence, or `null` if it is allowed.
 * Links from any page to the local page are allowed, because the linking page cannot read the response.
 */
function findOriginProblem(
  { headers }: IncomingMessage,
  isPage: boolean,
  allowedHosts: ReadonlySet<string>,
): string | null {
  const { host = '', origin } = headers;
  const ownUrl = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  if (ownUrl === null || !(LOCAL_NAMES.has(ownUrl.hostname) || allowedHosts.has(ownUrl.hostname))) return FOREIGN_HOST;
  // A proxy in front may add TLS.
  const isOwnPage = origin === undefined || origin === ownUrl.origin || origin === `https://${ownUrl.host}`;
  if (!isOwnPage) return 'Pages of other origins are not allowed.';
  // Browsers send this header with each request, even if there is no Origin.
  const site = headers['sec-fetch-site'];
  if (isPage && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document') return null;
  return site === undefined || site === 'same-origin' || site === 'none'
    ? null
    : 'Pages of other origins are not allowed.';
}

export const FOREIGN_HOST = "The Host header isn't a name of this machine. Allow it with --allow-host.";

/** Creates a JSON reply. */
export function jsonReply(status: number, value: object): Reply {
  return { status, type: 'application/json', parts: [`${JSON.stringify(value)}\n`] };
}

/** Creates a JSON reply with an error sentence. */
export function errorReply(status: number, error: string): Reply {
  return jsonReply(status, { error });
}

function sendFile(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { bytes, etag, headers: fileHeaders }: PageFile,
): void {
  response.setHeaders(new Map(Object.entries({ ...fileHeaders, etag })));
  if (headers['if-none-match'] === etag) response.writeHead(304).end();
  else response.writeHead(200, { 'content-length': bytes.length }).end(method === 'HEAD' ? undefined : bytes);
}

async function send(request: IncomingMessage, response: ServerResponse, { status, type, parts }: Reply): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(Readable.from(parts), response);
}

/** Loopback addresses, including IPv4 addresses mapped to IPv6. */
const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Creates a token of 192 random bits, in characters that need no escaping in URLs. */
export function createPageToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The result of checking the token of a request. */
type TokenCheck =
  | { readonly type: 'allowed' }
  | { readonly type: 'missing' }
  /**
   * The URL contained the token.
   * The browser gets a cookie and is redirected to the URL without the token.
   */
  | { readonly type: 'redirect'; readonly location: string; readonly cookie: string };

/**
 * Checks the token of a request, in the URL, in the header `Authorization`, or in a cookie.
 * Clients on this machine that use a local host name need no token.
 *
 * @param isLocalName whether the `Host` header names this machine. If not, a local proxy may forward others' requests.
 */
function checkToken(request: IncomingMessage, url: URL, token: string, isLocalName: boolean): TokenCheck {
  const sentToken = url.searchParams.get('token');
  if (sentToken !== null && isEqual(sentToken, token)) {
    if (url.pathname.startsWith('/api/')) return { type: 'allowed' };
    const cleanUrl = new URL(url);
    cleanUrl.searchParams.delete('token');
    const cookie = `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Lax`;
    // Redirects to `/`, never to the requested path: `//host` would redirect to another server.
    return { type: 'redirect', location: `/${cleanUrl.search}`, cookie };
  }
  if (isLocalName && LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')) return { type: 'allowed' };
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (isEqual(bearer, token) || isEqual(readCookie(request), token)) return { type: 'allowed' };
  return { type: 'missing' };
}

/** Returns a cookie name with the port, because browsers share cookies between all ports of a host. */
function cookieName({ socket }: IncomingMessage): string {
  return `telemetry-v3-${socket.localPort}`;
}

function readCookie(request: IncomingMessage): string {
  const start = `${cookieName(request)}=`;
  const pairs = (request.headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
}

/** Compares in constant time. Hashes have equal lengths, which `timingSafeEqual` requires. */
function isEqual(candidate: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(candidate), hash(token));
}
