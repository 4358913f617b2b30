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
