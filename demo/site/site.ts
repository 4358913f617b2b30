import type { ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server';
import { findAsset } from './assets';
import { findPage } from './pages/pages';

export interface Site {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a small learning site whose lessons call the real SDKs, which post to the collector. */
export async function startSite(options: { readonly port?: number; readonly collectorUrl: string }): Promise<Site> {
  return startLocalServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    respond(pathname, options.collectorUrl, response).catch(() => send(response, 500, 'text/plain', 'Broken page'));
  }, options.port);
}

async function respond(path: string, collectorUrl: string, response: ServerResponse): Promise<void> {
  const page = await findPage(path, collectorUrl);
  if (page !== null) return send(response, 200, 'text/html; charset=utf-8', page);
  const asset = await findAsset(path);
  if (asset !== null) return send(response, 200, asset.type, asset.body, ASSET_CACHE_CONTROL);
  send(response, 404, 'text/plain; charset=utf-8', `There is nothing at ${path}.`);
}

/** Lets the browser cache scripts and styles, and their compiled code, as on real sites. */
const ASSET_CACHE_CONTROL = 'max-age=3600';

function send(response: ServerResponse, status: number, type: string, body: string, cacheControl = 'no-store'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': cacheControl }).end(body);
}
