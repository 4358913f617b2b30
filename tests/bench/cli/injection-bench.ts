import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentile } from '../measurements';
import { serveArgs, startServer } from './started-server';

const PAGE_BYTES = 1_000_000;
const REQUESTS = 200;
const WARM_UP = 20;

/** Median time to the first byte of a page of 1 MB, in milliseconds. */
export interface InjectionCost {
  readonly passedMs: number;
  readonly injectedMs: number;
}

/** Measures the first byte of a page through a proxy with and without injection of the hook. */
export async function measureInjection(cli: string): Promise<InjectionCost> {
  const page = createPage();
  const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const upstream = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const passing = await startServer(serveArgs(cli, '--upstream', upstream));
  const injecting = await startServer(serveArgs(cli, '--upstream', upstream, '--inject'));
  const agent = new Agent({ keepAlive: true });
  const times: { readonly passed: number[]; readonly injected: number[] } = { passed: [], injected: [] };
  try {
    // Alternates the proxies, so that other load on the machine affects both equally.
    for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
      const passed = await measureFirstByteMs(passing.url, agent, false);
      const injected = await measureFirstByteMs(injecting.url, agent, true);
      if (request < WARM_UP) continue;
      times.passed.push(passed);
      times.injected.push(injected);
    }
  } finally {
    agent.destroy();
    passing.stop();
    injecting.stop();
    site.closeAllConnections();
    site.close();
  }
  return { passedMs: percentile(times.passed, 0.5), injectedMs: percentile(times.injected, 0.5) };
}

function createPage(): Buffer {
  const head = `<head><meta charset="utf-8"><title>Lesson</title>${'<link rel="preload" href="/a.css" as="style">'.repeat(40)}</head>`;
  const start = `<!doctype html><html>${head}<body>`;
  return Buffer.from(start + '<p>The water cycle moves water from the sea to the sky.</p>\n'.repeat(PAGE_BYTES / 60));
}

/** Requests the page as a navigation does. Resolves with the time to the first byte, once the page is read. */
function measureFirstByteMs(url: string, agent: Agent, isInjected: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    get(url, { agent, headers: { 'sec-fetch-dest': 'document', accept: 'text/html' } }, (response) => {
      let firstAt: number | null = null;
      let hasScript = false;
      response.on('data', (chunk: Buffer) => {
        firstAt ??= performance.now();
        hasScript ||= chunk.includes('page-script.js');
      });
      response.on('end', () =>
        hasScript === isInjected && firstAt !== null
          ? resolve(firstAt - startedAt)
          : reject(new Error(`The page ${isInjected ? 'has no' : 'has the'} hook.`)),
      );
    }).on('error', reject);
  });
}
