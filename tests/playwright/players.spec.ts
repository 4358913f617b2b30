import { mergeExpects, type Page, expect as plainExpect } from '@playwright/test';
import { expect as telemetryExpect } from '#node/playwright/matchers/telemetry-matchers';
import { openPlayPage } from '../e2e/pages/journey-test';
import { test } from './watched-test';

const expect = mergeExpects(telemetryExpect, plainExpect);

/** Players in web components dispatch each event of their SDK again, at their own element. */
function addPlayer(page: Page): Promise<void> {
  return page.evaluate(() => {
    class VideoPlayer extends HTMLElement {
      connectedCallback(): void {
        document.addEventListener('TelemetryEvent', (event) => {
          const { detail } = event as CustomEvent;
          this.dispatchEvent(new CustomEvent('telemetryEvent', { detail, bubbles: true, composed: true }));
        });
      }
    }
    customElements.define('video-player', VideoPlayer);
    document.body.append(document.createElement('video-player'));
  });
}

test('an event that a player dispatches again on its element counts as one event', async ({
  page,
  pages,
  telemetry,
}) => {
  const player = await openPlayPage(page, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  await addPlayer(page);
  await player.makeCalls('step', 5);
  await expect(telemetry).toHaveEvent({ eid: 'INTERACT' }, { times: 5 });
  expect(telemetry.events().map(({ sharesMid }) => sharesMid)).toEqual(Array(5).fill(false));
});

test('an event that is dispatched twice on one element counts as a duplicate', async ({ page, pages, telemetry }) => {
  await page.goto(`${pages.url}/empty/`);
  await page.evaluate(() => {
    const detail = { eid: 'INTERACT', mid: 'INTERACT:1', ets: Date.now(), edata: { type: 'TOUCH', id: 'play' } };
    const element = document.body.appendChild(document.createElement('div'));
    for (let times = 0; times < 2; times += 1)
      element.dispatchEvent(new CustomEvent('telemetryEvent', { detail: { ...detail }, bubbles: true }));
  });
  await expect(telemetry).toHaveEvent({ eid: 'INTERACT' }, { times: 2 });
});

test('an event of a frame that its page dispatches again counts as one event', async ({ page, pages, telemetry }) => {
  await page.goto(`${pages.url}/empty/`);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = location.href;
    frame.addEventListener('load', () => {
      frame.contentDocument?.addEventListener('TelemetryEvent', (event) => {
        const { detail } = event as CustomEvent;
        frame.dispatchEvent(new CustomEvent('telemetryEvent', { detail, bubbles: true }));
      });
      const detail = {
        eid: 'LOG',
        mid: 'LOG:1',
        ets: Date.now(),
        edata: { type: 'api_call', level: 'INFO', message: 'm' },
      };
      frame.contentDocument?.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
    });
    document.body.append(frame);
  });
  await expect(telemetry).toHaveEvent({ eid: 'LOG' }, { times: 1 });
});

test('a queued call of a stub is not captured, and is not a lost event', async ({ page, pages, telemetry }) => {
  await page.addInitScript(queueCall);
  await page.goto(`${pages.url}/empty/`);
  await expect.poll(() => telemetry.events('is:unobserved').length).toBe(1);
  await expect(telemetry).toHaveNoLostEvents();
});

test('a queued call of a stub and its later execution count as one event', async ({ page, pages, telemetry }) => {
  await page.addInitScript(queueCall);
  const player = await openPlayPage(page, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20, isLate: true });
  await page.evaluate('for (const [method, args] of queue) $t[method](...args)');
  await player.makeCalls('step', 1);
  await expect
    .poll(() => telemetry.events('is:waiting').map(({ call }) => call?.args[0]))
    .toMatchObject([{ id: 'early' }, { id: 'step-1' }]);
  expect(telemetry.events()).toHaveLength(2);
});

test('a call of a frame whose dispatcher posts to its page is merged with the request of the page into one event', async ({
  page,
  pages,
  telemetry,
}) => {
  const { frame, makeCalls } = await openPlayPage(page, pages.url, {
    ...{ sdk: '1.3.0', transport: 'keepalive', batch: 1, around: 'same-origin' },
  });
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => void fetch(data.url, { method: 'POST', body: data.body }));
  });
  await frame.evaluate(() => {
    globalThis.fetch = async (url, init) => {
      parent.postMessage({ url, body: init?.body }, '*');
      return new Response();
    };
  });
  await makeCalls('passed', 2);
  await expect
    .poll(() => telemetry.events().map(({ call, requests }) => [call !== null, requests[0]?.end.status]))
    .toEqual([
      [true, 'responded'],
      [true, 'responded'],
    ]);
});

/** Queues calls as the snippets of sites do until the SDK has loaded. */
function queueCall(): void {
  const queue: [string, unknown[]][] = [];
  const methods = 'start end impression interact assess response interrupt feedback share audit error'.split(' ');
  const stub = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => void queue.push([method, args])]),
  );
  Object.assign(window, { $t: stub, queue });
  stub.interact?.({ type: 'TOUCH', id: 'early', pageid: 'home' });
}
