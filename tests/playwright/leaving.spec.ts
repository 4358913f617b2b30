import { expect, type Page } from '@playwright/test';
import { openPlayPage, type PlayerControl, waitForPlayer } from '../e2e/pages/journey-test';
import { type PlayOptions, type PlayTransport, playUrlOf } from '../e2e/pages/play-page';
import { expectIds, idsOf } from './event-ids';
import { test } from './watched-test';

const CALLS = 3;
const LEAVE_IDS = ['leave-1', 'leave-2', 'leave-3'];
const unloadOptions = (transport: PlayTransport): PlayOptions => ({
  sdk: '2.0.1',
  transport,
  batch: 20,
  leaving: { on: 'pagehide', calls: CALLS },
});

test('the fixture reports the events of a page at pagehide as lost if its SDK does not send them', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  await openPlayPage(page, pages.url, unloadOptions('own'));
  await page.goto(`${pages.url}/empty/`);
  await expectIds(telemetry, LEAVE_IDS);
  expect(telemetry.events().map(({ requests, lost }) => ({ requests: requests.length, lost }))).toEqual(
    Array(CALLS).fill({ requests: 0, lost: true }),
  );
  expect(collectorServer.received).toEqual([]);
});

for (const transport of [
  'sync-xhr',
  'keepalive',
  'beacon-text',
  'beacon-blob',
  'beacon-json',
  'form',
  'bytes',
] as const) {
  test(`the fixture captures the events that a page sends at pagehide by ${transport}`, async ({
    page,
    pages,
    telemetry,
    collectorServer,
  }) => {
    await openPlayPage(page, pages.url, unloadOptions(transport));
    await page.goto(`${pages.url}/empty/`);
    await expectIds(telemetry, LEAVE_IDS);
    expect(telemetry.events().map(({ requests, lost }) => ({ requests: requests.length, lost }))).toEqual(
      Array(CALLS).fill({ requests: 1, lost: false }),
    );
    expect(collectorServer.received).toEqual([]);
  });
}

for (const on of ['visibilitychange', 'unload'] as const) {
  test(`the fixture captures the events that a page sends at ${on}`, async ({
    page,
    pages,
    telemetry,
    collectorServer,
  }) => {
    await openPlayPage(page, pages.url, { ...unloadOptions('beacon-text'), leaving: { on, calls: CALLS } });
    await page.goto(`${pages.url}/empty/`);
    await expectIds(telemetry, LEAVE_IDS);
    expect(collectorServer.received).toEqual([]);
  });
}

test('the fixture records a gzip body that was compressed before the page unloads, and the events emitted after', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  const player = await openPlayPage(page, pages.url, { ...unloadOptions('gzip'), batch: 2 });
  await player.makeCalls('packed', 2);
  await expect
    .poll(() => telemetry.events().map(({ requests }) => requests[0]?.end.status))
    .toEqual(['responded', 'responded']);
  await page.goto(`${pages.url}/empty/`);
  await expectIds(telemetry, ['packed-1', 'packed-2', ...LEAVE_IDS]);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture records the events that a page sends while navigating to another origin and back', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  // Chromium ends an unloading page of another process after 500 ms, so the slow first call is made before.
  const leave = async (player: PlayerControl) => {
    await player.makeCalls('before', 1);
    await page.goto(`${pages.otherUrl}/empty/`);
  };
  await leave(await openPlayPage(page, pages.url, unloadOptions('beacon-text')));
  await expectIds(telemetry, ['before-1', ...LEAVE_IDS]);
  await page.goBack();
  await leave(await waitForPlayer(page.mainFrame(), unloadOptions('beacon-text')));
  await expectIds(telemetry, ['before-1', ...LEAVE_IDS, 'before-1', ...LEAVE_IDS]);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture records the events that a page sends while it is closed', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  await openPlayPage(page, pages.url, unloadOptions('beacon-text'));
  await page.close();
  await expectIds(telemetry, LEAVE_IDS);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture records the events that a page sends while its context is closed', async ({
  context,
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  await openPlayPage(page, pages.url, unloadOptions('beacon-text'));
  await context.close();
  expect(idsOf(telemetry)).toEqual(LEAVE_IDS);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture closes a context whose page asks before it unloads, even if the test handles no dialog', async ({
  context,
  page,
  pages,
  telemetry,
}) => {
  await openPlayPage(page, pages.url, unloadOptions('beacon-text'));
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.type()));
  await page.evaluate(`addEventListener('beforeunload', (event) => event.preventDefault())`);
  // Browsers ask only after an action of the user.
  await page.mouse.click(10, 10);
  await context.close();
  expect(idsOf(telemetry)).toEqual(LEAVE_IDS);
  expect(dialogs).toEqual([]);
});

for (const on of ['pagehide', 'unload'] as const) {
  test(`the fixture records each call that a page makes on ${on} when the context of the page closes`, async ({
    context,
    page,
    pages,
    telemetry,
  }) => {
    await openPlayPage(page, pages.url, { ...unloadOptions('beacon-text'), leaving: { on, calls: CALLS } });
    await context.close();
    // The outcome is settled without waiting for a timer.
    expect(telemetry.isSettled()).toBe(true);
    expect(telemetry.events().map(({ lost }) => lost)).toEqual(Array(CALLS).fill(false));
  });
}

test('the fixture records the events that a frame sends while it is removed', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  await openPlayPage(page, pages.url, { ...unloadOptions('beacon-text'), around: 'same-origin' });
  await page.evaluate(`document.querySelector('iframe').remove()`);
  await expectIds(telemetry, LEAVE_IDS);
  expect(collectorServer.received).toEqual([]);
});

/** Serves the pages with a policy that allows the collector, and nothing else. */
async function serveWithPolicy(page: Page, collectorUrl: string): Promise<void> {
  await page.route('**/play/**', async (route) => {
    const response = await route.fetch();
    const policy = `default-src 'self' 'unsafe-inline' 'unsafe-eval'; connect-src ${collectorUrl}`;
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
}

test('the fixture records the events that a page with a strict CSP sends during unload once the next page of its origin has loaded', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('connect-src')) violations.push(message.text());
  });
  await serveWithPolicy(page, collectorServer.url);
  await openPlayPage(page, pages.url, unloadOptions('beacon-text'));
  await page.goto(`${pages.url}/empty/`);
  await expectIds(telemetry, LEAVE_IDS);
  expect(await page.evaluate('localStorage.length')).toBe(0);
  expect(violations).toEqual([]);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture records the events that a page with a strict CSP has sent when its context is closed', async ({
  context,
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  await serveWithPolicy(page, collectorServer.url);
  await openPlayPage(page, pages.url, unloadOptions('beacon-text'));
  await page.goto(`${pages.otherUrl}/empty/`);
  await context.close();
  expect(idsOf(telemetry)).toEqual(LEAVE_IDS);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture reports events that were waiting in a page when its renderer crashed', async ({
  page,
  pages,
  telemetry,
}) => {
  const { makeCalls } = await openPlayPage(page, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  await makeCalls('held', 2);
  await expectIds(telemetry, ['held-1', 'held-2']);
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => null);
  await crashed;
  await expect.poll(() => telemetry.events('is:lost').map(({ lossReason }) => lossReason)).toEqual(['ended', 'ended']);
});

test('the fixture reports events that were waiting in a cross-site frame when its renderer crashed, and the page continues', async ({
  page,
  pages,
  telemetry,
}) => {
  const options: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 20 };
  const top = await openPlayPage(page, pages.url, options);
  const src = playUrlOf(pages.otherUrl, options);
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(src)} }))`,
  );
  await expect.poll(() => page.frames().length).toBe(2);
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('no frame');
  const inner = await waitForPlayer(frame, options);
  await top.makeCalls('top', 1);
  await inner.makeCalls('held', 2);
  await expectIds(telemetry, ['top-1', 'held-1', 'held-2']);
  const session = await page.context().newCDPSession(frame);
  void session.send('Page.crash').catch(() => undefined);
  await expect
    .poll(() => telemetry.events('is:lost').map(({ lossReason, frame: { frameId } }) => [lossReason, frameId > 0]))
    .toEqual([
      ['ended', true],
      ['ended', true],
    ]);
  // Playwright evaluates nothing in a page after one of its frames has crashed.
  const around = await page.context().newCDPSession(page);
  await around.send('Runtime.evaluate', { expression: "player.calls('after', 1)" });
  await page.context().close();
  await expectIds(telemetry, ['top-1', 'held-1', 'held-2', 'after-1']);
});
