import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { allowInjection, socketOriginOf } from '#core/collector/content-policies';
import { headerText, type RequestHeaders } from '#core/collector/cors';
import type { RequestSource } from '#core/collector/request-source';
import { readRequestSource } from '#core/collector/request-source';
import type { PageReply, PageSettings } from '#core/wire/page-delivery';
import { createScriptInjection } from './inject-script';
import type { OrderSockets } from './order-sockets';
import { readBody } from './read-body';

/** Reports of one page in one request: its events, with some around each. */
const MAX_REPORT_BYTES = 32 * 1024 * 1024;

/** They are about the bytes of the upstream's document, which is another one with a script in it. */
const DOCUMENT_HEADERS = [
  ...['etag', 'last-modified', 'content-length', 'content-encoding', 'content-md5', 'digest', 'accept-ranges'],
  'transfer-encoding',
];

/** With them the upstream could respond with a part of a document, or without it. */
const CONDITIONAL_HEADERS = ['if-none-match', 'if-modified-since', 'if-range', 'range'] as const;

const POLICY_HEADERS = ['content-security-policy', 'content-security-policy-report-only'] as const;

const DECOMPRESSIONS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Changes the head of a response, and returns the streams that its body is to pass; none if it stays as it is. */
export type RewriteResponse = (response: IncomingMessage) => readonly Transform[];

/** The hook in the pages of an upstream. */
export interface PageInjection {
  /** Responds to a request of the hook. Returns whether the request is one. */
  respond(request: IncomingMessage, response: ServerResponse, own: string): boolean;
  /** Prepares a navigation; returns `null` for any other request. */
  rewriterOf(request: IncomingMessage, own: string): RewriteResponse | null;
  /** Takes the WebSocket through which the hook gets orders. Returns whether the request is for it. */
  takeSocket(request: IncomingMessage, socket: Duplex, head: Buffer, own: string): boolean;
}

interface InjectionListener {
  /** Gets each line that a page delivers. */
  readonly onReports: (line: string, source: RequestSource) => void;
  readonly orders: Pick<OrderSockets, 'take'>;
}

/** Creates the injection of the built script of watched pages. */
export function createPageInjection(pageScript: string, { onReports, orders }: InjectionListener): PageInjection {
  const id = randomBytes(12).toString('hex');
  const scriptPath = `/telemetry-v3-${id}/page-script.js`;
  const reportsPath = `/telemetry-v3-${id}/reports`;
  const ordersPath = `/telemetry-v3-${id}/orders`;
  const scriptText = (own: string): string => {
    const settings: PageSettings = {
      binding: `telemetryV3${id}`,
      receiverUrl: `${own}${reportsPath}`,
      storageKey: `telemetry-v3:${id}`,
      orderEvent: `telemetry-v3:order:${id}`,
      ordersUrl: `${socketOriginOf(own)}${ordersPath}`,
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
    respond(request, response, own) {
      const isScript = request.url === scriptPath;
      if (!isScript && request.url !== reportsPath) return false;
      if (isForeign(request.headers, own)) response.writeHead(403).end();
      else if (isScript) {
        const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=86400' };
        response.writeHead(200, headers).end(scriptText(own));
      } else takeReports(request, response).catch(() => response.destroy());
      return true;
    },
    takeSocket(request, socket, head, own) {
      const url = new URL(request.url ?? '/', own);
      if (url.pathname !== ordersPath) return false;
      if (isForeign(request.headers, own)) socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      else orders.take(request, socket, head, url.searchParams.get('document') ?? '');
      return true;
    },
    rewriterOf(request, own) {
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
          if (typeof policies === 'string') headers[name] = allowInjection(policies, { nonce, own });
        }
        const script = `<script nonce="${nonce}" src="${own}${scriptPath}"></script>`;
        return [...(decompress ? [decompress()] : []), createScriptInjection(script, own)];
      };
    },
  };
}

/** Whether a browser asks for a document, and no script of a page for a part of one. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'POST') return false;
  const destination = headerText(headers, 'sec-fetch-dest');
  if (destination !== null) return ['document', 'iframe', 'frame'].includes(destination);
  // Browsers send that header to https and to this machine only.
  return (headers.accept ?? '').startsWith('text/html,') && headers['x-requested-with'] === undefined;
}

function isDocument({ headers, statusCode = 0 }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').toLowerCase();
  const isDownload = (headers['content-disposition'] ?? '').toLowerCase().startsWith('attachment');
  const hasBody = statusCode >= 200 && statusCode !== 204 && statusCode !== 205 && statusCode !== 304;
  return hasBody && /^text\/html\s*(?:;|$)/.test(type) && !type.includes('utf-16') && !isDownload;
}

/** Only pages of the proxy get the hook's script, and report. */
function isForeign(headers: RequestHeaders, own: string): boolean {
  const origin = headerText(headers, 'origin');
  const site = headerText(headers, 'sec-fetch-site');
  return (origin !== null && origin !== own) || (site !== null && site !== 'same-origin');
}
