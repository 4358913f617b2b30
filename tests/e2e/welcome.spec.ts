import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { findRunningWorker } from '#tests/drivers/browser/extension-worker';
import { reloadExtension } from '#tests/drivers/browser/reload-extension';
import { openPopup } from '#tests/drivers/popup';
import { t } from '#tests/drivers/texts';
import { launch, test } from './fixtures';

// Every launch waits in `closeWelcome` for the page that opens after the installation.
test('an update opens no welcome page', async ({ headless }) => {
  const launched = await launch(headless ?? true);
  try {
    const opened: string[] = [];
    launched.context.on('page', (page) => opened.push(page.url()));
    await reloadExtension(launched);
    const worker = await findRunningWorker(launched.context, launched.extensionId);
    expect(await worker.evaluate(`chrome.tabs.query({ url: chrome.runtime.getURL('*') })`)).toEqual([]);
    expect(opened.filter((url) => url.endsWith('/welcome.html'))).toEqual([]);
  } finally {
    await launched.close();
  }
});

test('the welcome page can be reopened from the popup and from the options, and shows the first step', async ({
  setup: { browser },
}) => {
  const { context, extensionId } = browser;
  const isWelcome = (page: Page) => page.url() === `chrome-extension://${extensionId}/welcome.html`;
  const popup = await openPopup(context, extensionId);
  const [fromPopup] = await Promise.all([
    context.waitForEvent('page', isWelcome),
    popup.getByRole('button', { name: t('popup.openWelcome') }).click(),
  ]);
  await expect(fromPopup.getByText(t('welcome.button.text'))).toBeVisible();
  await expect(fromPopup.locator('kbd')).toHaveText('F12');
  await fromPopup.close();
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  const [fromOptions] = await Promise.all([
    context.waitForEvent('page', isWelcome),
    options.getByRole('button', { name: t('options.openWelcome') }).click(),
  ]);
  await expect(fromOptions.getByRole('heading', { name: t('welcome.begin') })).toBeVisible();
  await fromOptions.close();
  await options.close();
});
