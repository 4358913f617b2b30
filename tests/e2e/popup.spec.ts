import { expect } from '@playwright/test';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, logIn, readSession, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.beforeEach(async ({ setup: { browser, provider } }) => {
  await addEnvironment(browser.context, browser.extensionId, toEnvironmentDraft(provider));
});

test('an entity that logs in becomes active, with a Bearer token of 300 seconds', async ({ setup }) => {
  const [teacher] = setup.provider.entities;
  if (!teacher) throw new Error('The provider has no entity.');
  const popup = await openPopup(setup.browser.context, setup.browser.extensionId);
  await logIn(popup, teacher);
  await expect(popup.getByText(t('popup.inUse'))).toBeVisible();
  const session = await readSession(popup, teacher.userId);
  expect(session?.tokenType).toBe('Bearer');
  expect((session?.accessExpiresAt ?? 0) - (session?.receivedAt ?? 0)).toBe(300_000);
  expect(setup.provider.requests.at(-1)).toMatchObject({
    contentType: expect.stringContaining('application/x-www-form-urlencoded'),
    grantType: 'password',
    clientId: 'registry-frontend',
    userId: teacher.userId,
  });
  await popup.close();
});

test('a wrong password is rejected with a helpful message, and nothing is stored', async ({ setup }) => {
  const popup = await openPopup(setup.browser.context, setup.browser.extensionId);
  await logIn(popup, { userId: 'student-17', password: 'not-the-password' });
  await expect(popup.getByRole('alert')).toContainText(t('identity.error.badCredentials.title'));
  expect(await readSession(popup, 'student-17')).toBeNull();
  await popup.close();
});

test('a token of type "mac" is rejected as the wrong type, and nothing is stored', async ({ setup }) => {
  const student = setup.provider.entities.find(({ userId }) => userId === 'student-17');
  if (!student) throw new Error('The provider has no student-17.');
  setup.provider.setFault('mac');
  const popup = await openPopup(setup.browser.context, setup.browser.extensionId);
  await logIn(popup, student);
  await expect(popup.getByRole('alert')).toContainText('mac');
  expect(await readSession(popup, student.userId)).toBeNull();
  setup.provider.setFault(null);
  await popup.close();
});
