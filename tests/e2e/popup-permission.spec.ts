import { test as base, expect } from '@playwright/test';
import type { Page } from 'playwright';
import { extensionFolder } from '#demo/build-extension';
import { type Stack, startStack } from '#demo/stack';
import { type Display, explainMissingDisplay, openDisplay } from '#tests/drivers/browser/display';
import { findRunningWorker } from '#tests/drivers/browser/extension-worker';
import { type LaunchedBrowser, launchChromium } from '#tests/drivers/browser/launch';
import { openPrompt, respondToPrompt } from '#tests/drivers/browser/permission-prompt';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { createCountedActions, reportTask } from '#tests/drivers/daily-tasks';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, logIn, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';

interface WindowedBrowser {
  readonly browser: LaunchedBrowser;
  readonly display: Display;
  readonly stack: Stack;
  readonly page: Page;
}

/** Each test has its own browser with a window, because a browser keeps granted access. */
const test = base.extend<{ windowed: WindowedBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  windowed: async ({}, use, testInfo) => {
    const missing = explainMissingDisplay();
    testInfo.skip(missing !== null, missing ?? '');
    const { path: executablePath } = requireChromium();
    const display = await openDisplay();
    const stack = await startStack();
    const browser = await launchChromium({
      executablePath,
      extensionFolder,
      headless: false,
      display: display.name,
      extraArguments: ['--host-resolver-rules=MAP *.test 127.0.0.1'],
    });
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(`${stack.site.url.replace('127.0.0.1', 'learn.test')}/sdk-2.0.1/`);
    await use({ browser, display, stack, page });
    await browser.close();
    await stack.stop();
    display.close();
  },
});

const LEARN = { hosts: 'learn.test' };
const openPopupOf = ({ browser: { context, extensionId } }: WindowedBrowser) => openPopup(context, extensionId);

/** Runs an action in the popup that opens the permission prompt. Waits until the prompt has closed the popup. */
async function triggerPrompt(windowed: WindowedBrowser, act: (popup: Page) => Promise<void>): Promise<void> {
  const { display, page } = windowed;
  await openPrompt(display, page, async () => {
    await grantActiveTab(windowed);
    const popup = await openPopupOf(windowed);
    // The prompt may close the popup before Playwright reports the click that opens the prompt.
    const action = act(popup).catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
    await Promise.all([popup.waitForEvent('close'), action]);
  });
}

/**
 * Presses a shortcut of the extension, which grants `activeTab`.
 * Without this permission, no script can read the tab's URL.
 */
async function grantActiveTab({ browser: { context, extensionId }, display }: WindowedBrowser): Promise<void> {
  display.press('alt+shift+e');
  const worker = await findRunningWorker(context, extensionId);
  const url = () => worker.evaluate('chrome.tabs.query({ active: true }).then(([tab]) => tab.url ?? "")');
  await expect.poll(url).toContain('learn.test');
}

/** Opens the popup in its own window, as a panel does. The browser opens no other popup while its prompt is focused. */
async function openPopupWindow({ browser: { context, extensionId } }: WindowedBrowser): Promise<Page> {
  const worker = await findRunningWorker(context, extensionId);
  const open = `chrome.tabs.query({ active: true }).then(([tab]) =>
    chrome.windows.create({ url: 'popup.html?tab=' + tab.id, type: 'popup', focused: false }))`;
  const [popup] = await Promise.all([context.waitForEvent('page'), worker.evaluate(open)]);
  return popup;
}

const watchButton = (popup: Page) => popup.getByRole('button', { name: t('popup.watchThisSite') });
const watchSite = (popup: Page) => watchButton(popup).click();

test('a site is watched although the permission prompt closes the popup, and the next popup reports it once', async ({
  windowed,
}, info) => {
  const { display, page } = windowed;
  const host = new URL(page.url()).host;
  const actions = createCountedActions();
  await triggerPrompt(windowed, (popup) => actions.click(watchButton(popup)));
  await respondToPrompt(display, page, 'allow');

  const popup = await openPopupOf(windowed);
  await expect(popup.getByRole('status')).toContainText(t('popup.hostAccess.watching', { host }));
  await expect(popup.getByText(t('popup.watching', { host }), { exact: true })).toBeVisible();
  await popup.close();
  const reopened = await openPopupOf(windowed);
  await expect(reopened.getByText(t('popup.watching', { host }), { exact: true })).toBeVisible();
  await expect(reopened.getByRole('status')).toHaveCount(0);
  reportTask(info, 'watch a new site, in the popup', actions, 1);
});

for (const response of ['deny', 'dismiss'] as const)
  test(`a popup reports that access was not granted after the response “${response}”`, async ({ windowed }) => {
    const { display, page } = windowed;
    await triggerPrompt(windowed, watchSite);
    await respondToPrompt(display, page, response);
    const popup = await openPopupOf(windowed);
    await expect(popup.getByRole('alert')).toContainText(t('popup.hostAccess.notGranted', LEARN));
    await expect(watchButton(popup)).toBeVisible();
  });

test('a popup that is opened while the prompt is open shows no access, and the next popup shows the result', async ({
  windowed,
}) => {
  const { display, page } = windowed;
  const host = new URL(page.url()).host;
  await triggerPrompt(windowed, watchSite);
  const popupWindow = await openPopupWindow(windowed);
  await expect(popupWindow.getByRole('alert')).toContainText(t('popup.hostAccess.notGranted', LEARN));
  await popupWindow.close();
  await respondToPrompt(display, page, 'allow');
  const popup = await openPopupOf(windowed);
  await expect(popup.getByRole('status')).toContainText(t('popup.hostAccess.watching', { host }));
});

test('a log-in at a new host reopens the form without the password, then logs in', async ({ windowed }) => {
  const { browser, display, stack, page } = windowed;
  const [teacher] = stack.provider.entities;
  if (!teacher) throw new Error('The provider has no entity.');
  const environment = toEnvironmentDraft(stack.provider);
  const authUrl = environment.authUrl.replace(/127\.0\.0\.1|localhost/, 'auth.test');
  await addEnvironment(browser.context, browser.extensionId, { ...environment, authUrl });
  await triggerPrompt(windowed, (popup) => logIn(popup, teacher));
  await respondToPrompt(display, page, 'allow');

  const popup = await openPopupOf(windowed);
  await expect(popup.getByRole('status')).toContainText(t('popup.hostAccess.logIn', { hosts: 'auth.test' }));
  await expect(popup.getByRole('textbox', { name: t('popup.userId') })).toHaveValue(teacher.userId);
  const password = popup.getByLabel(t('popup.password'), { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');
  expect(stack.provider.requests).toEqual([]);
  const stored = await popup.evaluate('chrome.storage.session.get(null).then(JSON.stringify)');
  expect(stored).toContain(teacher.userId);
  expect(stored).not.toContain(teacher.password);

  await password.fill(teacher.password);
  await password.press('Enter');
  await expect(popup.getByText(t('popup.inUse'))).toBeVisible();
});

test('acting in a tab is turned on after the permission prompt closed the popup', async ({ windowed }) => {
  const { browser, display, stack, page } = windowed;
  const [teacher] = stack.provider.entities;
  if (!teacher) throw new Error('The provider has no entity.');
  const registryUrl = 'http://registry.test';
  await addEnvironment(browser.context, browser.extensionId, { ...toEnvironmentDraft(stack.provider), registryUrl });
  const first = await openPopupOf(windowed);
  await logIn(first, teacher);
  await expect(first.getByText(t('popup.inUse'))).toBeVisible();
  await first.close();
  await triggerPrompt(windowed, (popup) => popup.getByLabel(t('popup.actAs.label')).click());
  await respondToPrompt(display, page, 'allow');

  const popup = await openPopupOf(windowed);
  await expect(popup.getByRole('status')).toContainText(t('popup.actAs.on', { userId: teacher.userId }));
  await expect(popup.getByLabel(t('popup.actAs.label'))).toBeChecked();
});
