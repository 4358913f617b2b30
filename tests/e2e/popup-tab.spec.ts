import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { findRunningWorker, wakeWorker } from '#tests/drivers/browser/extension-worker';
import { stopWorkers } from '#tests/drivers/browser/stop-workers';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson, readCalls } from '#tests/drivers/lesson';
import { openPopup } from '#tests/drivers/popup';
import { toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

const thisTab = (popup: Page) => popup.getByRole('region', { name: t('popup.thisTab') });

function badgeScript(url: string): string {
  const find = `tabs.find((tab) => tab.url === ${JSON.stringify(url)}).id`;
  return `chrome.tabs.query({}).then((tabs) => chrome.action.getBadgeText({ tabId: ${find} }))`;
}

test('the popup shows the number of events of its tab after a restart of the worker, and no events after a panel has cleared them', async ({
  setup: { browser, pageUrlOf },
  tab,
}) => {
  const { context, extensionId } = browser;
  await tab.goto(pageUrlOf('2.0.1'));
  const popup = await openPopup(context, extensionId);
  await expect(thisTab(popup)).toContainText(t('popup.noEvents'));
  await expect(thisTab(popup)).toContainText(t('popup.openHint', { key: 'F12' }));
  await popup.close();

  await playLesson(tab);
  const calls = await readCalls(tab);
  const events = t('count.event', calls.length);
  const invalid = t('popup.invalid', { n: String(calls.filter(({ wrong }) => wrong !== null).length) });
  await stopWorkers(context, tab);
  await wakeWorker(context, extensionId);
  await tab.bringToFront();
  const reopened = await openPopup(context, extensionId);
  await expect(thisTab(reopened)).toContainText(events);
  await expect(thisTab(reopened)).toContainText(invalid);
  await reopened.close();

  const { devtools, panel } = await openPanel(context, tab, extensionId);
  await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  const worker = await findRunningWorker(context, extensionId);
  await expect.poll(() => worker.evaluate<string>(badgeScript(tab.url()))).toBe('');
  await devtools.close();
  const cleared = await openPopup(context, extensionId);
  await expect(thisTab(cleared)).toContainText(t('popup.noEvents'));
  await cleared.close();
});

test('the popup has no environment at first, and one can be added with four fields', async ({ setup }) => {
  const { context, extensionId } = setup.browser;
  const { name, authUrl, pathPrefix, realm, clientId } = toEnvironmentDraft(setup.provider);
  const popup = await openPopup(context, extensionId);
  await expect(popup.getByRole('heading', { name: t('popup.noEnvironment') })).toBeVisible();
  await expect(popup.getByText('localhost:8080')).toHaveCount(0);
  await popup.getByRole('button', { name: t('popup.environment.add') }).click();
  await popup.getByLabel(t('popup.name')).fill(name);
  await popup.getByLabel(t('popup.authUrl')).fill(`${authUrl}${pathPrefix}`);
  await popup.getByLabel(t('popup.realm')).fill(realm);
  await popup.getByLabel(t('popup.clientId')).fill(clientId);
  await popup.getByRole('button', { name: t('popup.save') }).click();
  await expect(popup.getByLabel(t('popup.userId'))).toBeFocused();
  await expect(popup.getByRole('combobox', { name: t('popup.environment.label') })).toBeVisible();
  await popup.close();
});
