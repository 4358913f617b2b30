import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { allowInjection, socketOriginOf } from '#core/collector/content-policies';
import { headerText, type RequestHeaders } from '#core/collector/cors';
import type { RequestSource } from '#core/collector/request-source';
import { readRequestSource } from '#core/collector/request-source';
import type { PageReply, PageSettings } from '#core/wire/page-delivery';
import { rejoinBytes } from '../cli/input/decode-input';
import type { CommandSockets } from './command-sockets';
import { createScriptInjection } from './inject-script';
import { readBody } from './read-body';

/** Maximum size of a request with a page's reports. */
const MAX_REPORT_BYTES = 32 * 1024 * 1024;

/** Headers about the bytes of the upstream's document, which are wrong once the script is inserted. */
const DOCUMENT_HEADERS = [
  ...['etag', 'last-modified', 'content-length', 'content-encoding', 'accept-ranges', 'transfer-encoding'],
  ...['content-digest', 'repr-digest', 'digest', 'content-md5'],
];

/** Request headers that allow a response with only a part of the document, or with 304 and no document. */
const CONDITIONAL_HEADERS = ['if-none-match', 'if-modified-since', 'if-range', 'range'] as const;

const POLICY_HEADERS = ['content-security-policy', 'content-security-policy-report-only'] as const;

/** Headers that can require a hash in each script element (Subresource Integrity, section 3.8). */
const INTEGRITY_HEADERS = ['integrity-policy', 'integrity-policy-report-only'];

const DECOMPRESSIONS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: () => Duplex.from(inflateAny),
  br: createBrotliDecompress,
};

/**
 * Changes the headers of a response.
 * Returns the streams that transform the body. Returns none if the body stays unchanged.
 */
export type RewriteResponse = (response: IncomingMessage) => readonly Duplex[];

/** Injects the hook into the pages of an upstream. */
export interface PageInjection {
  /** Responds to a request of the hook. Returns false for any other request. */
  respond(request: IncomingMessage, response: ServerResponse, ownOrigin: string): boolean;
  /**
   * Changes the headers of a navigation so that the upstream responds with a whole, uncompressed document.
   * Returns a function that rewrites the response, or `null` for any other request.
   */
  prepareNavigation(request: IncomingMessage, ownOrigin: string): RewriteResponse | null;
  /** Accepts the WebSocket through which the hook receives commands. Returns false for any other request. */
  acceptSocket(request: IncomingMessage, socket: Duplex, head: Buffer, ownOrigin: string): boolean;
}

interface InjectionListener {
  /** Called with each line of a page's reports. */
  readonly onReports: (line: string, source: RequestSource) => void;
  readonly commandSockets: Pick<CommandSockets, 'accept'>;
}

/** Creates the injection of the built script that observes pages. */
export function createPageInjection(
  pageScript: string,
  { onReports, commandSockets }: InjectionListener,
): PageInjection {
  const id = randomBytes(12).toString('hex');
  const scriptPath = `/telemetry-v3-${id}/page-script.js`;
  const reportsPath = `/telemetry-v3-${id}/reports`;
  const commandsPath = `/telemetry-v3-${id}/commands`;
  const scriptText = (ownOrigin: string): string => {
    const settings: PageSettings = {
      binding: `telemetryV3${id}`,
      receiverUrl: `${ownOrigin}${reportsPath}`,
      storageKey: `telemetry-v3:${id}`,
      commandEvent: `telemetry-v3:command:${id}`,
      commandsUrl: `${socketOriginOf(ownOrigin)}${commandsPath}`,
      isFulfilling: false,
      isPosting: true,
    };
    return `(() => { const TELEMETRY_SETTINGS = ${JSON.stringify(settings)};\n${pageScript}\n})();`;
  };
  const takeReports = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const source = readRequestSource('', request.socket.remoteAddress ?? '', request.headers);
    const body = await readBody(request, MAX_REPORT_BYTES);
    if (body.ok) for (const line of new TextDecoder().decode(body.value).split('\n')) onReports(line, source);
    const reply: PageReply = { reach: 'open', telemetryUrls: [] };
    response.writeHead(body.ok ? 200 : 413, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(reply));
  };

  return {
    respond(request, response, ownOrigin) {
      const isScript = request.url === scriptPath;
      if (!isScript && request.url !== reportsPath) return false;
      if (isForeign(request.headers, ownOrigin)) response.writeHead(403).end();
      else if (isScript) {
        const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=86400' };
        response.writeHead(200, headers).end(scriptText(ownOrigin));
      } else takeReports(request, response).catch(() => response.destroy());
      return true;
    },
    acceptSocket(request, socket, head, ownOrigin) {
      const [path, query = ''] = (request.url ?? '').split('?');
      if (path !== commandsPath) return false;
      if (isForeign(request.headers, ownOrigin)) socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      else commandSockets.accept(request, socket, head, new URLSearchParams(query).get('document') ?? '');
      return true;
    },
    prepareNavigation(request, ownOrigin) {
      if (!isNavigation(request)) return null;
      for (const name of CONDITIONAL_HEADERS) delete request.headers[name];
      request.headers['accept-encoding'] = 'identity';
      return (response) => {
        const { headers } = response;
        const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
        const decompress = DECOMPRESSIONS[encoding];
        if (!isDocument(response) || (encoding !== '' && encoding !== 'identity' && !decompress)) return [];
        for (const name of DOCUMENT_HEADERS) delete headers[name];
        headers['cache-control'] = 'no-store';
        const nonce = randomBytes(16).toString('base64');
        for (const name of POLICY_HEADERS) {
          const policies = headers[name];
          if (typeof policies === 'string') headers[name] = allowInjection(policies, { nonce, own: ownOrigin });
        }
        const needsIntegrity = INTEGRITY_HEADERS.some((name) => headers[name] !== undefined);
        const integrity = needsIntegrity ? ` integrity="${computeIntegrity(scriptText(ownOrigin))}" crossorigin` : '';
        const script = `<script nonce="${nonce}" src="${ownOrigin}${scriptPath}"${integrity}></script>`;
        return [...(decompress ? [decompress()] : []), createScriptInjection(script, ownOrigin)];
      };
    },
  };
}

/** Whether a browser requests a document, as opposed to a script that fetches HTML. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'POST') return false;
  const destination = headerText(headers, 'sec-fetch-dest');
  if (destination !== null) return ['document', 'iframe', 'frame'].includes(destination);
  // Browsers send `Sec-Fetch-Dest` only to https and to localhost. Android WebViews send the name of their app as
  // `X-Requested-With` with each request.
  return (headers.accept ?? '').startsWith('text/html,') && headers['x-requested-with'] !== 'XMLHttpRequest';
}

function isDocument({ headers, statusCode = 0 }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').toLowerCase();
  const isDownload = (headers['content-disposition'] ?? '').toLowerCase().startsWith('attachment');
  const hasBody = statusCode >= 200 && statusCode !== 204 && statusCode !== 205 && statusCode !== 304;
  return hasBody && /^text\/html\s*(?:;|$)/.test(type) && !isDownload && !isUtf16(type);
}

/** Whether the charset of a type is UTF-16, the only encoding of pages that isn't a superset of ASCII. */
function isUtf16(type: string): boolean {
  const [, label = 'utf-8'] = /;\s*charset\s*=\s*["']?([^"';\s]+)/.exec(type) ?? [];
  try {
    return new TextDecoder(label).encoding.startsWith('utf-16');
  } catch {
    // The label is unknown.
    return false;
  }
}

function computeIntegrity(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Decompresses `deflate` with or without the RFC 1950 wrapper, as browsers do. */
async function* inflateAny(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const isWrapped = ((first.value[0] ?? 0) & 0x0f) === 8;
  const all = rejoinBytes([first.value], chunks);
  yield* pipeline(all, isWrapped ? createInflate() : createInflateRaw(), () => {});
}

/** Whether a request comes from a page of another origin. Such a page gets no script and cannot report. */
function isForeign(headers: RequestHeaders, ownOrigin: string): boolean {
  const origin = headerText(headers, 'origin');
  const site = headerText(headers, 'sec-fetch-site');
  return (origin !== null && origin !== ownOrigin) || (site !== null && site !== 'same-origin');
}
