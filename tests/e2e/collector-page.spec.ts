import { test as base, expect } from '@playwright/test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { expectNoViolations } from '#tests/drivers/axe';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { fireDraft, selectKind, showView } from '#tests/drivers/panel-driver';
import { type ServeDriver, startServe } from '#tests/drivers/serve-driver';
import { t, tPattern } from '#tests/drivers/texts';

interface Parts {
  readonly serve: ServeDriver;
  /** The pages of one browser share a stream. */
  readonly context: BrowserContext;
}

const test = base.extend<Parts, { readonly chromium: Browser }>({
  chromium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: requireChromium().path, args: ['--no-sandbox'] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ chromium: browser }, use) => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 620 } });
    await use(context);
    await context.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  serve: async ({}, use) => {
    const serve = await startServe();
    await use(serve);
    await serve.stop();
  },
});

const eventRows = (page: Page) => page.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');

async function openPage(context: BrowserContext, { page: url }: ServeDriver): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.locator('#app')).toHaveAttribute('data-ready', 'true');
  return page;
}

test('events are shown live, and a reload or a page that is opened later shows all of them', async ({
  context,
  serve,
}) => {
  const page = await openPage(context, serve);
  await expect(page.getByText(t('panel.collector.emptyText', { url: serve.collector }))).toBeVisible();
  await serve.post(['first', 'second']);
  await expect(eventRows(page)).toHaveCount(2);
  await page.reload();
  await expect(eventRows(page)).toHaveCount(2);
  const other = await openPage(context, serve);
  await expect(eventRows(other)).toHaveCount(2);
  await serve.post(['third']);
  for (const each of [page, other]) await expect(eventRows(each)).toHaveCount(3);
});

test('a page shows the loss of its connection, and lists each event once after it reconnects', async ({
  context,
  serve,
}) => {
  const page = await openPage(context, serve);
  await serve.post(['first']);
  await expect(eventRows(page)).toHaveCount(1);
  serve.setConnected(false);
  await expect(page.getByText(t('panel.collector.disconnected'))).toBeVisible();
  await serve.post(['first', 'second', 'third']);
  serve.setConnected(true);
  await expect(page.getByText(t('panel.collector.disconnected'))).toBeHidden();
  await expect(eventRows(page)).toHaveCount(3);
});

test('a page shows how many events are left to read during a burst, and finally shows all of them', async ({
  context,
  serve,
}) => {
  const page = await openPage(context, serve);
  const title = t('panel.collector.behindHint');
  await page.evaluate(`
    globalThis.behind = new Set();
    new MutationObserver(() => {
      const status = [...document.querySelectorAll('.state')].find((each) => each.title === ${JSON.stringify(title)});
      if (status) globalThis.behind.add(Number(status.textContent.replace(/\\D/g, '')));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  await serve.post(Array.from({ length: 3_000 }, (_, index) => `burst-${index}`));
  await expect(page.getByRole('grid', { name: t('list.title') })).toHaveAttribute('aria-rowcount', '3001');
  const behind = await page.evaluate<number[]>('[...globalThis.behind]');
  expect(Math.max(...behind)).toBeGreaterThanOrEqual(1_000);
  await expect(page.getByTitle(title)).toHaveCount(0);
});

test('Clear in one page clears the collector and every page', async ({ context, serve }) => {
  const pages = [await openPage(context, serve), await openPage(context, serve)] as const;
  await serve.post(['first', 'second']);
  for (const page of pages) await expect(eventRows(page)).toHaveCount(2);
  await pages[0].getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  for (const page of pages) await expect(eventRows(page)).toHaveCount(0);
  await expect.poll(serve.count).toBe(0);
  await serve.post(['third']);
  for (const page of pages) await expect(eventRows(page)).toHaveCount(1);
});

test('eight open pages share a stream, and the collector still responds to requests of each page', async ({
  context,
  serve,
}) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/stream')) streams.push(request.url());
  });
  const pages: Page[] = [];
  for (let count = 0; count < 8; count += 1) pages.push(await openPage(context, serve));
  await serve.post(['first']);
  for (const page of pages) {
    await expect(eventRows(page)).toHaveCount(1);
    expect(await page.evaluate(`fetch('/api/health').then(({ status }) => status)`)).toBe(200);
  }
  expect(streams).toHaveLength(1);
  // Another page then opens the stream.
  await pages[0]?.close();
  await serve.post(['second']);
  for (const page of pages.slice(1)) await expect(eventRows(page)).toHaveCount(2);
});

test('the list shows the source of events and can filter by source, and the page explains which features require the extension', async ({
  context,
  serve,
}) => {
  await serve.post(['first'], { 'x-app-id': 'org.example.app' });
  await serve.post(['second'], { referer: 'http://portal.example.org/explore?id=1' });
  const page = await openPage(context, serve);
  await expect(eventRows(page)).toHaveCount(2);
  await expect(eventRows(page).first()).toContainText('org.example.app');
  await expect(eventRows(page).last()).toContainText('portal.example.org/explore');
  await page.getByRole('combobox', { name: t('filter.title') }).fill('source:portal.example');
  await page.keyboard.press('Enter');
  await expect(eventRows(page)).toHaveCount(1);
  await page.getByRole('tab', { name: t('toolbar.registry') }).click();
  await expect(page.getByText(t('panel.collector.needsExtension'))).toBeVisible();
});

test('a request with invalid JSON as its body is a row with its text and its error', async ({ context, serve }) => {
  await serve.post(['first']);
  await fetch(`${serve.collector}/v1/telemetry`, { method: 'POST', body: '{"events": [{"eid": "INTERACT",' });
  const page = await openPage(context, serve);
  await expect(eventRows(page)).toHaveCount(2);
  await eventRows(page).last().click();
  await page.getByRole('tab', { name: t('detail.findings') }).click();
  await expect(page.getByText(tPattern('findings.sentence.not-json')).first()).toBeVisible();
  await page.getByRole('tab', { name: t('detail.journey') }).click();
  await expect(page.getByText(/The body is not JSON. Line 1, column/)).toBeVisible();
});

test('Compose posts an event only to the collector, which shows it', async ({ context, serve }) => {
  const page = await openPage(context, serve);
  const panel = page.mainFrame();
  await showView(panel, 'compose');
  await selectKind(panel, 'interact');
  await panel.getByRole('radio', { name: t('collector.title'), exact: true }).click();
  const url = panel.getByRole('combobox', { name: t('collector.url') });
  await expect(url).toHaveValue(`${serve.collector}/`);
  await fireDraft(panel);
  await expect(panel.getByText('200 OK').first()).toBeVisible();
  await expect.poll(serve.count).toBe(1);
  await url.fill('http://collector.example/v1/telemetry');
  await fireDraft(panel);
  await expect(panel.getByRole('alertdialog')).toBeVisible();
  await panel.getByRole('alertdialog').getByRole('button').last().click();
  await expect(panel.getByText(t('panel.collector.otherHost.title', { host: 'collector.example' }))).toBeVisible();
  await showView(panel, 'events');
  await expect(eventRows(page)).toHaveCount(1);
});

test('axe finds no violations in the page of a collector', async ({ context, serve }) => {
  const page = await openPage(context, serve);
  await expectNoViolations(page, 'no events');
  await serve.post(['first'], { 'x-app-id': 'org.example.app' });
  await eventRows(page).first().click();
  await expectNoViolations(page, 'the list');
});
