import { expect } from '@playwright/test';
import { startLocalServer } from '#demo/local-server';
import { test as watchedTest } from './watched-test';

const BATCH = JSON.stringify({ id: 'api.telemetry', ver: '3.0', events: [{ eid: 'LOG', mid: 'LOG:1' }] });

/** A page with a service worker that sends a batch when the page messages it. */
const PAGE = `<!doctype html><title>Page</title><link rel="icon" href="data:,"><script>
async function sendFromWorker() {
  const registration = await navigator.serviceWorker.register('worker.js');
  if (!registration) return 'no worker';
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const sent = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  active.postMessage(null, [port2]);
  return sent;
}
</script>`;

const test = watchedTest.extend<{ readonly site: string }>({
  site: async ({ collectorServer }, use) => {
    const worker = `onmessage = async ({ ports }) => {
  const init = { method: 'POST', body: ${JSON.stringify(BATCH)} };
  ports[0].postMessage((await fetch(${JSON.stringify(`${collectorServer.url}/v1/telemetry`)}, init)).status);
};`;
    const server = await startLocalServer(({ url }, response) => {
      const isWorker = url === '/worker.js';
      response.writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html' });
      response.end(isWorker ? worker : PAGE);
    });
    await use(server.url);
    await server.stop();
  },
});

test('a batch that a service worker sends reaches the collector', async ({ page, site, collectorServer }) => {
  await page.goto(site);
  expect(await page.evaluate('sendFromWorker()')).toBe(200);
  expect(collectorServer.received).toHaveLength(1);
});

test.describe('with the URL of the collector', () => {
  test.use({ collectorUrl: '**/v1/telemetry' });

  test('the fixture fulfills a batch that a service worker sends', async ({
    page,
    site,
    collectorServer,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'only Chromium exposes requests of service workers to a test');
    await page.goto(site);
    expect(await page.evaluate('sendFromWorker()')).toBe(200);
    expect(collectorServer.received).toEqual([]);
  });
});

test.describe('with service workers blocked', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page sends no batch while its service workers are blocked', async ({ page, site, collectorServer }) => {
    await page.goto(site);
    expect(await page.evaluate('sendFromWorker()')).toBe('no worker');
    expect(collectorServer.received).toEqual([]);
  });
});
