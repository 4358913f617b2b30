import { expect } from '@playwright/test';
import { missingForDisplay, openDisplay } from '#tests/drivers/browser/display';
import { callIdentityService, setUpEnvironment } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { launchForIdentity } from '#tests/keycloak/log-in-fixtures';
import { test } from './fixtures';
import { environmentWith } from './identity-fixtures';

/**
 * By keys, as a user presses them: no protocol triggers a command of the browser, and it needs a window. So it is a
 * browser of its own, on a display of its own.
 */
test('Alt+Shift+E acts as the next entity, and wraps around after the last one', async ({ provider, resources }) => {
  const missing = missingForDisplay();
  test.skip(missing !== null, missing ?? '');
  const display = await openDisplay();
  const { context, extensionId, close } = await launchForIdentity({ headless: false, display: display.name });
  try {
    await setUpEnvironment(context, extensionId, environmentWith(provider, resources));
    const own = await context.newPage();
    await own.goto(`chrome-extension://${extensionId}/options.html`);
    const environmentId = (await callIdentityService(own, 'state', {})).currentEnvironmentId;
    const activeNow = async () => (await callIdentityService(own, 'state', {})).activeIn[environmentId];
    const ids: string[] = [];
    for (const { userId, password } of provider.entities.filter(({ state }) => state === 'ready')) {
      const login = await callIdentityService(own, 'login', { environmentId, userId, password });
      if (!login.ok) throw new Error(`${userId} is not logged in: ${login.failure.reason}`);
      ids.push(login.value.id);
    }
    const [first, second] = ids;
    expect(await activeNow()).toBe(second);
    const page = await context.newPage();
    await page.goto(`${resources.url}/`);
    await page.getByRole('heading', { name: t('toolbar.registry') }).click();
    for (const next of [first, second]) {
      display.press('alt+shift+e');
      await expect.poll(activeNow).toBe(next);
    }
  } finally {
    await close();
    display.close();
  }
});
