import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { openPopup } from '../../demo/browser/popup';
import { ask, changeEnvironment } from '../../demo/browser/popup-driver';
import { startStack } from '../../demo/stack';
import { logOutAll } from '../keycloak/log-in-fixtures';
import { environmentWith, logInAs, readyEntity, identityTest as test } from './identity-fixtures';

const ACT = 'Put its token on this tab’s registry requests';

test('the token is on this tab’s registry requests alone, the page never sees it, and log-out takes it off', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const [tab, otherTab] = [await context.newPage(), await context.newPage()];
  for (const page of [tab, otherTab]) await page.goto(`${resources.url}/`);
  await tab.bringToFront();
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await changeEnvironment(popup, environmentWith(provider, resources));
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  resources.forget();
  expect(await statusFrom(tab)).toBe(401);

  await popup.getByLabel(ACT).click();
  await expect(popup.getByText(`carry the token of ${teacher.userId} now`)).toBeVisible();
  expect(await statusFrom(tab)).toBe(200);
  expect(await statusFrom(otherTab)).toBe(401);
  expect(resources.calls.map(({ userId, authorized }) => ({ userId, authorized }))).toEqual([
    { userId: null, authorized: false },
    { userId: teacher.userId, authorized: true },
    { userId: null, authorized: false },
  ]);
  await expect.poll(() => badgeOf(popup, 0)).toEqual(['AS', '']);
  expect(
    await tab.evaluate('JSON.stringify(performance.getEntries()) + document.documentElement.outerHTML'),
  ).not.toContain('eyJ');

  await popup.getByRole('button', { name: `Log out ${teacher.userId}` }).click();
  await expect(popup.getByText(`${teacher.userId} is logged out.`)).toBeVisible();
  await expect.poll(() => rulesIn(popup)).toEqual([]);
  expect(await statusFrom(tab)).toBe(401);
  await Promise.all([tab.close(), otherTab.close(), popup.close()]);
});

test('the badge says so on a watched page too, through page loads and invalid events, which it counts afterwards', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const stack = await startStack();
  const asking = await context.newPage();
  await asking.goto(`chrome-extension://${extensionId}/reference.html`);
  const tab = await context.newPage();
  const address = `${stack.site.url}/sdk-2.0.1/`;
  await tab.goto(address);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await changeEnvironment(popup, environmentWith(provider, resources));
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  await popup.getByLabel(ACT).click();
  await expect.poll(() => badgeOf(asking, 0)).toEqual(['AS', '']);
  const tabId = (await ask(asking, 'state', {})).acting[0]?.tabId ?? -1;
  const titleOf = () => asking.evaluate<string>(`chrome.action.getTitle({ tabId: ${tabId} })`);

  // The popup goes away with the first click beside it.
  await tab.goto(address);
  await tab.getByRole('button', { name: 'Show a hint' }).click();
  // The count is told a second after the page was loaded: it is in the tooltip, and has taken nothing away.
  await expect.poll(titleOf).toMatch(/carry the token of .*\n.*1 event is invalid or lost/);
  expect(await badgeOf(asking, 0)).toEqual(['AS', '']);

  await logOutAll(asking);
  await expect.poll(() => asking.evaluate(`chrome.action.getBadgeText({ tabId: ${tabId} })`)).toBe('1');
  expect(await titleOf()).not.toContain(teacher.userId);
  await Promise.all([tab.close(), asking.close()]);
  await stack.stop();
});

test('a closed tab takes its rule along; another provider never gets the token', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await changeEnvironment(popup, environmentWith(provider, resources));
  await logInAs(popup, readyEntity(provider));
  await popup.getByLabel(ACT).click();
  await expect.poll(async () => (await rulesIn(popup)).length).toBe(1);
  const [rule] = await rulesIn(popup);
  expect(new RegExp(rule?.regexFilter ?? '').test(`${resources.url}.example.org/api`)).toBe(false);
  await tab.close();
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  await expect.poll(() => rulesIn(options)).toEqual([]);
  expect((await ask(options, 'state', {})).acting).toEqual([]);
  await options.close();
});

/** What the page's own script gets when it calls the registry, with no header of its own. */
function statusFrom(tab: Page): Promise<number> {
  return tab.evaluate("fetch('/api/v1/Teacher').then((answer) => answer.status)");
}

interface Rule {
  readonly regexFilter: string;
}

async function rulesIn(ownPage: Page): Promise<readonly Rule[]> {
  return ownPage.evaluate(
    'chrome.declarativeNetRequest.getSessionRules().then((rules) => rules.map(({ condition }) => condition))',
  );
}

/** The badges of the acting tab and of any other. */
async function badgeOf(popup: Page, index: number): Promise<readonly string[]> {
  const { acting } = await ask(popup, 'state', {});
  const tabId = acting[index]?.tabId ?? -1;
  return popup.evaluate(
    `Promise.all([chrome.action.getBadgeText({ tabId: ${tabId} }), chrome.action.getBadgeText({})])`,
  );
}
