import { expect, mergeTests } from '@playwright/test';
import type { TelemetryTestFixtures } from '#node/playwright/telemetry-fixtures';
import { openPlayPage, waitForPlayer } from '../e2e/pages/journey-test';
import { type PlayOptions, playUrlOf } from '../e2e/pages/play-page';
import { expectIds, idsOf } from './event-ids';
import { pagesTest, test, watchedFixtures } from './watched-test';

const OPTIONS: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 2 };

for (const sdk of ['0.0.29', '1.3.0', '2.0.1'] as const) {
  test(`the fixture captures call, event, request and response of SDK ${sdk}, and blocks requests to the network`, async ({
    page,
    pages,
    telemetry,
    collectorServer,
  }) => {
    const player = await openPlayPage(page, pages.url, { ...OPTIONS, sdk });
    await player.makeCalls('a', 2);
    await expectIds(telemetry, ['a-1', 'a-2']);
    for (const { call, event, requests, verdict } of telemetry.events('kind:interact')) {
      expect({ method: call?.method, isEmitted: event?.observedIn === 'page', verdict }).toEqual({
        method: 'interact',
        isEmitted: true,
        verdict: 'valid',
      });
      expect(requests).toMatchObject([{ end: { status: 'responded', httpStatus: 200 } }]);
    }
    expect(await player.readErrors()).toEqual([]);
    expect(collectorServer.received).toEqual([]);
  });
}

for (const transport of ['gzip', 'gzip-blob', 'gzip-beacon'] as const) {
  test(`the fixture captures telemetry that a page sends as ${transport}, and blocks requests to the network`, async ({
    page,
    pages,
    telemetry,
    collectorServer,
  }) => {
    const player = await openPlayPage(page, pages.url, { ...OPTIONS, transport });
    await player.makeCalls('a', 2);
    await expect.poll(() => telemetry.events().map(({ requests }) => requests.length)).toEqual([1, 1]);
    await expectIds(telemetry, ['a-1', 'a-2']);
    expect(await player.readErrors()).toEqual([]);
    expect(collectorServer.received).toEqual([]);
  });
}

test('the fixture does not modify blobs without telemetry', async ({ page, pages }) => {
  await page.goto(`${pages.url}/empty/`);
  const outcome = await page.evaluate(`(async () => {
    const pack = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
    const packed = await pack('{"events":[]}');
    const damaged = new Blob([new Uint8Array([0x1f, 0x8b, 1, 2, 3])]);
    const sent = [];
    for (const body of [packed, damaged, new Blob(['{}']), await new Response('{"eid":"LOG"}').blob()]) {
      sent.push([body.size > 0, (await fetch('/nothing', { method: 'POST', body })).status]);
    }
    return { sent, text: await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text() };
  })()`);
  expect(outcome).toEqual({ sent: Array(4).fill([true, 404]), text: '{"events":[]}' });
});

test('the fixture can filter and clear events', async ({ page, pages, telemetry }) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('before', 2);
  await expectIds(telemetry, ['before-1', 'before-2']);
  telemetry.clear();
  await player.makeCalls('after', 1);
  await expect.poll(() => idsOf(telemetry)).toEqual(['after-1']);
  expect(telemetry.events('kind:error')).toEqual([]);
  expect(() => telemetry.events('pageid:/(/')).toThrow(/\S/);
  expect(() => telemetry.events({ eid: 'LOG' } as never)).toThrow('A filter is a text, such as kind:interact.');
});

test('the fixture can flush the SDK’s queue, and fire through the SDK', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  const player = await openPlayPage(page, pages.url, { ...OPTIONS, batch: 20 });
  await player.makeCalls('queued', 1);
  await telemetry.fire('interact', [{ type: 'TOUCH', id: 'fired', pageid: 'p' }]);
  await expect.poll(() => idsOf(telemetry)).toEqual(['queued-1', 'fired']);
  expect(telemetry.events().flatMap(({ requests }) => requests)).toEqual([]);
  await telemetry.flush();
  await expect.poll(() => telemetry.events().map(({ requests }) => requests.length)).toEqual([1, 1]);
  expect(telemetry.events().map(({ firedBy }) => firedBy.type)).toEqual(['page', 'panel']);
  expect(collectorServer.received).toEqual([]);
});

test('firing is rejected with a message if no page has an SDK', async ({ telemetry }) => {
  await expect(telemetry.fire('log', [])).rejects.toThrow('No page has a telemetry SDK yet.');
});

test('firing is rejected with a sentence if the kind is unknown, or the arguments are not a list', async ({
  telemetry,
}) => {
  await expect(telemetry.fire('intract' as never, [])).rejects.toThrow('Did you mean interact?');
  for (const args of [undefined, { type: 'TOUCH' }] as never[])
    await expect(telemetry.fire('interact', args)).rejects.toThrow('The arguments of fire must be a list.');
});

test('the fixture records frames of the same site and of another site', async ({
  page,
  pages,
  telemetry,
  collectorServer,
}) => {
  for (const around of ['same-origin', 'cross-site', 'srcdoc', 'blob'] as const) {
    const player = await openPlayPage(page, pages.url, { ...OPTIONS, around });
    await player.makeCalls(around, 2);
    await expectIds(telemetry, [`${around}-1`, `${around}-2`]);
    telemetry.clear();
  }
  expect(collectorServer.received).toEqual([]);
});

test('the fixture records popups', async ({ page, pages, telemetry, collectorServer }) => {
  await page.goto(`${pages.url}/empty/`);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(`void open(${JSON.stringify(playUrlOf(pages.url, OPTIONS))})`),
  ]);
  await (await waitForPlayer(popup.mainFrame(), OPTIONS)).makeCalls('popup', 2);
  await expectIds(telemetry, ['popup-1', 'popup-2']);
  expect(collectorServer.received).toEqual([]);
});

test('the fixture can be attached to a context that the test creates', async ({
  browser,
  pages,
  telemetry,
  collectorServer,
}) => {
  const context = await browser.newContext();
  await telemetry.attach(context);
  const player = await openPlayPage(await context.newPage(), pages.url, OPTIONS);
  await player.makeCalls('attached', 2);
  await expectIds(telemetry, ['attached-1', 'attached-2']);
  await context.close();
  expect(collectorServer.received).toEqual([]);
});

test('attaching the fixture to anything but a context is rejected with a sentence', async ({ page, telemetry }) => {
  for (const other of [page, undefined] as never[])
    await expect(telemetry.attach(other)).rejects.toThrow('attach needs a browser context, such as page.context().');
});

test('attaching the fixture again to the context of the test changes nothing', async ({
  context,
  page,
  pages,
  telemetry,
}) => {
  await telemetry.attach(context);
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expectIds(telemetry, ['a-1', 'a-2']);
});

test('the fixture writes a capture that the panel can open', async ({ page, pages, telemetry }) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expect.poll(() => telemetry.isSettled() && telemetry.events().length).toBe(2);
  const { records, format } = JSON.parse(telemetry.captureText());
  expect(records).toHaveLength(2);
  expect(format).toBe('telemetry-v3-capture');
});

test('the fixture does not change other requests of the page', async ({ page, pages }) => {
  await page.goto(`${pages.url}/empty/`);
  const text = await page.evaluate(
    `fetch('/nothing', { method: 'POST', body: '{"events":[]}' }).then((response) => response.text())`,
  );
  expect(text).toBe('There is nothing at /nothing.');
});

test('the fixture fulfills an XMLHttpRequest as a collector does, and the object can be reused for another request', async ({
  page,
  pages,
  collectorServer,
}) => {
  await page.goto(`${pages.url}/empty/`);
  const outcome = await page.evaluate(`new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const states = [];
    xhr.onreadystatechange = () => states.push(xhr.readyState);
    xhr.onload = () => {
      const fulfilled = [xhr.status, xhr.responseURL, xhr.getResponseHeader('Content-Type'), JSON.parse(xhr.responseText).responseCode];
      xhr.onload = () => resolve({ states, fulfilled, next: [xhr.status, xhr.responseText] });
      xhr.open('GET', '/nothing');
      xhr.send();
    };
    xhr.open('POST', ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)});
    xhr.send('{"events":[{"eid":"LOG","edata":{}}]}');
  })`);
  expect(outcome).toEqual({
    states: [1, 2, 3, 4, 1, 2, 3, 4],
    fulfilled: [200, `${collectorServer.url}/v1/telemetry`, 'application/json', 'OK'],
    next: [404, 'There is nothing at /nothing.'],
  });
  expect(collectorServer.received).toEqual([]);
});

test('the fixture ends an XMLHttpRequest that the page aborts after send() without a response, as the browser does', async ({
  page,
  pages,
  collectorServer,
}) => {
  await page.goto(`${pages.url}/empty/`);
  const body = '{"events":[{"eid":"LOG","edata":{}}]}';
  for (const sent of [`'${body}'`, `new Blob(['${body}'])`]) {
    const outcome = await page.evaluate(`new Promise((resolve) => {
      const xhr = new XMLHttpRequest();
      const events = [];
      for (const type of ['readystatechange', 'load', 'abort', 'loadend'])
        xhr.addEventListener(type, () => events.push(type + ' ' + xhr.readyState));
      xhr.open('POST', ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)});
      xhr.send(${sent});
      xhr.abort();
      const { readyState, status, responseText } = xhr;
      // The fixture would have posted its response first, for a Blob after reading it.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve({ events, readyState, status, responseText });
      new Blob(['']).arrayBuffer().then(() => port2.postMessage(null));
    })`);
    const events = ['readystatechange 1', 'readystatechange 4', 'abort 4', 'loadend 4'];
    expect(outcome).toEqual({ events, readyState: 0, status: 0, responseText: '' });
  }
  expect(collectorServer.received).toEqual([]);
});

test.describe('with batches that continue to the collector', () => {
  test.use({ collector: 'continue' });

  test('the fixture records events whose batches continue to the collector', async ({
    page,
    pages,
    telemetry,
    collectorServer,
  }) => {
    const player = await openPlayPage(page, pages.url, OPTIONS);
    await player.makeCalls('a', 2);
    await expectIds(telemetry, ['a-1', 'a-2']);
    expect(collectorServer.received).toHaveLength(1);
  });

  test.describe('except for one URL', () => {
    test.use({ collectorUrl: '**/v1/telemetry' });

    test('the fixture fulfills every request to the one URL whose batches may not continue', async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      const player = await openPlayPage(page, pages.url, OPTIONS);
      await player.makeCalls('a', 2);
      await expectIds(telemetry, ['a-1', 'a-2']);
      expect(telemetry.events()[0]?.requests).toMatchObject([{ end: { status: 'responded', httpStatus: 200 } }]);
      expect(collectorServer.received).toEqual([]);
    });

    test('the fixture fulfills a stream to the URL whose batches may not continue, as the fixture cannot read the stream', async ({
      page,
      pages,
      telemetry,
      collectorServer,
      browserName,
    }) => {
      test.skip(browserName !== 'chromium', 'only Chromium can send streams');
      await page.goto(`${pages.url}/empty/`);
      const status = await page.evaluate(`(async () => {
        const body = new Blob(['{"events":[{"eid":"LOG"}]}']).stream().pipeThrough(new CompressionStream('gzip'));
        const url = ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)};
        return (await fetch(url, { method: 'POST', body, duplex: 'half' })).status;
      })()`);
      expect(status).toBe(200);
      expect(telemetry.events()).toEqual([]);
      expect(collectorServer.received).toEqual([]);
    });
  });
});

const merged = mergeTests(pagesTest, test.extend<{ readonly greeting: string }>({ greeting: 'hello' }));

merged(
  'the fixture captures events in a test that is merged with another test',
  async ({ greeting, page, pages, telemetry }) => {
    await (await openPlayPage(page, pages.url, OPTIONS)).makeCalls(greeting, 2);
    await expect.poll(() => idsOf(telemetry)).toEqual(['hello-1', 'hello-2']);
  },
);

const extended = pagesTest
  .extend<{ readonly greeting: string }>({ greeting: 'fixtures' })
  .extend<TelemetryTestFixtures>(watchedFixtures);

extended(
  'the fixture captures events in a test that only adds the fixtures of the package',
  async ({ greeting, page, pages, telemetry }) => {
    await (await openPlayPage(page, pages.url, OPTIONS)).makeCalls(greeting, 2);
    await expect.poll(() => idsOf(telemetry)).toEqual(['fixtures-1', 'fixtures-2']);
  },
);
