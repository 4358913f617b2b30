import { expect } from '@playwright/test';
import { test } from './fixtures';

const TEXT = 1_000_000;
const ITEMS = 10_000;

const large = JSON.stringify({
  eid: 'LOG',
  ets: 1_600_000_000_000,
  ver: '3.0',
  mid: 'LOG:large',
  edata: {
    type: 'view',
    level: 'INFO',
    message: 'जल, '.repeat(TEXT / 4),
    params: Array.from({ length: ITEMS }, (_, index) => ({ item: `item-${index}` })),
  },
});

test('a text of 1 MB and a list of 10,000 items open at once, and are shown as far as one asks', async ({
  opened: { panel },
}) => {
  const file = { name: 'large.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(large) };
  await panel.getByLabel('Files to import').setInputFiles(file);
  const row = panel.getByRole('grid', { name: 'Events' }).getByRole('row').filter({ hasText: 'LOG' });
  await row.click();
  await panel.getByRole('tab', { name: 'Event', exact: true }).waitFor();
  const took = await panel.evaluate<number>(`new Promise((done) => {
    const startedAt = performance.now();
    document.querySelector('#tab-event').click();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - startedAt)));
  })`);
  expect(took).toBeLessThan(1000);
  const tree = panel.getByRole('tree', { name: 'Event' });
  const lines = tree.getByRole('treeitem');
  await expect(tree.getByRole('button', { name: 'Show 20,000 more characters, 999,400 left' })).toBeVisible();
  expect(await lines.count()).toBeLessThan(30);

  await lines.filter({ hasText: 'params' }).click();
  await expect(lines.filter({ hasText: 'Show more, 9,900 left' })).toBeVisible();
  expect(await lines.count()).toBeLessThan(150);

  await panel.getByRole('textbox', { name: 'Search in the event' }).fill('item-8999');
  await expect(lines.filter({ hasText: 'item-8999' })).toBeInViewport();
  await expect(lines.filter({ hasText: 'Show those before, 8,949 left' })).toBeAttached();
  expect(await lines.count()).toBeLessThan(250);
  console.log(`opened in ${Math.round(took)} ms`);
});
