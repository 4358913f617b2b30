import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { parseJson } from '#core/json/json';
import type { SetTimer } from '#core/util/scheduler';
import * as z from '#core/util/zod';
import { readDocumentCommand } from '#core/wire/page-command';
import { LOCAL_NAMES } from '../local-listener';
import { readBody } from '../read-body';
import type { ConnectedPages } from '../reverse-proxy';

/** Maximum size of a command or a post. A batch has at most 5 MB, plus escaped quotes. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/**
 * Size at which a response is truncated.
 * Collectors respond in a few hundred bytes, but error pages may be long.
 */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Headers that define the destination and the length of a request, which the panel cannot set. */
const FORBIDDEN_HEADERS: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

/** Targets of the actions that only the panel may request. */
export interface PanelActions {
  /** The pages with an injected hook, or `null` if the hook is not injected. */
  readonly pages: ConnectedPages | null;
  /** URLs of the collector. The first one is for this machine. */
  readonly collectorUrls: readonly [string, ...string[]];
  /**
   * Origin of the server behind the collector, and whether telemetry is withheld from it.
   * `null` without a server.
   */
  readonly upstream: { readonly origin: string; readonly telemetry: 'local' | 'forwarded' } | null;
  /** Sets a timer. Returns a function that cancels the timer. */
  readonly setTimer: SetTimer;
}

/** A response to a panel. */
interface ActionReply {
  readonly status: number;
  readonly value: object;
}

type Action = (text: string, actions: PanelActions, request: IncomingMessage) => Promise<ActionReply> | ActionReply;

const ACTIONS: Readonly<Record<string, Action>> = { 'POST /api/commands': sendCommand, 'POST /api/post': post };

/**
 * Responds to a request that only the panel may send. Returns `null` for any other request.
 * The `Origin` was checked before and is required here, so that neither another page nor its forms can send commands.
 */
export async function respondToPanel(
  name: string,
  request: IncomingMessage,
  actions: PanelActions,
): Promise<ActionReply | null> {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) return null;
  const { origin, 'content-type': type = '' } = request.headers;
  if (origin === undefined || !type.startsWith('application/json')) {
    return { status: 403, value: { error: 'Only the panel can send this request.' } };
  }
  const body = await readBody(request, MAX_REQUEST_BYTES);
  if (!body.ok) return { status: 413, value: { error: 'The request is too large.' } };
  return action(new TextDecoder().decode(body.value), actions, request);
}

function sendCommand(text: string, { pages }: PanelActions): ActionReply {
  const documentCommand = readDocumentCommand(text);
  if (documentCommand === null) return { status: 400, value: { error: 'Invalid command.' } };
  const { documentId, command } = documentCommand;
  return { status: 200, value: { isDelivered: pages?.sendCommand(documentId, command) ?? false } };
}

const postSchema = z.object({
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});

/**
 * Posts to the collector, which may forward the post, and never to another server.
 * Replies with the outcome.
 */
async function post(text: string, actions: PanelActions, request: IncomingMessage): Promise<ActionReply> {
  const { data } = postSchema.safeParse(parseJson(text));
  if (data === undefined) return { status: 400, value: { error: 'Invalid post.' } };
  const path = collectorPath(data.url, actions);
  const toFailure = (reason: string, detail: string): ActionReply => ({
    status: 200,
    value: { ok: false, failure: { reason, detail } },
  });
  if (path === null) return toFailure('other-host', URL.canParse(data.url) ? new URL(data.url).host : '');
  const invalidHeader = data.headers.find(
    ([name, value]) => FORBIDDEN_HEADERS.has(name.toLowerCase()) || !isHeader(name, value),
  );
  if (invalidHeader !== undefined) return toFailure('wrong-header', invalidHeader[0]);
  return sendPost(`${actions.collectorUrls[0]}${path}`, data, request, toFailure, actions.setTimer);
}

/**
 * Returns the path of a URL of the collector, or of the server behind it.
 * Returns `null` for any other URL.
 */
function collectorPath(text: string, { collectorUrls, upstream }: PanelActions): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, hostname, port, protocol, pathname, search } = new URL(text);
  const isCollector = collectorUrls.some((url) => {
    const collector = new URL(url);
    const isLocal = LOCAL_NAMES.has(hostname) && LOCAL_NAMES.has(collector.hostname);
    return collector.origin === origin || (isLocal && collector.port === port && collector.protocol === protocol);
  });
  return isCollector || origin === upstream?.origin ? pathname + search : null;
}

function sendPost(
  url: string,
  { headers, body }: z.infer<typeof postSchema>,
  panelRequest: IncomingMessage,
  toFailure: (reason: string, detail: string) => ActionReply,
  setTimer: SetTimer,
): Promise<ActionReply> {
  const { host } = new URL(url);
  const startedAt = performance.now();
  // The certificate is not verified, because the server is this process.
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const outgoing = send(url, { method: 'POST', agent: false, rejectUnauthorized: false });
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    outgoing.setHeader('content-length', Buffer.byteLength(body));
    outgoing.end(body);
    const cancelTimeout = setTimer(TIMEOUT_MS, () => void outgoing.destroy(new Error('timeout')));
    const abort = (): void => void outgoing.destroy();
    panelRequest.socket.once('close', abort);
    outgoing.on('close', () => {
      cancelTimeout();
      // Removed because a keep-alive connection has further requests.
      panelRequest.socket.off('close', abort);
    });
    outgoing.on('error', ({ message }) => resolve(toFailure(message === 'timeout' ? 'timeout' : 'unreachable', host)));
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const end = (isComplete: boolean): void => {
        const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response;
        const headerPairs = rawHeaders.flatMap((name, index) =>
          index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
        );
        const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES));
        const milliseconds = Math.round(performance.now() - startedAt);
        const value = { status, statusText, headers: headerPairs, body: text, isComplete, milliseconds };
        resolve({ status: 200, value: { ok: true, value } });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= MAX_RESPONSE_BYTES) return;
        end(false);
        outgoing.destroy();
      });
      response.on('end', () => end(true));
      response.on('close', () => resolve(toFailure('unreachable', host)));
    });
  });
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
