import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { chromium, type Page } from 'playwright';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { startShow } from '#tests/drivers/show-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf } from '#tests/unit/core/telemetry/sample-events';

const CLI = '.output/package/dist/cli.mjs';

interface Parts {
  /** A folder with two events in each file format, and with a report about them. */
  readonly folder: string;
  /** Opens files of the folder in the page of `telemetry-v3 show`. */
  readonly show: (...files: readonly string[]) => Promise<Page>;
}

const test = base.extend<Parts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-show-'));
    const events = ['first', 'second'].map((id) =>
      eventOf('interact', { type: id === 'first' ? 'TOUCH' : 'PUSH', id, pageid: 'home' }, { mid: `INTERACT:${id}` }),
    );
    writeFileSync(join(folder, 'events.ndjson'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const report = join(folder, 'report.json');
    spawnSync(process.execPath, [CLI, 'validate', join(folder, 'events.ndjson'), '--quiet', '--report', report], {
      stdio: 'ignore',
    });
    for (const file of ['capture.telemetry.json', 'requests.har'])
      execFileSync(process.execPath, [CLI, 'convert', join(folder, 'events.ndjson'), join(folder, file)], {
        stdio: 'ignore',
      });
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  show: async ({ folder }, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use(async (...files) => {
      const server = await startShow(files.map((file) => join(folder, file)));
      ends.push(server.stop);
      const browser = await chromium.launch({ executablePath: requireChromium().path, args: ['--no-sandbox'] });
      ends.push(() => browser.close());
      const page = await browser.newPage();
      await page.goto(server.url);
      return page;
    });
    for (const end of ends.reverse()) await end();
  },
});

const eventRows = (page: Page) => page.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');

for (const file of ['events.ndjson', 'capture.telemetry.json', 'requests.har'])
  test(`the command show opens the events of ${file} in the panel, and marks the invalid one`, async ({ show }) => {
    const page = await show(file);
    await expect(eventRows(page)).toHaveCount(2);
    await expect(eventRows(page).nth(1)).toContainText('second');
    await expect(page.getByText(file).first()).toBeVisible();
    await eventRows(page).nth(1).click();
    await expect(page.getByText('PUSH').first()).toBeVisible();
    const invalidRows = eventRows(page).filter({ hasText: tPattern('verdict.invalidShort') });
    await expect(invalidRows).toHaveCount(1);
    await expect(invalidRows).toContainText('second');
  });

test('the command show opens several files', async ({ show }) => {
  const page = await show('events.ndjson', 'requests.har');
  for (const file of ['events.ndjson', 'requests.har']) await expect(page.getByText(file).first()).toBeVisible();
});

test('the command show opens the events of a report', async ({ show }) => {
  const page = await show('report.json');
  await expect(eventRows(page)).toHaveCount(1);
  await expect(eventRows(page)).toContainText(tPattern('verdict.invalidShort'));
});
