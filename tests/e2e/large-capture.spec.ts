import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { openSizedPanel } from '#tests/drivers/devtools';
import { downloadExport, openExport } from '#tests/drivers/export-driver';
import { playLesson } from '#tests/drivers/lesson';
import { t, tPattern } from '#tests/drivers/texts';
import { launchChangedBuild } from './changed-build';
import { test } from './fixtures';

test.describe.configure({ timeout: 300_000 });
// A trace stores each argument again, in the processes that are measured.
test.use({ trace: 'off' });

/** A build whose memory budget is a tenth of the real one, which takes a minute of both processors to fill. */
const smallBudgetBrowser = launchChangedBuild(async (folder) => {
  const chunks = join(folder, 'chunks');
  const changed: string[] = [];
  for (const name of await readdir(chunks)) {
    const text = await readFile(join(chunks, name), 'utf8');
    if (!text.includes('maxBytes:6e8')) continue;
    await writeFile(join(chunks, name), text.replace('maxBytes:6e8', 'maxBytes:6e7'));
    changed.push(name);
  }
  expect(changed).toHaveLength(1);
});

/** 40 calls of 1.5 MB are 60 MB, which count twice in a budget of 60 MB. */
const CALLS = 40;
const TEXTS = 24;
const TEXT_LENGTH = 65_000;
/** Less than the values of all calls. */
const MAX_HEAP_BYTES = 50_000_000;

const gridOf = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });

/** Makes calls of 1.5 MB each. Each text ends with the number of its call. */
async function callWithLongTexts(tab: Page, from: number, count: number): Promise<void> {
  await tab.evaluate(
    ([first, calls, texts, length]) => {
      const sdk = (window as unknown as { readonly $t: { log(data: object): void } }).$t;
      for (let call = first; call < first + calls; call += 1) {
        const end = `end-of-${call};`;
        const text = 'x'.repeat(length - end.length) + end;
        const params = Array.from({ length: texts }, (_, index) => ({ [`text${index}`]: text }));
        sdk.log({ type: 'view', level: 'INFO', message: `call ${call}`, params });
      }
    },
    [from, count, TEXTS, TEXT_LENGTH] as const,
  );
}

async function recordCalls(tab: Page, panel: Frame, rowsBefore: number): Promise<void> {
  for (let from = 1; from <= CALLS; from += 20) {
    await callWithLongTexts(tab, from, 20);
    await expect(gridOf(panel)).toHaveAttribute('aria-rowcount', `${rowsBefore + from + 20}`);
  }
}

async function measureHeap(devtools: Page, panel: Frame): Promise<number> {
  const session = await devtools.context().newCDPSession(panel);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

test('long values beyond the panel’s memory limit can all be found, opened and exported completely', async ({
  setup,
}) => {
  const { context, extensionId } = smallBudgetBrowser();
  const tab = await context.newPage();
  await tab.goto(`${setup.site.url}/blank/`);
  const { panel, devtools } = await openSizedPanel(context, tab, extensionId);
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  // The head of the list and the page load are rows, too.
  const rowsBefore = calls.length + 1;
  await expect(gridOf(panel)).toHaveAttribute('aria-rowcount', `${rowsBefore + 1}`);
  await recordCalls(tab, panel, rowsBefore);
  await expect(panel.getByText(tPattern('status.storedValues', { n: /\d+/ }))).toBeVisible();
  const bytes = await measureHeap(devtools, panel);
  console.info(`heap of the panel: ${Math.round(bytes / 1e6)} MB`);
  expect(bytes).toBeLessThan(MAX_HEAP_BYTES);

  await panel.getByRole('combobox', { name: t('filter.title') }).fill('"end-of-5;"');
  const rows = gridOf(panel).getByRole('row', { name: /call / });
  await expect(rows).toHaveCount(1, { timeout: 120_000 });
  await rows.first().click();
  await panel.getByRole('tab', { name: t('json.title'), exact: true }).click();
  // The tab shows 4,000 characters of a string; a row whose values are stored has 256 of them.
  await expect(panel.getByText(/x{1000}/).first()).toBeAttached();

  await openExport(panel, 'ndjson');
  const { text } = await downloadExport(panel);
  expect(text.split('end-of-5;')).toHaveLength(TEXTS + 1);
});
