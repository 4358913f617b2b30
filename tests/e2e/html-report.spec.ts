import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { createReport } from '#core/report/finding-report';
import { writeReport } from '#core/report/report-writers';
import { createLongReport, HOSTILE_TEXT, reportHeader, reportItem } from '#tests/unit/core/report/sample-reports';
import { test } from './fixtures';

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-report-'));
});

test.afterAll(() => rmSync(folder, { recursive: true }));

test('the HTML report shows text with markup or scripts as plain text, and does not run it', async ({ setup }) => {
  const item = reportItem({ message: HOSTILE_TEXT, path: [HOSTILE_TEXT], mid: HOSTILE_TEXT });
  const url = writeHtmlReport(
    'hostile',
    createReport(reportHeader, [{ item, json: { [HOSTILE_TEXT]: HOSTILE_TEXT } }]),
  );
  const page = await setup.browser.context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  await expect(page.getByText('1 of 1 listed findings')).toBeVisible();
  await expect(page.locator('#details pre')).toContainText("document.title='owned'");
  await expect(page).toHaveTitle('Telemetry V3 report');
  expect(await page.locator('img').count()).toBe(0);
  expect(requests).toEqual([url]);
  await page.close();
});

test('the HTML report can search and filter, and shows the details of an event', async ({ setup }) => {
  const page = await setup.browser.context.newPage();
  await page.goto(writeHtmlReport('many', createLongReport(1_200, 2)));
  await expect(page.getByText('2,000 of 2,000 listed findings')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(500);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1_000);
  await page.getByRole('button', { name: 'Warnings 1,200' }).click();
  await expect(page.getByText('1,000 of 2,000 listed findings')).toBeVisible();
  await page.getByRole('searchbox').fill('events.ndjson:77 code-1');
  await expect(page.getByText('11 of 2,000 listed findings')).toBeVisible();
  await page.locator('tbody tr').nth(0).press('ArrowDown');
  await expect(page.locator('tbody tr').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('events.ndjson:770');
  await page.getByRole('searchbox').fill('no such text');
  await expect(page.getByText('No findings match.')).toBeVisible();
  await page.close();
});

test('the HTML report shows the request that carried an event, and links to the page of a rule if it is published', async ({
  setup,
}) => {
  const page = await setup.browser.context.newPage();
  const request = { entry: 12, url: 'https://c.example/v1/telemetry' };
  const publishedUrl = 'https://docs.example.org/docs/rules.md#missing';
  const items = [reportItem({ request, file: 'a.har', page: publishedUrl }), reportItem({ line: 3 })];
  await page.goto(
    writeHtmlReport(
      'request',
      createReport(
        reportHeader,
        items.map((item) => ({ item, json: {} })),
      ),
    ),
  );
  await expect(page.locator('tbody tr').nth(0)).toContainText('a.har, request 12');
  await expect(page.locator('tbody tr').nth(1)).toContainText('events.ndjson:3');
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('a.har, request 12, https://c.example/v1/telemetry');
  await expect(details.getByRole('link')).toHaveAttribute('href', publishedUrl);
  await page.locator('tbody tr').nth(1).click();
  await expect(details).toContainText('docs/rules.md#missing');
  await expect(details.getByRole('link')).toHaveCount(0);
  await page.close();
});

function writeHtmlReport(name: string, report: Parameters<typeof writeReport>[0]): string {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, writeReport(report, '.html'));
  return pathToFileURL(file).href;
}
