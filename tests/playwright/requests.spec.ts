import { expect } from '@playwright/test';
import { test } from './watched-test';

const batch = (mid: string) => `{"events":[{"eid":"LOG","mid":"${mid}","edata":{}}]}`;

for (const collector of ['fulfill', 'continue'] as const) {
  test.describe(`with the collector set to ${collector}`, () => {
    test.use({ collector });

    test(`each request that a page sends with one XMLHttpRequest has its own response (${collector})`, async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const states = await page.evaluate(`new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        const bodies = ${JSON.stringify(['m1', 'm2', 'm3'].map(batch))};
        const states = [];
        const send = () => {
          const body = bodies.shift();
          if (body === undefined) return resolve(states);
          xhr.open('POST', ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)});
          xhr.send(body);
        };
        xhr.onreadystatechange = () => {
          states.push(xhr.readyState);
          if (xhr.readyState === 4 && bodies.length === 1) send();
        };
        xhr.onload = send;
        send();
      })`);
      expect(states).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
      await expect
        .poll(() => telemetry.events().map(({ requests }) => requests.map(({ end }) => end)))
        .toMatchObject(Array(3).fill([{ status: 'responded', httpStatus: 200 }]));
    });

    test(`an XMLHttpRequest dispatches its events in the order of the specification (${collector})`, async ({
      page,
      pages,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const events = await page.evaluate(`new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        const events = [];
        for (const type of ['readystatechange', 'loadstart', 'progress', 'load', 'loadend'])
          xhr.addEventListener(type, () => events.push(type + ' ' + xhr.readyState));
        xhr.onloadend = () => setTimeout(() => resolve(events));
        xhr.open('POST', ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)});
        xhr.send(${JSON.stringify(batch('m1'))});
      })`);
      expect(events).toEqual([
        'readystatechange 1',
        'loadstart 1',
        'readystatechange 2',
        'readystatechange 3',
        'progress 3',
        'readystatechange 4',
        'load 4',
        'loadend 4',
      ]);
    });

    test(`a request that ends because the page calls open() again on its XMLHttpRequest has no response (${collector})`, async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      await page.evaluate(`new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        xhr.onload = resolve;
        for (const body of ${JSON.stringify(['m1', 'm2'].map(batch))}) {
          xhr.open('POST', ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)});
          xhr.send(body);
        }
      }).then(() => null)`);
      await expect
        .poll(() => telemetry.events().map(({ requests }) => requests.map(({ end }) => end)))
        .toMatchObject([[{ status: 'failed', message: 'no response' }], [{ status: 'responded', httpStatus: 200 }]]);
    });

    test(`a request that a page has aborted before it calls fetch fails (${collector})`, async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const init = `{ method: 'POST', signal: AbortSignal.abort(), body: ${JSON.stringify(batch('m1'))} }`;
      const send = `fetch(${JSON.stringify(`${collectorServer.url}/v1/telemetry`)}, ${init})`;
      expect(await page.evaluate(`${send}.catch(({ name }) => name)`)).toBe('AbortError');
      await expect.poll(() => telemetry.events().map(({ requests }) => requests[0]?.end.status)).toEqual(['failed']);
      expect(collectorServer.received).toEqual([]);
    });

    test(`a fetch call that the browser rejects without sending it fails, and its events were not delivered (${collector})`, async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const url = `${collectorServer.url}/v1/telemetry`;
      const outcomes = await page.evaluate(`(async () => {
        const url = ${JSON.stringify(url)};
        const init = (mid, more) => ({ method: 'POST', body: ${JSON.stringify(batch('MID'))}.replace('MID', mid), ...more });
        const used = new Request(url, init('used'));
        await used.text();
        const calls = [
          () => fetch(url, init('without a method', { method: undefined, keepalive: true })),
          () => fetch(url, init('method', { method: 'TRACE' })),
          () => fetch(url, init('mode', { mode: 'navigate' })),
          () => fetch(used),
          () => fetch(url.replace('//', '//user:password@'), init('credentials')),
          () => fetch('unknown:' + url, init('scheme')),
          () => ({ fetch }).fetch(url, init('this')),
          () => fetch(url, init('large', { keepalive: true, body: init('large').body.padEnd(65_537) })),
        ];
        return Promise.all(calls.map(async (call) => call().then(({ status }) => status, ({ name }) => name)));
      })()`);
      expect(outcomes).toEqual(Array(8).fill('TypeError'));
      await expect
        .poll(() => telemetry.events().map(({ requests }) => requests[0]?.end.status))
        .toEqual(Array(8).fill('failed'));
      expect(collectorServer.received).toEqual([]);
    });

    test(`a fetch call uses the body of its Request, so that a second call with the Request fails (${collector})`, async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const outcome = await page.evaluate(`(async () => {
        const init = { method: 'POST', body: ${JSON.stringify(batch('m1'))} };
        const request = new Request(${JSON.stringify(`${collectorServer.url}/v1/telemetry`)}, init);
        const { status } = await fetch(request);
        return [status, request.bodyUsed, await fetch(request).catch(({ name }) => name)];
      })()`);
      expect(outcome).toEqual([200, true, 'TypeError']);
      await expect
        .poll(() => telemetry.events().map(({ requests }) => requests.map(({ end }) => end.status)))
        .toEqual([['responded', 'failed']]);
    });

    test(`a beacon that the browser rejects is not delivered, and the page gets the result of the browser (${collector})`, async ({
      page,
      pages,
      telemetry,
      collectorServer,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const outcomes = await page.evaluate(`(() => {
        const url = ${JSON.stringify(`${collectorServer.url}/v1/telemetry`)};
        const body = (mid) => ${JSON.stringify(batch('MID'))}.replace('MID', mid);
        const { sendBeacon } = navigator;
        const sends = [
          () => navigator.sendBeacon(url, body('limit').padEnd(65_536)),
          () => navigator.sendBeacon(url, body('large').padEnd(65_537)),
          () => navigator.sendBeacon(url, new Blob([body('blob').padEnd(65_537)])),
          () => navigator.sendBeacon(url, body('हिन्दी'.repeat(4_000))),
          () => sendBeacon(url, body('this')),
          () => navigator.sendBeacon('unknown:' + url, body('scheme')),
        ];
        return sends.map((send) => {
          try {
            return send();
          } catch ({ name }) {
            return name;
          }
        });
      })()`);
      expect(outcomes).toEqual([true, false, false, false, 'TypeError', 'TypeError']);
      await expect
        .poll(() => telemetry.events().map(({ requests }) => requests[0]?.end.status))
        .toEqual(['queued', ...Array(5).fill('failed')]);
    });

    test(`an XMLHttpRequest with GET, whose body the browser drops, gets the response of the server (${collector})`, async ({
      page,
      pages,
      telemetry,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const responseText = await page.evaluate(`new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        xhr.onload = () => resolve(xhr.responseText);
        xhr.open('GET', location.href);
        xhr.send(${JSON.stringify(batch('m1'))});
      })`);
      expect(responseText).toContain('<!doctype html>');
      expect(telemetry.events()).toEqual([]);
    });

    test(`a request whose headers are an iterator is sent with these headers (${collector})`, async ({
      page,
      pages,
    }) => {
      await page.goto(`${pages.url}/empty/`);
      const sent = page.waitForRequest('**/upload');
      const init = `{ method: 'POST', body: new FormData(), headers: new Map([['x-token', 'abc']]).entries() }`;
      await page.evaluate(`fetch('/upload', ${init}).then(() => null)`);
      expect((await sent).headers()['x-token']).toBe('abc');
    });
  });
}
