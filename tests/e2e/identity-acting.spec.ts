import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { startLocalServer } from '#demo/local-server';
import type { ResourceServer } from '#demo/resource-server/resource-server';
import { startStack } from '#demo/stack';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironmentInPopup, callIdentityService } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { logOutAll } from '#tests/keycloak/log-in-fixtures';
import { test } from './fixtures';
import { environmentWith, logInAs, readyEntity } from './identity-fixtures';

const ACT = t('popup.actAs.label');

test('the token is added only to registry requests of this tab, is hidden from the page, and is removed on log-out', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const [tab, otherTab] = [await context.newPage(), await context.newPage()];
  for (const page of [tab, otherTab]) await page.goto(`${resources.url}/`);
  await tab.bringToFront();
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  resources.forget();
  expect(await readStatus(tab)).toBe(401);

  await popup.getByLabel(ACT).click();
  await expect(popup.getByText(t('popup.actAs.on', { userId: teacher.userId }))).toBeVisible();
  expect(await readStatus(tab)).toBe(200);
  expect(await readStatus(otherTab)).toBe(401);
  expect(resources.calls.map(({ userId, authorized }) => ({ userId, authorized }))).toEqual([
    { userId: null, authorized: false },
    { userId: teacher.userId, authorized: true },
    { userId: null, authorized: false },
  ]);
  await expect.poll(() => readBadges(popup, 0)).toEqual(['AS', '']);
  expect(
    await tab.evaluate('JSON.stringify(performance.getEntries()) + document.documentElement.outerHTML'),
  ).not.toContain('eyJ');

  await popup.getByRole('button', { name: t('popup.logOut', { userId: teacher.userId }) }).click();
  await expect(popup.getByText(t('popup.loggedOut', { userId: teacher.userId }))).toBeVisible();
  await expect.poll(() => readRules(popup)).toEqual([]);
  expect(await readStatus(tab)).toBe(401);
  await Promise.all([tab.close(), otherTab.close(), popup.close()]);
});

test('the badge shows acting on a watched page through page loads and invalid events, and counts the events after that', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const stack = await startStack();
  const extensionPage = await context.newPage();
  await extensionPage.goto(`chrome-extension://${extensionId}/reference.html`);
  const tab = await context.newPage();
  const pageUrl = `${stack.site.url}/sdk-2.0.1/`;
  await tab.goto(pageUrl);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  await popup.getByLabel(ACT).click();
  await expect.poll(() => readBadges(extensionPage, 0)).toEqual(['AS', '']);
  const tabId = (await callIdentityService(extensionPage, 'state', {})).acting[0]?.tabId ?? -1;
  const readTitle = () => extensionPage.evaluate<string>(`chrome.action.getTitle({ tabId: ${tabId} })`);

  await tab.goto(pageUrl);
  await tab.getByRole('button', { name: 'Show a hint' }).click();
  const acting = t('background.actingAs', { userId: teacher.userId });
  const count = t('background.badge', 1, { name: t('manifest.name') });
  await expect.poll(readTitle).toBe(`${acting}\n${count}`);
  expect(await readBadges(extensionPage, 0)).toEqual(['AS', '']);

  await logOutAll(extensionPage);
  await expect.poll(() => extensionPage.evaluate(`chrome.action.getBadgeText({ tabId: ${tabId} })`)).toBe('1');
  expect(await readTitle()).not.toContain(teacher.userId);
  await Promise.all([tab.close(), extensionPage.close()]);
  await stack.stop();
});

test('closing a tab removes its rules, and ends acting in it', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  await logInAs(popup, readyEntity(provider));
  await popup.getByLabel(ACT).click();
  await expect.poll(async () => (await readRules(popup)).length).toBe(2);
  await tab.close();
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  await expect.poll(() => readRules(options)).toEqual([]);
  expect((await callIdentityService(options, 'state', {})).acting).toEqual([]);
  await options.close();
});

/**
 * Acts as an entity in a tab of another site.
 * Both hosts are permitted from the start, so that only the rules withhold the token.
 */
async function actFromPage(
  { context, extensionId }: LaunchedBrowser,
  provider: LoginProvider,
  resources: ResourceServer,
  path = '',
) {
  const site = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Site</title><h1>Site</h1>');
  });
  const pageUrl = `${site.url.replace('127.0.0.1', 'localhost')}/lesson`;
  const registryUrl = `${resources.url.replace('127.0.0.1', 'localhost')}${path}`;
  const tab = await context.newPage();
  await tab.goto(pageUrl);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  const draft = { ...environmentWith(provider, resources), registryUrl };
  await addEnvironmentInPopup(popup, draft);
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  await popup.getByLabel(ACT).click();
  await expect(popup.getByText(t('popup.actAs.on', { userId: teacher.userId }))).toBeVisible();
  resources.forget();
  const close = async () => {
    await Promise.all([tab.close(), popup.close()]);
    await site.stop();
  };
  return { tab, popup, pageUrl, registryUrl, draft, close };
}

const fetchTeachers = (frame: Page | Frame, registryUrl: string): Promise<number> =>
  frame.evaluate(`fetch('${registryUrl}/api/v1/Teacher').then((response) => response.status)`);

test('requests of the page and of a registry frame have the token, and requests of a foreign frame do not', async ({
  launched,
  provider,
  resources,
}) => {
  const { tab, registryUrl, close } = await actFromPage(launched, provider, resources);
  const frameOf = async (url: string): Promise<Frame> => {
    const frame = await tab.waitForSelector(`iframe[src="${url}"]`).then((element) => element.contentFrame());
    if (frame === null) throw new Error('The frame has no document.');
    await frame.waitForLoadState();
    return frame;
  };
  const urls = [`${resources.url}/`, `${registryUrl}/`];
  await tab.evaluate(
    `document.body.innerHTML = ${JSON.stringify(urls.map((url) => `<iframe src="${url}"></iframe>`).join(''))}`,
  );
  const [foreignFrame, registryFrame] = await Promise.all(urls.map(frameOf));
  expect(await fetchTeachers(foreignFrame as Frame, registryUrl)).toBe(401);
  expect(await fetchTeachers(registryFrame as Frame, registryUrl)).toBe(200);
  expect(await fetchTeachers(tab, registryUrl)).toBe(200);
  await close();
});

test('visiting the registry continues acting in the tab, and visiting another site ends it visibly and permanently', async ({
  launched,
  provider,
  resources,
}) => {
  const { tab, popup, pageUrl, registryUrl, close } = await actFromPage(launched, provider, resources);
  await tab.goto(`${registryUrl}/api/v1/Teacher`);
  expect(resources.calls.find(({ path }) => path === '/api/v1/Teacher')).toMatchObject({
    authorized: true,
    status: 200,
  });
  await tab.goto(pageUrl);
  expect(await fetchTeachers(tab, registryUrl)).toBe(200);
  const { acting } = await callIdentityService(popup, 'state', {});
  const tabId = acting[0]?.tabId ?? -1;

  await tab.goto(`${resources.url}/`);
  expect(await fetchTeachers(tab, registryUrl)).toBe(401);
  await expect.poll(() => readRules(popup)).toEqual([]);
  await expect.poll(() => popup.evaluate(`chrome.action.getBadgeText({ tabId: ${tabId} })`)).toBe('OFF');
  await popup.reload();
  await expect(popup.getByText(tPattern('popup.actingEnded.anotherSite'))).toBeVisible();
  await expect(popup.getByLabel(ACT)).not.toBeChecked();
  await tab.goto(pageUrl);
  expect(await fetchTeachers(tab, registryUrl)).toBe(401);
  await popup.getByRole('button', { name: t('common.dismiss') }).click();
  await expect.poll(() => popup.evaluate(`chrome.action.getBadgeText({ tabId: ${tabId} })`)).toBe('');
  await close();
});

test('visiting a page whose URL the browser hides ends acting in the tab', async ({
  launched,
  provider,
  resources,
}) => {
  const { tab, popup, registryUrl, pageUrl, close } = await actFromPage(launched, provider, resources);
  await tab.goto('about:blank');
  await expect.poll(() => readRules(popup)).toEqual([]);
  expect((await callIdentityService(popup, 'state', {})).actingEnded).toMatchObject([{ reason: expect.any(String) }]);
  await tab.goto(pageUrl);
  expect(await fetchTeachers(tab, registryUrl)).toBe(401);
  await close();
});

test('changing the registry URL ends acting in the tab, and the new registry does not receive the token', async ({
  launched,
  provider,
  resources,
}) => {
  const { tab, popup, draft, registryUrl, close } = await actFromPage(launched, provider, resources);
  const { currentEnvironmentId: environmentId } = await callIdentityService(popup, 'state', {});
  await callIdentityService(popup, 'saveEnvironment', {
    environmentId,
    draft: { ...draft, registryUrl: resources.url },
  });
  await popup.reload();
  await expect(popup.getByText(tPattern('popup.actingEnded.registryChanged'))).toBeVisible();
  for (const url of [registryUrl, resources.url]) expect(await fetchTeachers(tab, url)).toBe(401);
  await close();
});

test('a registry URL that is too long for a regular expression of the browser gets the token, but its lower-case form does not', async ({
  launched,
  provider,
  resources,
}) => {
  const { tab, registryUrl, close } = await actFromPage(launched, provider, resources, `/${'Long-path'.repeat(200)}`);
  await fetchTeachers(tab, registryUrl);
  await fetchTeachers(tab, registryUrl.toLowerCase());
  expect(resources.calls.map(({ authorized }) => authorized)).toEqual([true, false]);
  await close();
});

/** Returns the status that a script of the page gets from the registry without its own headers. */
function readStatus(tab: Page): Promise<number> {
  return tab.evaluate("fetch('/api/v1/Teacher').then((response) => response.status)");
}

async function readRules(extensionPage: Page): Promise<readonly object[]> {
  return extensionPage.evaluate(
    'chrome.declarativeNetRequest.getSessionRules().then((rules) => rules.map(({ condition }) => condition))',
  );
}

/** Returns the badges of the acting tab and of any other, or null if no tab acts yet. */
async function readBadges(popup: Page, index: number): Promise<readonly string[] | null> {
  const { acting } = await callIdentityService(popup, 'state', {});
  const tabId = acting[index]?.tabId;
  if (tabId === undefined) return null;
  return popup.evaluate(
    `Promise.all([chrome.action.getBadgeText({ tabId: ${tabId} }), chrome.action.getBadgeText({})])`,
  );
}
