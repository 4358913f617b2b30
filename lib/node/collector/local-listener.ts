import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FindPageFile, PageFile } from './page-files';

/** A response: `parts` are sent one after the other, as fast as the client takes them. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly parts: Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Hosts of this machine, as URLs name them. */
export const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface LocalListenerDeps {
  readonly findPageFile: FindPageFile;
  /** Names of hosts under which it may be asked, beside those of this machine. */
  readonly allowedHosts: ReadonlySet<string>;
  /** What programs of other machines need; `null` where none reaches it. */
  readonly token: string | null;
}

/** Handles a request below `/api/`, and any other one that asks for no file. Returns `null` where it responds itself. */
type HandleRequest = (
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<Reply | null> | Reply | null;

/**
 * Creates the listener of a page of this machine, and of what the page asks.
 * It takes requests to names of this machine only, and none of pages of other origins: a page in another tab can neither
 * read nor clear, also where its host name leads here (DNS rebinding).
 */
export function createLocalListener(
  { findPageFile, allowedHosts, token }: LocalListenerDeps,
  handleRequest: HandleRequest,
): RequestListener {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const isPage = !url.pathname.startsWith('/api/');
    const problem = findOriginProblem(request, isPage, allowedHosts);
    if (problem !== null) return send(request, response, refuseWith(403, problem));
    const check = token === null ? null : checkToken(request, url, token, isLocalName(request));
    if (check?.type === 'missing') return send(request, response, refuseWith(401, NEEDS_TOKEN));
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

const NEEDS_TOKEN = 'The address needs the token that serve has printed: ?token=… or Authorization: Bearer ….';

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
 * Why a request may not be answered, as a sentence; `null` if it may.
 * A link of any page may lead to our own page: nothing comes back to the page with the link.
 */
function findOriginProblem(
  { headers }: IncomingMessage,
  isPage: boolean,
  allowedHosts: ReadonlySet<string>,
): string | null {
  const { host = '', origin } = headers;
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  if (own === null || !(LOCAL_NAMES.has(own.hostname) || allowedHosts.has(own.hostname)))
    return 'The Host header names another host than this machine. Allow it by --allow-host.';
  if (origin !== undefined && origin !== own.origin) return 'Pages of other origins are refused.';
  // Browsers send it with each request, also where no Origin is.
  const site = headers['sec-fetch-site'];
  if (isPage && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document') return null;
  return site === undefined || site === 'same-origin' || site === 'none' ? null : 'Pages of other origins are refused.';
}

/** Responds with JSON. */
export function jsonReply(status: number, value: object): Reply {
  return { status, type: 'application/json', parts: [`${JSON.stringify(value)}\n`] };
}

/** Responds with a sentence, as JSON. */
export function refuseWith(status: number, error: string): Reply {
  return jsonReply(status, { error });
}

function sendFile(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { bytes, etag, headers: own }: PageFile,
): void {
  response.setHeaders(new Map(Object.entries({ ...own, etag })));
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
  for await (const part of parts) {
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    if (response.destroyed) return;
  }
  response.end();
}

/** Addresses of this machine's own programs, also as IPv6 writes that of IPv4. */
const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Creates a token of 192 random bits, in characters that a URL has as they are. */
export function createPageToken(): string {
  return randomBytes(24).toString('base64url');
}

/** What is responded to a request for which a token is needed. */
type TokenCheck =
  | { readonly type: 'allowed' }
  | { readonly type: 'missing' }
  /** The address had the token: the browser gets it as a cookie, and goes on to an address without it. */
  | { readonly type: 'redirect'; readonly location: string; readonly cookie: string };

/**
 * Checks the token of a request: in the address, in the header `Authorization`, or in a cookie. Programs of this machine
 * need none where they ask by a name of it.
 *
 * @param isLocalName whether the `Host` header names this machine itself: a proxy on it passes requests of others.
 */
function checkToken(request: IncomingMessage, url: URL, token: string, isLocalName: boolean): TokenCheck {
  const given = url.searchParams.get('token');
  if (given !== null && isEqual(given, token)) {
    if (url.pathname.startsWith('/api/')) return { type: 'allowed' };
    const rest = new URL(url);
    rest.searchParams.delete('token');
    const cookie = `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Lax`;
    // Never the path: `//host` would lead to another server.
    return { type: 'redirect', location: `/${rest.search}`, cookie };
  }
  if (isLocalName && LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')) return { type: 'allowed' };
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (isEqual(bearer, token) || isEqual(readCookie(request), token)) return { type: 'allowed' };
  return { type: 'missing' };
}

/** Cookies are of a host, for all of its ports. */
function cookieName({ socket }: IncomingMessage): string {
  return `telemetry-v3-${socket.localPort}`;
}

function readCookie(request: IncomingMessage): string {
  const start = `${cookieName(request)}=`;
  const pairs = (request.headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
}

/** Compares hashes, which have one length, so that the time says nothing of the token. */
function isEqual(given: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
