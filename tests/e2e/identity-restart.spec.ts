import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import type { ResourceServer } from '#demo/resource-server/resource-server';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { reloadExtension } from '#tests/drivers/browser/reload-extension';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironmentInPopup, callIdentityService, readSession } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { launchBuiltExtension } from '#tests/keycloak/log-in-fixtures';
import { readStoredTokens } from '#tests/keycloak/stored-tokens';
import { test } from './fixtures';
import { environmentWith, logInAs, readyEntity } from './identity-fixtures';

test('after the browser restarts, only the log-ins that the user stored on disk remain, and are refreshed in time', async ({
  provider,
  resources,
  headless,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'telemetry-v3-restart-'));
  // A separate browser whose profile persists across restarts.
  const start = () => launchBuiltExtension({ headless: headless ?? true, profile });
  const first = await start();
  const [teacher, student] = [readyEntity(provider), readyEntity(provider, 1)];
  const popup = await logInBoth(first, provider, resources);
  const [unstored, stored] = await readStoredTokens(popup);
  if (unstored === undefined || stored === undefined) throw new Error('Two entities should be logged in.');
  expect(await popup.evaluate(AGE_KEPT_SESSIONS)).toBe(false);
  const before = await readSession(popup, student.userId);
  const refreshes = () => provider.requests.filter(({ grantType }) => grantType === 'refresh_token').length;
  const refreshesBefore = refreshes();
  await first.close();

  const onDisk = await readAllFiles(profile);
  expect(onDisk).toContain('telemetry-v3-kept-tokens');
  const secrets = [unstored, stored].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  for (const secret of [...secrets, teacher.password, student.password])
    expect(includesSecret(onDisk, secret)).toBe(false);

  const second = await start();
  try {
    await expect.poll(refreshes).toBe(refreshesBefore + 1);
    const reopenedPopup = await openPopup(second.context, second.extensionId);
    await expect(
      reopenedPopup.getByRole('article', { name: student.userId }).getByText(t('popup.inUse')),
    ).toBeVisible();
    await expect(reopenedPopup.getByText(t('popup.persistence.encrypted'))).toBeVisible();
    const receivedAt = async () => (await readSession(reopenedPopup, student.userId))?.receivedAt;
    await expect.poll(receivedAt).toBeGreaterThan(before?.receivedAt ?? 0);
    expect(await readSession(reopenedPopup, teacher.userId)).toBeNull();
    expect((await callIdentityService(reopenedPopup, 'state', {})).acting).toEqual([]);
    expect(await reopenedPopup.evaluate('chrome.declarativeNetRequest.getSessionRules()')).toEqual([]);

    await reopenedPopup.getByRole('button', { name: t('popup.logOut', { userId: student.userId }) }).click();
    await expect(reopenedPopup.getByText(t('popup.loggedOut', { userId: student.userId }))).toBeVisible();
    expect(await reopenedPopup.evaluate('chrome.storage.local.get(null).then(JSON.stringify)')).not.toContain('eyJ');
    expect(await reopenedPopup.evaluate('indexedDB.databases().then(JSON.stringify)')).not.toContain(
      'telemetry-v3-kept-tokens',
    );
    await second.close();
    const afterLogOut = await readAllFiles(profile);
    for (const secret of secrets) expect(includesSecret(afterLogOut, secret)).toBe(false);
  } finally {
    await second.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test('after the extension is reloaded, tokens in memory and the tab’s header rule are removed, which the popup reports once, and stored log-ins remain', async ({
  provider,
  resources,
  launched,
}) => {
  const { context, extensionId } = launched;
  const [teacher, student] = [readyEntity(provider), readyEntity(provider, 1)];
  const popup = await logInBoth(launched, provider, resources);
  const tab = context.pages().find((page) => page.url().startsWith(resources.url));
  if (tab === undefined) throw new Error('The registry’s page should be open.');
  expect(await readStatus(tab)).toBe(200);
  const names = (await callIdentityService(popup, 'state', {})).environments.map(({ name }) => name);
  await reloadExtension(launched);

  await expect.poll(() => readStatus(tab)).toBe(401);
  await tab.bringToFront();
  const reopenedPopup = await openPopup(context, extensionId);
  // One of the two log-ins is stored on disk, and did not end.
  await expect(reopenedPopup.getByRole('alert')).toHaveText(t('popup.endedByUpdate', 1));
  expect((await callIdentityService(reopenedPopup, 'state', {})).environments.map(({ name }) => name)).toEqual(names);
  expect(await readSession(reopenedPopup, teacher.userId)).toBeNull();
  await expect(reopenedPopup.getByRole('article', { name: student.userId }).getByText(t('popup.inUse'))).toBeVisible();
  expect(await reopenedPopup.evaluate('chrome.declarativeNetRequest.getSessionRules()')).toEqual([]);
  await reopenedPopup.close();
  const third = await openPopup(context, extensionId);
  await expect(third.getByRole('article', { name: student.userId })).toBeVisible();
  await expect(third.getByRole('alert')).toBeHidden();
});

/**
 * Logs in a teacher in an environment whose sessions are not stored, and a student in one whose sessions are.
 * The tab acts as the student.
 */
async function logInBoth(
  { context, extensionId }: LaunchedBrowser,
  provider: LoginProvider,
  resources: ResourceServer,
): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  const environment = environmentWith(provider, resources);
  await addEnvironmentInPopup(popup, { ...environment, name: 'Forgotten' });
  await logInAs(popup, readyEntity(provider));
  await addEnvironmentInPopup(popup, { ...environment, name: 'Kept', keepSessions: true });
  await logInAs(popup, readyEntity(provider, 1));
  await popup.getByLabel(t('popup.actAs.label')).click();
  await popup.getByText(tPattern('popup.actAs.on')).waitFor();
  return popup;
}

/**
 * Returns the status that a script of the page gets from the registry without its own headers.
 * Returns 0 if the browser aborted the request, as Chromium does while an extension with header rules stops.
 */
function readStatus(tab: Page): Promise<number> {
  return tab.evaluate("fetch('/api/v1/Teacher').then((response) => response.status, () => 0)");
}

/** Makes the encrypted sessions five minutes older; resolves with whether their key can be exported. */
const AGE_KEPT_SESSIONS = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await done(indexedDB.open('telemetry-v3-kept-tokens'));
  const texts = () => database.transaction('texts', 'readwrite').objectStore('texts');
  const { key, iv, data } = await done(texts().get('sessions'));
  const all = JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)));
  const list = all.list.map((one) => ({
    ...one, receivedAt: one.receivedAt - 300000, accessExpiresAt: one.accessExpiresAt - 300000 }));
  const text = new TextEncoder().encode(JSON.stringify({ ...all, list }));
  const aged = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text);
  await done(texts().put({ key, iv, data: aged }, 'sessions'));
  database.close();
  return key.extractable;
})()`;

/** Whether the files contain the secret, in UTF-8 or in UTF-16. */
function includesSecret(files: string, secret: string): boolean {
  return files.includes(secret) || files.includes([...secret].join('\0'));
}

/** Reads all files of a folder as one text, with one character for each byte. */
async function readAllFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}
