import { expect } from '@playwright/test';
import { explainMissingDisplay, openDisplay } from '#tests/drivers/browser/display';
import { addEnvironment, callIdentityService } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { launchBuiltExtension } from '#tests/keycloak/log-in-fixtures';
import { test } from './fixtures';
import { environmentWith } from './identity-fixtures';

/**
 * Presses the keys in a browser with its own window and display, because no protocol triggers a command of the
 * browser.
 */
test('Alt+Shift+E acts as the next entity, and wraps around after the last one', async ({ provider, resources }) => {
  const missing = explainMissingDisplay();
  test.skip(missing !== null, missing ?? '');
  const display = await openDisplay();
  const { context, extensionId, close } = await launchBuiltExtension({ headless: false, display: display.name });
  try {
    await addEnvironment(context, extensionId, environmentWith(provider, resources));
    const extensionPage = await context.newPage();
    await extensionPage.goto(`chrome-extension://${extensionId}/options.html`);
    const environmentId = (await callIdentityService(extensionPage, 'state', {})).currentEnvironmentId;
    const readActiveSession = async () =>
      (await callIdentityService(extensionPage, 'state', {})).activeIn[environmentId];
    const ids: string[] = [];
    for (const { userId, password } of provider.entities.filter(({ state }) => state === 'ready')) {
      const login = await callIdentityService(extensionPage, 'login', { environmentId, userId, password });
      if (!login.ok) throw new Error(`${userId} is not logged in: ${login.failure.reason}`);
      ids.push(login.value.id);
    }
    const [first, second] = ids;
    expect(await readActiveSession()).toBe(second);
    const page = await context.newPage();
    await page.goto(`${resources.url}/`);
    await page.getByRole('heading', { name: t('toolbar.registry') }).click();
    for (const next of [first, second]) {
      display.press('alt+shift+e');
      await expect.poll(readActiveSession).toBe(next);
    }
  } finally {
    await close();
    display.close();
  }
});
