import { expect } from '@playwright/test';
import { addEnvironment, logIn, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';
import { readyEntity } from './identity-fixtures';

test('“Log in” in undocked DevTools opens the popup of the inspected tab, where an entity can log in', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const { context, extensionId } = setup.browser;
  await addEnvironment(context, extensionId, toEnvironmentDraft(setup.provider));
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const isPopup = (page: { url(): string }) => page.url().startsWith(`chrome-extension://${extensionId}/popup.html`);
  const [popup] = await Promise.all([
    context.waitForEvent('page', (page) => isPopup(page)),
    panel.getByRole('button', { name: t('toolbar.logIn'), exact: true }).click(),
  ]);
  const host = new URL(tab.url()).host;
  await expect(popup.getByRole('region', { name: t('popup.thisTab') })).toContainText(t('popup.watching', { host }));
  const entity = readyEntity(setup.provider);
  await logIn(popup, entity);
  await popup.getByRole('article', { name: entity.userId, exact: true }).getByText(t('popup.inUse')).waitFor();
  await expect(panel.getByRole('button', { name: entity.userId })).toBeVisible();
  await popup.close();
});

test('the popup page shows the tab that its URL names', async ({ setup, tab }) => {
  const { context, extensionId } = setup.browser;
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const host = new URL(tab.url()).host;
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${extensionId}/reference.html`);
  const tabId = await popup.evaluate<number>(
    `chrome.tabs.query({}).then((tabs) => tabs.find(({ url }) => url === ${JSON.stringify(tab.url())}).id)`,
  );
  await popup.goto(`chrome-extension://${extensionId}/popup.html?tab=${tabId}`);
  await expect(popup.getByRole('region', { name: t('popup.thisTab') })).toContainText(t('popup.watching', { host }));
  await popup.close();
});
