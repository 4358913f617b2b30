import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { stopWorkers } from '#tests/drivers/browser/stop-workers';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson, readCalls } from '#tests/drivers/lesson';
import { t } from '#tests/drivers/texts';
import type { TestSetup } from './fixtures';
import { test as base, openPlayPage } from './pages/journey-test';

/** Reads the badge of a tab in an extension page, which finds the tab by its URL. */
const test = base.extend<{ readonly readBadge: (tab: Page) => Promise<string> }>({
  readBadge: async ({ setup }, use) => {
    const extensionPage = await setup.browser.context.newPage();
    await extensionPage.goto(`chrome-extension://${setup.browser.extensionId}/reference.html`);
    await use((tab) => extensionPage.evaluate(badgeScript(tab.url())));
    await extensionPage.close();
  },
});

function badgeScript(url: string): string {
  return `(async () => {
    const tabs = await chrome.tabs.query({});
    const tab = tabs.find((one) => one.url === ${JSON.stringify(url)});
    return chrome.action.getBadgeText({ tabId: tab.id });
  })()`;
}

const countInvalidCalls = async (tab: Page) => (await readCalls(tab)).filter(({ wrong }) => wrong !== null).length;

const sendInvalidEvent = (tab: Page) => tab.getByRole('button', { name: 'Show a hint' }).click();

interface BadgeParts {
  readonly setup: TestSetup;
  readonly tab: Page;
  readonly readBadge: (tab: Page) => Promise<string>;
}

/** Opens a page that sends one invalid event, and waits until the badge counts it. */
async function sendAndWaitForBadge({ setup, tab, readBadge }: BadgeParts): Promise<void> {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await sendInvalidEvent(tab);
  await expect.poll(() => readBadge(tab)).toBe('1');
}

test('with DevTools closed, the badge shows the number of invalid events', async ({ setup, tab, readBadge }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  const invalidCount = await countInvalidCalls(tab);
  expect(invalidCount).toBeGreaterThan(0);
  await expect.poll(() => readBadge(tab)).toBe(String(invalidCount));
});

test('without a panel, the badge logs nothing to the page’s console', async ({ setup, tab, readBadge }) => {
  const logged: string[] = [];
  tab.on('console', (message) => logged.push(message.text()));
  tab.on('pageerror', (error) => logged.push(error.message));
  await sendAndWaitForBadge({ setup, tab, readBadge });
  await tab.goto(`${setup.site.url}/blank/`);
  expect(logged).toEqual([]);
});

test('the badge counts the events that are lost when their page unloads', async ({ setup, tab, readBadge }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await tab.getByRole('button', { name: 'Next page' }).click();
  const callCount = (await readCalls(tab)).length;
  const pageUrl = `${setup.pageUrlOf('2.0.1')}?next`;
  await tab.goto(pageUrl);
  await expect.poll(() => readBadge(tab)).toBe(String(callCount));
});

test('events whose first call happens while the page unloads are counted as lost', async ({
  pages,
  tab,
  readBadge,
}) => {
  await openPlayPage(tab, pages.url, {
    sdk: '2.0.1',
    transport: 'own',
    batch: 20,
    leaving: { on: 'pagehide', calls: 3 },
  });
  // Chromium ends a busy page before its last calls if the next page is of another site.
  await tab.goto(`${pages.url}/empty/?after`);
  await expect.poll(() => readBadge(tab)).toBe('3');
});

test('the badge continues its count after the service worker is stopped', async ({ setup, tab, readBadge }) => {
  await sendAndWaitForBadge({ setup, tab, readBadge });
  await stopWorkers(setup.browser.context, tab);
  await sendInvalidEvent(tab);
  await expect.poll(() => readBadge(tab)).toBe('2');
});

test('with a panel open, the badge shows the panel’s count, and disappears when the list is cleared', async ({
  setup,
  tab,
  readBadge,
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await sendInvalidEvent(tab);
  const { panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await expect.poll(() => readBadge(tab)).toBe('1');
  await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  await expect.poll(() => readBadge(tab)).toBe('');
});

test('after a panel closes, the badge still counts events lost with pages that unloaded while the panel was open', async ({
  setup,
  pages,
  tab,
  readBadge,
}) => {
  const { devtools } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  const { makeCalls } = await openPlayPage(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  await makeCalls('waiting', 2);
  await tab.goto(`${pages.url}/empty/?first`);
  await expect.poll(() => readBadge(tab)).toBe('2');
  await devtools.close();
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await sendInvalidEvent(tab);
  await expect.poll(() => readBadge(tab)).toBe('3');
});

test('events that a panel has cleared are not counted again by the badge', async ({ setup, tab, readBadge }) => {
  await sendAndWaitForBadge({ setup, tab, readBadge });
  const { devtools, panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  await expect.poll(() => readBadge(tab)).toBe('');
  await devtools.close();
  await sendInvalidEvent(tab);
  await sendInvalidEvent(tab);
  await expect.poll(() => readBadge(tab)).toBe('2');
});

test('the badge continues with the panel’s count after the panel closes, even without a page load', async ({
  setup,
  tab,
  readBadge,
}) => {
  const { devtools, panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await sendAndWaitForBadge({ setup, tab, readBadge });
  await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  await expect.poll(() => readBadge(tab)).toBe('');
  await sendInvalidEvent(tab);
  await expect.poll(() => readBadge(tab)).toBe('1');
  await devtools.close();
  await sendInvalidEvent(tab);
  await expect.poll(() => readBadge(tab)).toBe('2');
});
