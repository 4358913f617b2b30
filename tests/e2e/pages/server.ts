import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '#demo/local-server';
import { findScript } from './page-files';
import { aroundPage, type PageHosts, type PlayOptions, playPage, speculatingPage } from './play-page';

export interface Pages {
  /** URL with the host `127.0.0.1`. */
  readonly url: string;
  /** URL of the same server with the host `localhost`, which is another site. Both sites are watched by default. */
  readonly otherUrl: string;
  readonly stop: () => Promise<void>;
}

/** Serves pages whose behavior is defined by their URL. */
export async function startPages(collectorUrl: string): Promise<Pages> {
  const server = await startLocalServer((request, response) => {
    const own = `http://${request.headers.host}`;
    const other = swapHost(own);
    respond(request, response, { own, other, collectorUrl }).catch((problem: unknown) =>
      send(response, 500, 'text/plain', `${problem}`),
    );
  });
  return { ...server, otherUrl: swapHost(server.url) };
}

async function respond(request: IncomingMessage, response: ServerResponse, hosts: PageHosts): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', hosts.own);
  if (pathname === '/play/' || pathname === '/around/') {
    const options = JSON.parse(searchParams.get('options') ?? '{}') as PlayOptions;
    if (options.isStrict) response.setHeader('Content-Security-Policy', "script-src 'self'");
    const page = pathname === '/play/' ? playPage(options, hosts) : aroundPage(options, hosts);
    return send(response, 200, 'text/html; charset=utf-8', page);
  }
  if (pathname === '/speculating/') {
    return send(response, 200, 'text/html; charset=utf-8', speculatingPage(searchParams.get('to') ?? ''));
  }
  if (pathname === '/redirect/') {
    response.writeHead(302, { Location: searchParams.get('to') ?? '/empty/' }).end();
    return;
  }
  if (pathname === '/empty/') {
    return send(response, 200, 'text/html', '<!doctype html><title>Empty</title><link rel="icon" href="data:,">');
  }
  const script = await findScript(pathname);
  if (script !== null) return send(response, 200, 'text/javascript; charset=utf-8', script);
  send(response, 404, 'text/plain', `There is nothing at ${pathname}.`);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  // Not `no-store`, with which Chromium would not add the page to its back/forward cache.
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(body);
}

function swapHost(origin: string): string {
  return origin.includes('127.0.0.1')
    ? origin.replace('127.0.0.1', 'localhost')
    : origin.replace('localhost', '127.0.0.1');
}
