import { expect } from '@playwright/test';
import { OTHER_POSTS, runPost, TELEMETRY_POSTS } from '../e2e/pages/posted-bodies';
import { test } from './watched-test';

for (const [what, script] of Object.entries(TELEMETRY_POSTS)) {
  test(`the fixture fulfills ${what}`, async ({ page, pages, telemetry, collectorServer }) => {
    await page.goto(`${pages.url}/empty/`);
    expect(await runPost(page, collectorServer.url, script)).toBe(200);
    await expect.poll(() => telemetry.records().map(({ name }) => name)).toEqual(['LOG']);
    expect(telemetry.records()[0]?.requests).toHaveLength(1);
    await expect.poll(() => telemetry.isSettled()).toBe(true);
    expect(collectorServer.received).toEqual([]);
    expect(telemetry.unreadRequests()).toEqual([]);
  });
}

for (const [what, script] of Object.entries(OTHER_POSTS)) {
  test(`the fixture does not intercept ${what}`, async ({ page, pages, telemetry }) => {
    await page.goto(`${pages.url}/empty/`);
    expect(await runPost(page, `${pages.url}/nothing`, script)).toBe(404);
    await expect.poll(() => telemetry.isSettled()).toBe(true);
    expect(telemetry.records()).toEqual([]);
    expect(telemetry.unreadRequests()).toEqual([]);
  });
}

const UNREADABLE = 'await post(new Uint8Array([11, 2, 128, 200, 255, 3]), { "Content-Encoding": "br" })';

test('the fixture lists bodies that it cannot read, and blocks them if their URL received telemetry before', async ({
  page,
  pages,
  telemetry,
}) => {
  const url = `${pages.url}/v1/telemetry`;
  await page.goto(`${pages.url}/empty/`);
  expect(await runPost(page, `${url}?a=1`, UNREADABLE)).toBe(404);
  await runPost(page, url, 'await post(text)');
  await expect.poll(() => telemetry.records()).toHaveLength(1);
  await page.goto(`${pages.url}/empty/`);
  expect(await runPost(page, `${url}?b=2`, UNREADABLE)).toBe(200);
  await expect
    .poll(() => telemetry.unreadRequests())
    .toEqual([
      { method: 'POST', url: `${url}?a=1`, isStopped: false },
      { method: 'POST', url: `${url}?b=2`, isStopped: true },
    ]);
});

test('the fixture lists a blob that a page sends as it unloads', async ({ page, pages, telemetry }) => {
  await page.goto(`${pages.url}/empty/`);
  await runPost(
    page,
    `${pages.url}/nothing`,
    `(() => {
      const canvas = document.createElement('canvas');
      return new Promise((resolve) => canvas.toBlob((blob) => {
        addEventListener('pagehide', () => navigator.sendBeacon(url, blob));
        resolve();
      }));
    })()`,
  );
  await page.goto(`${pages.url}/empty/`);
  await expect
    .poll(() => telemetry.unreadRequests())
    .toEqual([{ method: 'POST', url: `${pages.url}/nothing`, isStopped: false }]);
});
