import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createServer as createViteServer } from 'vite';
import { createCollectedEvents } from '#core/collector/collected-events';
import { defaultBehavior } from '#core/collector/collector-response';
import { createDefaultJudge } from '#core/stream/default-judge';
import { decompress } from '#node/cli/input/body-deps';
import { startServer } from '#node/collector/local-server';
import { createReverseProxy } from '#node/collector/reverse-proxy';
import { setTimer } from '#node/timers';
import { pagesTest } from './watched-test';

const test = pagesTest.extend<{ readonly startProxy: (origin: string) => ReturnType<typeof openProxy> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  startProxy: async ({}, use) => {
    const stops: (() => Promise<void>)[] = [];
    await use(async (origin) => {
      const proxy = await openProxy(origin);
      stops.push(proxy.stop);
      return proxy;
    });
    for (const stop of stops) await stop();
  },
});

async function openProxy(origin: string) {
  const events = createCollectedEvents(createDefaultJudge());
  const deps = { decompress, now: Date.now, random: Math.random, setTimer };
  const proxy = createReverseProxy(
    events,
    { origin, telemetry: 'forwarded', pageScript: null, behavior: defaultBehavior },
    deps,
  );
  const started = await startServer(proxy, '127.0.0.1', 0);
  if (!started.ok) throw new Error(started.failure);
  const stop = async (): Promise<void> => {
    const stopped = started.value.abort();
    await proxy.close();
    await stopped;
  };
  return { events, url: `http://127.0.0.1:${started.value.port}`, stop };
}

const ACCEPTED = JSON.stringify({ id: 'api.telemetry', responseCode: 'SUCCESS' });

const event = {
  ...{ eid: 'INTERACT', ets: 1_763_620_200_000, ver: '3.0', mid: 'INTERACT:1' },
  actor: { id: 'a', type: 'User' },
  context: { channel: 'learn', env: 'home' },
  edata: { type: 'TOUCH', id: 'next', pageid: 'home' },
};

/** A page that sends an event. */
const WELCOME = `<p>Welcome</p><script>
  const body = ${JSON.stringify(JSON.stringify({ events: [event] }))};
  fetch('/v1/telemetry', { method: 'POST', body })
    .then((response) => response.text())
    .then((text) => { document.title = text; });
</script>`;

/** A site whose pages need a log-in, and whose log-in rejects other origins. */
function respond(request: IncomingMessage, response: ServerResponse): void {
  const own = `http://${request.headers.host}`;
  const isLoggedIn = (request.headers.cookie ?? '').includes('__Host-sid=secret');
  const html = (body: string): void =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Site</title>${body}`);
  switch (`${request.method} ${request.url}`) {
    case 'GET /log-in':
      html('<form method="post" action="/log-in"><button>Log in</button></form>');
      return;
    case 'POST /log-in': {
      const isOwn = request.headers.origin === own && (request.headers.referer ?? '').startsWith(own);
      const cookies = ['__Host-sid=secret; Path=/; Secure; HttpOnly', `theme=dark; Domain=${new URL(own).hostname}`];
      const headers = { location: `${own}/home`, 'set-cookie': cookies, 'strict-transport-security': 'max-age=99' };
      request.resume();
      response.writeHead(isOwn ? 303 : 403, isOwn ? headers : {}).end();
      return;
    }
    case 'GET /home':
      if (isLoggedIn) html(WELCOME);
      else response.writeHead(302, { location: `${own}/log-in` }).end();
      return;
    case 'POST /v1/telemetry':
      request.resume();
      response.writeHead(isLoggedIn ? 200 : 401).end(ACCEPTED);
      return;
    default:
      response.writeHead(404).end();
  }
}

test('a cookie-based log-in works through the proxy, and telemetry is recorded with its response', async ({
  page,
  startProxy,
}) => {
  const site = createServer(respond);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const proxy = await startProxy(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  await page.goto(`${proxy.url}/home`);
  expect(page.url()).toBe(`${proxy.url}/log-in`);
  await page.getByRole('button').click();
  await expect(page.getByText('Welcome')).toBeVisible();
  expect(page.url()).toBe(`${proxy.url}/home`);
  await expect(page).toHaveTitle(ACCEPTED);
  await expect
    .poll(() => [...proxy.events.all()].map(({ record }) => record.requests[0]?.end))
    .toMatchObject([{ status: 'responded', httpStatus: 200 }]);
  await new Promise((resolve) => {
    site.close(resolve);
    site.closeAllConnections();
  });
});

test('a change of a development server’s module is hot-reloaded through the proxy, without a page load', async ({
  page,
  startProxy,
}) => {
  const root = mkdtempSync(join(tmpdir(), 'hot-'));
  const write = (text: string): void =>
    writeFileSync(
      join(root, 'main.js'),
      `document.body.textContent = ${JSON.stringify(text)};\nimport.meta.hot.accept();\n`,
    );
  writeFileSync(join(root, 'index.html'), '<!doctype html><body><script type="module" src="/main.js"></script>');
  write('before');
  const vite = await createViteServer({
    ...{ root, configFile: false, logLevel: 'silent', cacheDir: join(root, '.cache') },
    server: { host: '127.0.0.1', port: 0 },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  if (typeof address !== 'object' || !address) throw new Error('Vite does not listen.');
  const proxy = await startProxy(`http://127.0.0.1:${address.port}`);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host));
  const connected = page.waitForEvent('console', (message) => message.text().includes('connected.'));
  await page.goto(proxy.url);
  await expect(page.getByText('before')).toBeVisible();
  await connected;
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  write('after');
  await expect(page.getByText('after')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(new Set(sockets)).toEqual(new Set([new URL(proxy.url).host]));
  await vite.close();
  rmSync(root, { recursive: true });
});
