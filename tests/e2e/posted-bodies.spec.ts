import { expect } from '@playwright/test';
import { journeyState } from '#core/journey/journey-state';
import { readRecords } from '#tests/drivers/panel-driver';
import { test } from './pages/journey-test';
import { OTHER_POSTS, runPost, TELEMETRY_POSTS } from './pages/posted-bodies';

test.use({ devtools: 'shared' });

// The tests post to a URL that accepts no telemetry, because only the body decides.
test('each type of body with telemetry that a page can post results in one row', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  await tab.goto(`${pages.url}/empty/`);
  for (const [count, [what, script]] of Object.entries(TELEMETRY_POSTS).entries()) {
    await runPost(tab, `${pages.url}/nothing`, script);
    await expect
      .poll(async () => (await readRecords(panel)).slice(count).map((record) => record.requests.length), what)
      .toEqual([1]);
  }
  await expect
    .poll(async () => (await readRecords(panel)).map((record) => journeyState(record)))
    // DevTools shows compressed bytes damaged, and the page does not see the response to a beacon.
    .toEqual(Object.keys(TELEMETRY_POSTS).map((what) => (what.startsWith('gzip in a file') ? 'sent' : 'rejected')));
});

test('a body that only resembles telemetry results in no row', async ({ pages, tab, opened: { panel } }) => {
  await tab.goto(`${pages.url}/empty/`);
  for (const [what, script] of Object.entries(OTHER_POSTS)) {
    expect(await runPost(tab, `${pages.url}/nothing`, script), what).toBe(404);
  }
  await runPost(tab, `${pages.url}/nothing`, Object.values(TELEMETRY_POSTS)[0] ?? '');
  await expect.poll(async () => (await readRecords(panel)).map(({ name }) => name)).toEqual(['LOG']);
});

test('events that may be in an unreadable body are shown as not captured, and not as lost', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  const emit = (id: string) =>
    `document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: { eid: 'LOG', mid: '${id}', edata: {} } }))`;
  await tab.goto(`${pages.url}/empty/`);
  await tab.evaluate(`new Promise((resolve) => document.createElement('canvas').toBlob((blob) => {
    ${emit('before')};
    addEventListener('pagehide', () => navigator.sendBeacon('/nothing', blob));
    addEventListener('unload', () => ${emit('after')});
    resolve();
  }))`);
  await tab.goto(`${pages.url}/empty/`);
  const states = async () => (await readRecords(panel)).map((record) => journeyState(record));
  await expect.poll(states).toEqual(['unobserved', 'lost']);
  await tab.evaluate(`new SharedWorker(URL.createObjectURL(new Blob([''])));${emit('shared')}`);
  await tab.goto(`${pages.url}/empty/`);
  await expect.poll(states).toEqual(['unobserved', 'lost', 'unobserved']);
});
