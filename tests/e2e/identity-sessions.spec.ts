import { expect } from '@playwright/test';
import type { Fault } from '#demo/identity-provider/faults';
import { stopWorkers } from '#tests/drivers/browser/stop-workers';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironmentInPopup, callIdentityService, logIn, readSession } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { logOutAll } from '#tests/keycloak/log-in-fixtures';
import { test } from './fixtures';
import { environmentWith, logInAs, readyEntity } from './identity-fixtures';

test('a refresh that is due while the worker is stopped happens after the worker wakes up', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  await popup.evaluate(`chrome.storage.session.get('identity.sessions').then(({ 'identity.sessions': all }) =>
    chrome.storage.session.set({ 'identity.sessions': { ...all, list: all.list.map((one) => ({
      ...one, receivedAt: one.receivedAt - 290000, accessExpiresAt: one.accessExpiresAt - 290000 })) } }))`);
  const before = await readSession(popup, teacher.userId);
  await stopWorkers(context, popup);
  await expect
    .poll(async () => (await readSession(popup, teacher.userId))?.receivedAt ?? 0)
    .toBeGreaterThan((before?.receivedAt ?? 0) + 200_000);
  await popup.close();
});

test('all sessions can be logged out at once, also at the provider', async ({ popup, provider, resources }) => {
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  await logInAs(popup, readyEntity(provider));
  await popup.getByRole('button', { name: t('popup.logIn.another') }).click();
  await logInAs(popup, readyEntity(provider, 1));
  const before = countLogouts(provider.requests);
  await popup.getByRole('button', { name: t('popup.logOutAll') }).click();
  await expect(popup.getByRole('heading', { name: t('popup.logIn.title') })).toBeVisible();
  expect((await callIdentityService(popup, 'state', {})).sessions).toEqual([]);
  await expect.poll(() => countLogouts(provider.requests) - before).toBe(2);
});

const faults: readonly (readonly [Fault, string | RegExp])[] = [
  ['html', t('identity.error.invalidResponse.title')],
  ['bad-gateway', tPattern('identity.error.server.title')],
  ['error-500', tPattern('identity.error.server.title')],
  ['missing-fields', t('identity.response.missing', { name: 'refresh_token' })],
  ['enormous', t('identity.response.tooLarge')],
  ['mac', t('identity.error.tokenType.title')],
  ['redirect', t('identity.response.redirected')],
];
for (const [fault, text] of faults) {
  test(`a provider that responds with “${fault}” logs in no entity, and the popup shows the reason`, async ({
    popup,
    provider,
    resources,
  }) => {
    await addEnvironmentInPopup(popup, environmentWith(provider, resources));
    provider.setFault(fault);
    await logIn(popup, readyEntity(provider));
    await expect(popup.getByRole('alert')).toContainText(text);
    provider.setFault(null);
    expect((await callIdentityService(popup, 'state', {})).sessions).toEqual([]);
  });
}

test('a provider that does not respond within 15 seconds times out, and the user is notified', async ({
  popup,
  provider,
  resources,
}) => {
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  provider.setFault('slow');
  await logIn(popup, readyEntity(provider));
  await expect(popup.getByRole('alert')).toContainText(t('identity.error.timeout.remedy', { seconds: 15 }));
  await expect(popup.getByRole('textbox', { name: t('popup.userId') })).toHaveValue(readyEntity(provider).userId);
  provider.setFault(null);
  provider.release();
  expect((await callIdentityService(popup, 'state', {})).sessions).toEqual([]);
});

test('a failed refresh shows the reason and preserves a valid token, and an expired session offers to log in again', async ({
  popup,
  provider,
  resources,
}) => {
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  const teacher = readyEntity(provider);
  await logInAs(popup, teacher);
  const card = popup.getByRole('article', { name: teacher.userId, exact: true });
  const refresh = card.getByRole('button', { name: t('popup.refreshNow', { userId: teacher.userId }) });
  provider.setFault('bad-gateway');
  await refresh.click();
  await expect(card).toContainText(
    tPattern('popup.session.refreshFailed', { title: tPattern('identity.error.server.title') }),
  );
  await expect(card).toContainText(t('popup.inUse'));
  provider.setFault(null);
  await refresh.click();
  await expect(popup.getByText(t('popup.session.refreshed', { userId: teacher.userId }))).toBeVisible();
  await expect(card).not.toContainText(tPattern('popup.session.refreshFailed'));

  provider.endSessions();
  await refresh.click();
  await expect(card).toContainText(tPattern('popup.session.refreshFailed'));
  await popup.evaluate(`chrome.storage.session.get('identity.sessions').then(({ 'identity.sessions': all }) =>
    chrome.storage.session.set({ 'identity.sessions': { ...all, list: all.list.map((one) => ({
      ...one, accessExpiresAt: Date.now() - 1000 })) } }))`);
  await popup.reload();
  await expect(card).toContainText(t('popup.expired'));
  await card.getByRole('button', { name: t('popup.logInAgain') }).click();
  await expect(popup.getByRole('textbox', { name: t('popup.userId') })).toHaveValue(teacher.userId);
});

test('logging in at a slow provider can be cancelled', async ({ popup, provider, resources }) => {
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  provider.setFault('slow');
  await logIn(popup, readyEntity(provider));
  await popup.getByRole('button', { name: t('popup.cancel') }).click();
  await expect(popup.getByRole('button', { name: t('popup.logIn.button'), exact: true })).toBeEnabled();
  provider.setFault(null);
  provider.release();
  expect((await callIdentityService(popup, 'state', {})).sessions).toEqual([]);
});

test('the popup shows the host of an unreachable provider', async ({ popup, provider, resources }) => {
  await addEnvironmentInPopup(popup, { ...environmentWith(provider, resources), authUrl: 'http://127.0.0.1:9' });
  await logIn(popup, readyEntity(provider));
  await expect(popup.getByRole('alert')).toContainText(t('identity.error.unreachable.title', { host: '127.0.0.1:9' }));
});

function countLogouts(requests: readonly { readonly path: string }[]): number {
  return requests.filter(({ path }) => path.endsWith('/logout')).length;
}
