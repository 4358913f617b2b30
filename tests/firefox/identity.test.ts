import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#demo/identity-provider/identity-provider';
import { startIdentityProvider } from '#demo/identity-provider/identity-provider';
import { endpointOf, issuerOf } from '#demo/identity-provider/login-provider';
import { type ResourceServer, startResourceServer } from '#demo/resource-server/resource-server';
import { findFirefox, launchFirefox } from '#tests/drivers/browser/firefox';
import { toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';
import { showExtensionPage } from './extension-page';

let provider: IdentityProvider;
let resources: ResourceServer;
let browser: Browser;
/**
 * The popup page in a tab. It renders and requests the same as in the browser's popup.
 */
let popup: Page;
let tab: Page;

beforeAll(async () => {
  const firefox = findFirefox();
  if (!firefox.ok) throw new Error(firefox.failure);
  provider = await startIdentityProvider();
  resources = await startResourceServer({ issuer: issuerOf(provider), keysUrl: endpointOf(provider, 'certs') });
  browser = await launchFirefox(firefox.value);
  tab = await browser.newPage();
  await tab.goto(`${resources.url}/`);
  popup = await browser.newPage();
  await showExtensionPage(popup, 'popup.html', '.popup[data-ready]');
  await callIdentityService('saveEnvironment', {
    environmentId: null,
    draft: { ...toEnvironmentDraft(provider), registryUrl: resources.url },
  });
  await showExtensionPage(popup, 'popup.html', 'input[type=password]');
});
afterAll(async () => {
  await browser?.close();
  await resources?.stop();
  await provider?.stop();
});

/** One user's session, from log-in to log-out. Each test continues in the state that the previous test left. */
describe('identities in Firefox', () => {
  it('two entities can log in, and the active entity can be switched', async () => {
    const [teacher, student] = readyEntities();
    await logIn(teacher);
    await press(t('popup.logIn.another'));
    await popup.waitForSelector('input[type=password]');
    await logIn(student);
    await press(t('popup.actAs.button', { userId: teacher.userId }));
    await waitForToast(t('popup.activeEntityChanged', { userId: teacher.userId }));
    expect(await activeUser()).toBe(teacher.userId);
  });

  it('the token view shows the claims of the token, and not the token', async () => {
    const [teacher] = readyEntities();
    await popup.locator(`[aria-label="${t('popup.token.showOf', { userId: teacher.userId })}"]`).click();
    await popup.waitForSelector(`[aria-label="${t('popup.tokenOf', { userId: teacher.userId })}"] dl`);
    const text = await popup.$eval('.token-screen', (screen) => screen.textContent ?? '');
    expect(text).toContain(issuerOf(provider));
    expect(text).toContain('preferred_username');
    expect(text).not.toContain('eyJ');
    await popup.locator(`[aria-label="${t('popup.token.back')}"]`).click();
    await popup.waitForSelector('[aria-label="Test entities"]');
  });

  it('only requests of the acting tab and its site have the token, until the tab shows another site or the entity logs out', async () => {
    const [teacher] = readyEntities();
    const other = await browser.newPage();
    await other.goto(`${resources.url}/`);
    expect(await readStatus(tab)).toBe(401);
    const { sessions } = await readState();
    const sessionId = sessions.find(({ userId }) => userId === teacher.userId)?.id;
    const [{ id: tabId }] = (await popup.evaluate(
      `browser.tabs.query({}).then((all) => all.filter(({ url }) => url?.startsWith('${resources.url}')))`,
    )) as [{ id: number }];
    const request = { tabId, sessionId, pageOrigin: resources.url };
    expect(await callIdentityService('startActing', request)).toBeNull();
    expect(await readStatus(tab)).toBe(200);
    expect(await readStatus(other)).toBe(401);

    const foreignUrl = resources.url.replace('127.0.0.1', 'localhost');
    await tab.evaluate(`document.body.innerHTML = '<iframe src="${foreignUrl}/"></iframe>'`);
    const frame = await tab.waitForFrame(`${foreignUrl}/`);
    expect(await frame.evaluate(fetchTeachersExpression(resources.url))).toBe(401);

    resources.forget();
    await tab.goto(`${resources.url}/api/v1/Teacher`);
    expect(resources.calls.find(({ path }) => path === '/api/v1/Teacher')).toMatchObject({ authorized: true });

    await tab.goto(`${foreignUrl}/`);
    expect(await tab.evaluate(fetchTeachersExpression(resources.url))).toBe(401);
    await expect.poll(async () => (await readState()).actingEnded).toMatchObject([{ tabId, reason: 'another-site' }]);
    await tab.goto(`${resources.url}/`);
    expect(await readStatus(tab)).toBe(401);

    await tab.goto(`${foreignUrl}/`);
    expect(await callIdentityService('startActing', { ...request, pageOrigin: foreignUrl })).toBeNull();
    for (const url of [foreignUrl, resources.url, foreignUrl, resources.url]) {
      await tab.goto(`${url}/`);
      expect(await tab.evaluate(fetchTeachersExpression(resources.url))).toBe(200);
    }
    await tab.goto('about:blank');
    await expect
      .poll(async () => (await readState()).actingEnded)
      .toMatchObject([{ tabId, reason: 'unreadable-page' }]);
    await tab.goto(`${foreignUrl}/`);
    expect(await tab.evaluate(fetchTeachersExpression(resources.url))).toBe(401);

    await tab.goto(`${resources.url}/`);
    expect(await callIdentityService('startActing', request)).toBeNull();
    expect(await readStatus(tab)).toBe(200);
    // A click waits for frames, which a tab in the background gets late.
    await popup.bringToFront();
    await popup.locator(`[aria-label="Log out ${teacher.userId}"]`).click();
    await waitForToast(t('popup.loggedOut', { userId: teacher.userId }));
    await expect.poll(() => readStatus(tab)).toBe(401);
    await other.close();
  });

  it('content scripts cannot read the memory that stores the tokens, and their requests are rejected', async () => {
    const outcomes = (await popup.evaluate(`(async () => {
      const [{ id: tabId }] = (await browser.tabs.query({})).filter(({ url }) => url?.startsWith('${resources.url}'));
      const func = async () => ({
        memory: await Promise.resolve().then(() => browser.storage.session.get(null)).then(() => 'read', () => 'denied'),
        state: await browser.runtime.sendMessage({ type: 'rpc', service: 'identity', method: 'state', input: {} }),
      });
      return (await browser.scripting.executeScript({ target: { tabId }, func }))[0].result;
    })()`)) as { memory: string; state: unknown };
    expect(outcomes).toEqual({ memory: 'denied', state: { status: 'error', code: 'denied' } });
  });

  it('the options page lists the environments and tests an environment part by part', async () => {
    const options = await browser.newPage();
    await showExtensionPage(options, 'options.html', 'main[data-ready]');
    await options.locator(`::-p-text(${t('options.check.start')})`).click();
    const parts = `[aria-label="${t('options.check.title')}"] li`;
    await options.waitForSelector(`${parts}:nth-child(5)`);
    const lines = await options.$$eval(parts, (all) => all.map((line) => line.textContent ?? ''));
    expect(lines.map((line) => line.startsWith(t('options.check.ok')))).toEqual(Array(5).fill(true));
    await options.close();
  });
});

interface State {
  readonly sessions: readonly { readonly id: string; readonly userId: string }[];
  readonly activeIn: Readonly<Record<string, string>>;
  readonly currentEnvironmentId: string;
  readonly actingEnded: readonly object[];
}

const readState = async () => (await callIdentityService('state', {})) as State;

async function activeUser(): Promise<string | undefined> {
  const { sessions, activeIn, currentEnvironmentId } = await readState();
  return sessions.find(({ id }) => id === activeIn[currentEnvironmentId])?.userId;
}

/** Calls a method of the identity service. Returns its output. */
async function callIdentityService(method: string, input: object): Promise<unknown> {
  const message = { type: 'rpc', service: 'identity', method, input };
  const response = await popup.evaluate(`browser.runtime.sendMessage(${JSON.stringify(message)})`);
  expect(response).toMatchObject({ status: 'done' });
  return (response as { readonly value: unknown }).value;
}

function readyEntities() {
  const [teacher, student] = provider.entities.filter((entity) => entity.state === 'ready');
  if (teacher === undefined || student === undefined) throw new Error('The provider has fewer than two entities.');
  return [teacher, student] as const;
}

async function logIn({ userId, password }: { readonly userId: string; readonly password: string }): Promise<void> {
  await popup.locator('input[type=text]').fill(userId);
  await popup.locator('input[type=password]').fill(password);
  await popup.locator('button[type=submit]').click();
  await popup.waitForSelector(`article[aria-label="${userId}"][aria-current=true]`, { timeout: WAIT_TIMEOUT_MS });
}

const press = (text: string) => popup.locator(`button ::-p-text(${text})`).click();
const waitForToast = (text: string) => popup.waitForSelector(`.toast ::-p-text(${text})`, { timeout: WAIT_TIMEOUT_MS });

/** Returns the status that a script of the page gets from the registry without its own headers. */
async function readStatus(page: Page): Promise<unknown> {
  return page.evaluate(fetchTeachersExpression(''));
}

function fetchTeachersExpression(registryUrl: string): string {
  return `fetch('${registryUrl}/api/v1/Teacher').then((response) => response.status)`;
}
