import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server';
import type { Batch } from './batch';
import { readBatch } from './batch';
import { allowEveryOrigin, isPreflight } from './cors';

/**
 * Paths of real collectors for telemetry.
 * Any other request gets a 404, like a wrong endpoint in production.
 */
const collectorPaths: readonly string[] = [
  '/content/data/v1/telemetry',
  '/action/data/v3/telemetry',
  '/data/v3/telemetry',
  '/api/data/v1/telemetry',
  '/v1/telemetry',
  '/anuvaad-telemetry/v1/telemetry',
];

/** The response of production collectors to any batch. Invalid events fail only later, in the pipeline. */
const SUCCESS = { id: 'api.telemetry', ver: '1.0', params: {}, responseCode: 'SUCCESS' };

export interface NextResponse {
  /** HTTP status; 0 closes the connection without a response. */
  readonly status?: number;
  readonly delayMs?: number;
  /** A body that is not from a collector, as of a proxy or a wrong URL. */
  readonly body?: { readonly type: string; readonly text: string };
}

export interface Collector {
  readonly url: string;
  /** All posted batches, oldest first, byte for byte. */
  readonly received: readonly Batch[];
  /** Adds a response to a later POST. Responses are used in the order in which they were added. */
  readonly respondNext: (next: NextResponse) => void;
  readonly forget: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts a telemetry collector that accepts any batch without validation, like those in production. */
export async function startCollector({ port = 0 }: { readonly port?: number } = {}): Promise<Collector> {
  const received: Batch[] = [];
  const nextResponses: NextResponse[] = [];
  const timers = new Set<NodeJS.Timeout>();

  const receiveBatch = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push(await readBatch(request));
    const { status = 200, delayMs = 0, body } = nextResponses.shift() ?? {};
    if (delayMs === 0) return respond(response, status, body);
    const timer = setTimeout(() => {
      timers.delete(timer);
      respond(response, status, body);
    }, delayMs);
    timers.add(timer);
  };

  const server = await startLocalServer((request, response) => {
    // Browsers retry a request without a response if its connection was reused.
    response.shouldKeepAlive = false;
    allowEveryOrigin(request, response);
    if (isPreflight(request)) return void response.writeHead(204).end();
    const { pathname } = new URL(request.url ?? '/', 'http://collector');
    if (!isCollectorPath(pathname)) return respond(response, 404);
    if (request.method !== 'POST') return respond(response, 405);
    receiveBatch(request, response).catch(() => response.destroy());
  }, port);

  return {
    url: server.url,
    received,
    respondNext: (next) => void nextResponses.push(next),
    forget: () => void received.splice(0),
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      return server.stop();
    },
  };
}

function isCollectorPath(path: string): boolean {
  return collectorPaths.includes(path);
}

function respond(response: ServerResponse, status: number, other?: NextResponse['body']): void {
  if (status === 0) return void response.destroy();
  if (other) return void response.writeHead(status, { 'Content-Type': other.type }).end(other.text);
  const body = status < 400 ? SUCCESS : { ...SUCCESS, params: { status: 'failed' }, responseCode: 'CLIENT_ERROR' };
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
