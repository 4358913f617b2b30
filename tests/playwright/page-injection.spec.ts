import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import { defaultBehavior } from '#core/collector/collector-response';
import { journeyState } from '#core/journey/journey-state';
import { valueAt } from '#core/json/json';
import { createDefaultJudge } from '#core/stream/default-judge';
import { decompress } from '#node/cli/input/body-deps';
import { startServer } from '#node/collector/local-server';
import { type ConnectedPages, createReverseProxy } from '#node/collector/reverse-proxy';
import { setTimer } from '#node/timers';
import {
  formatTransportCase,
  playTransportCase,
  startInjectedSite,
  transportCases,
} from '#tests/drivers/injected-site';
import { findScript } from '../e2e/pages/page-files';
import { PAGE_SCRIPT_FILE, pagesTest } from './watched-test';

interface SiteOptions {
  /** Headers of each page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The content of the head before the page's own scripts. */
  readonly head?: string;
  readonly isCompressed?: boolean;
}

const SDK = '<script nonce="n0" src="/vendor/sdk-2.0.1.js"></script>';

/** Sends an IMPRESSION and an END through the SDK. */
const CALLS = `<script nonce="n0">
  $t.initialize({
    env: 'lesson', uid: 'teacher-04', did: 'device-1', sid: 's-1', channel: 'demo', batchsize: 20,
    pdata: { id: 'demo.portal', pid: 'lesson', ver: '2.0' }, host: location.origin, endpoint: '/v1/telemetry',
  });
  (async () => {
    await $t.start({}, 'content-1', '1.0', { type: 'content', mode: 'play', pageid: 'home' });
    $t.impression({ type: 'view', pageid: 'home', uri: '/home' });
    $t.end({ type: 'content', mode: 'play', pageid: 'home' });
  })();
</script>`;

/** Posts an event without the SDK. */
const POST = `<script nonce="n0">
  const event = {
    eid: 'INTERACT', ets: 1763620200000, ver: '3.0', mid: 'INTERACT:1', actor: { id: 'a', type: 'User' },
    context: { channel: 'learn', env: 'home' }, edata: { type: 'TOUCH', id: 'next', pageid: 'home' },
  };
  fetch('/v1/telemetry', { method: 'POST', body: JSON.stringify({ events: [event] }) });
</script>`;

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { headers = {}, head = '', isCompressed = false }: SiteOptions,
): Promise<void> {
  const path = request.url ?? '/';
  const page = (scripts: string): void => {
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>Seite ü</title>${head}${scripts}</head><body>ü</body></html>`;
    const type = { 'content-type': 'text/html', etag: '"1"' };
    if (isCompressed) response.writeHead(200, { ...type, ...headers, 'content-encoding': 'gzip' }).end(gzipSync(html));
    else {
      response.writeHead(200, { ...type, ...headers });
      for (const part of html.match(/[\s\S]{1,40}/g) ?? []) response.write(part);
      response.end();
    }
  };
  const script = await findScript(path);
  if (script !== null) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  else if (path === '/sdk') page(SDK + CALLS);
  else if (path === '/post') page(POST);
  else if (path === '/frame') page('<body><iframe src="/post"></iframe>');
  else if (path === '/never') return;
  else if (path === '/fragment') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>part</p>');
  else if (path === '/v1/telemetry') response.writeHead(200).end('{"responseCode":"SUCCESS"}');
  else response.writeHead(404).end();
}

interface InjectionArgs {
  readonly startSite: (options?: SiteOptions) => Promise<{
    readonly url: string;
    /** Lists each event as its kind, its state, whether its call is known, and its number of requests. */
    readonly listEvents: () => readonly (readonly [string, string, boolean, number])[];
    readonly events: CollectedEvents;
    readonly pages: ConnectedPages;
  }>;
}

const test = pagesTest.extend<InjectionArgs>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  startSite: async ({}, use) => {
    const stops: (() => Promise<unknown>)[] = [];
    await use(async (options = {}) => {
      const site = createServer((request, response) => {
        request.resume();
        void respond(request, response, options);
      });
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      const events = createCollectedEvents(createDefaultJudge());
      const pageScript = readFileSync(PAGE_SCRIPT_FILE, 'utf8');
      const proxy = createReverseProxy(
        events,
        { origin, telemetry: 'forwarded', behavior: defaultBehavior, pageScript },
        { decompress, now: Date.now, random: Math.random, setTimer },
      );
      const started = await startServer(proxy, '127.0.0.1', 0);
      if (!started.ok) throw new Error(started.failure);
      stops.push(async () => {
        const stopped = started.value.abort();
        await proxy.close();
        await stopped;
        site.closeAllConnections();
        site.close();
      });
      const listEvents = () =>
        [...events.all()].map(
          ({ record }) =>
            [`${record.kind}`, journeyState(record), record.call !== null, record.requests.length] as const,
        );
      if (proxy.pages === null) throw new Error('Nothing is injected.');
      return { url: `http://127.0.0.1:${started.value.port}`, listEvents, events, pages: proxy.pages };
    });
    for (const stop of stops) await stop();
  },
});

const SDK_EVENTS = [
  ['start', 'accepted', true, 1],
  ['impression', 'accepted', true, 1],
  ['end', 'accepted', true, 1],
];
const POSTED_EVENTS = [['interact', 'accepted', false, 1]];

const STRICT = "default-src 'none'; script-src 'nonce-n0' 'strict-dynamic' 'unsafe-eval'; connect-src 'self'";
const NARROW = "default-src 'none'; script-src 'nonce-n0' 'unsafe-eval'; connect-src *:*/v1/";

const sites: Readonly<Record<string, readonly [string, SiteOptions, readonly (readonly unknown[])[]]>> = {
  'with the SDK': ['/sdk', {}, SDK_EVENTS],
  'with a strict policy': ['/sdk', { headers: { 'content-security-policy': STRICT } }, SDK_EVENTS],
  'with inline scripts': [
    '/sdk',
    { headers: { 'content-security-policy': "script-src 'unsafe-inline' 'unsafe-eval' http:" } },
    SDK_EVENTS,
  ],
  'with a policy in a meta element': [
    '/sdk',
    { head: `<meta http-equiv="Content-Security-Policy" content="${NARROW}">` },
    SDK_EVENTS,
  ],
  'with Trusted Types': [
    '/post',
    { headers: { 'content-security-policy': "require-trusted-types-for 'script'; script-src 'nonce-n0'" } },
    POSTED_EVENTS,
  ],
  'with a compressed response': ['/sdk', { isCompressed: true }, SDK_EVENTS],
  'in a frame': ['/frame', {}, POSTED_EVENTS],
};

for (const [what, [path, options, expected]] of Object.entries(sites)) {
  test(`the proxy captures calls, events and requests of a page ${what}`, async ({ page, startSite }) => {
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) problems.push(message.text());
    });
    const site = await startSite(options);
    const response = await page.goto(`${site.url}${path}`);
    await expect.poll(site.listEvents).toEqual(expected);
    await expect(page).toHaveTitle('Seite ü');
    expect(problems).toEqual([]);
    expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store' });
    expect(response?.headers().etag).toBeUndefined();
  });
}

test('an HTML fragment that a page fetches is not changed', async ({ page, startSite }) => {
  const site = await startSite();
  await page.goto(`${site.url}/post`);
  const read = () => fetch('/fragment').then((response) => response.text());
  expect(await page.evaluate(read)).toBe('<p>part</p>');
});

test('reports that a page sends as it unloads reach the proxy', async ({ page, startSite }) => {
  const site = await startSite();
  await page.goto(`${site.url}/sdk`);
  await expect.poll(site.listEvents).toEqual(SDK_EVENTS);
  await page.evaluate(() => {
    const { $t } = window as unknown as { $t: { interact(data: object): void } };
    addEventListener('pagehide', () => $t.interact({ type: 'TOUCH', id: 'bye', pageid: 'home' }));
  });
  await page.goto('about:blank');
  await expect
    .poll(() => site.listEvents().map(([kind, , isCalled]) => [kind, isCalled]))
    .toContainEqual(['interact', true]);
});

const TOUCH = { type: 'TOUCH', id: 'fired', pageid: 'home', 2: 'b', 1: 'a' };
const fire = (requestId: string, data: object = TOUCH) =>
  ({ type: 'fire', requestId, sdk: 0, method: 'interact', args: [data] }) as const;

for (const [what, options] of Object.entries({
  'with a strict policy': { headers: { 'content-security-policy': STRICT } },
  'whose policy allows the collector only': {
    head: `<meta http-equiv="Content-Security-Policy" content="${NARROW}">`,
  },
})) {
  test(`a command reaches a page ${what} while all its connections are busy`, async ({ page, startSite }) => {
    const site = await startSite(options);
    await page.goto(`${site.url}/sdk`);
    await expect.poll(site.listEvents).toEqual(SDK_EVENTS);
    await expect
      .poll(() => site.pages.state().frames.map(({ url, sdks }) => [url, sdks.length]))
      .toEqual([[`${site.url}/sdk`, 1]]);
    await page.evaluate(() => {
      for (let count = 0; count < 6; count += 1) void fetch('/v1/telemetry/never').catch(() => {});
      for (let count = 0; count < 6; count += 1) void fetch('/never').catch(() => {});
    });
    const [frame] = site.pages.state().frames;
    const cdataEntry = { id: 'manual', type: 'DevTools' };
    const guard = { type: 'guard', method: 'interact', dataJson: JSON.stringify(TOUCH), cdataEntry } as const;
    await page.evaluate(() => {
      const counts = { fired: 0 };
      Object.assign(window, { counts });
      document.addEventListener('TelemetryEvent', () => {
        counts.fired += 1;
      });
    });
    expect(site.pages.sendCommand(frame?.documentId ?? '', guard)).toBe(true);
    expect(site.pages.sendCommand(frame?.documentId ?? '', fire('request-1'))).toBe(true);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { counts: object }).counts))
      .toEqual({ fired: 1 });
  });
}

test('an event that is fired through the proxy gets its entry in cdata, and is captured with its request id', async ({
  page,
  startSite,
}) => {
  const site = await startSite();
  await page.goto(`${site.url}/sdk`);
  await expect.poll(() => site.pages.state().frames.length).toBe(1);
  const [frame] = site.pages.state().frames;
  const cdataEntry = { id: 'manual', type: 'DevTools' };
  site.pages.sendCommand(frame?.documentId ?? '', {
    type: 'guard',
    method: 'interact',
    dataJson: JSON.stringify(TOUCH),
    cdataEntry,
  });
  site.pages.sendCommand(frame?.documentId ?? '', fire('request-1'));
  const readFiredEvents = () =>
    [...site.events.all()].flatMap(({ record: { firedBy, event } }) =>
      firedBy.type === 'panel'
        ? [[firedBy.requestId, JSON.stringify(valueAt(event?.json ?? null, ['context', 'cdata']))]]
        : [],
    );
  await expect.poll(readFiredEvents).toEqual([['request-1', JSON.stringify([cdataEntry])]]);
});

test('a command for an unknown SDK is reported as not fired', async ({ page, startSite }) => {
  const site = await startSite();
  await page.goto(`${site.url}/sdk`);
  await expect.poll(() => site.pages.state().frames.length).toBe(1);
  const [frame] = site.pages.state().frames;
  site.pages.sendCommand(frame?.documentId ?? '', { ...fire('request-1'), sdk: 7 });
  await expect.poll(() => site.pages.state().notFired).toEqual(['request-1']);
});

test('an unloaded page gets no commands, and is connected again after going back', async ({ page, startSite }) => {
  const site = await startSite();
  await page.goto(`${site.url}/sdk`);
  await expect.poll(() => site.pages.state().frames.length).toBe(1);
  const [frame] = site.pages.state().frames;
  await page.goto(`${site.url}/post`);
  await expect.poll(() => site.pages.state().frames.map(({ url }) => url)).toEqual([`${site.url}/post`]);
  expect(site.pages.sendCommand(frame?.documentId ?? '', fire('request-1'))).toBe(false);
  await page.goBack();
  await expect.poll(() => site.pages.state().frames.map(({ url }) => url)).toEqual([`${site.url}/sdk`]);
});

for (const transportCase of transportCases) {
  test(`the proxy captures calls and requests of ${formatTransportCase(transportCase)}`, async ({ page }) => {
    const site = await startInjectedSite(readFileSync(PAGE_SCRIPT_FILE, 'utf8'));
    const goto = (url: string) => page.goto(url);
    const until = (check: () => Promise<void>) => expect(check).toPass();
    const expected = await playTransportCase(site, transportCase, {
      goto,
      evaluate: (expression) => page.evaluate(expression),
      until,
    });
    await expect.poll(site.listEvents).toEqual(expected);
    await site.stop();
  });
}
