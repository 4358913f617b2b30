import { expect, test } from '@playwright/test';
import { extensionFolder } from '#demo/build-extension';
import { startStack } from '#demo/stack';
import { explainMissingDisplay, openDisplay } from '#tests/drivers/browser/display';
import { launchChromium } from '#tests/drivers/browser/launch';
import { acceptPrompt } from '#tests/drivers/browser/permission-prompt';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { openPanel } from '#tests/drivers/devtools';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';

/**
 * Responds to the browser's permission prompt by keys, because no protocol command can.
 * The browser has its own display, because a headless browser shows no prompt, and is not shared, because it keeps
 * granted access.
 */
test('a site that is not local is watched after the browser grants access, and no longer after Stop', async () => {
  const missing = explainMissingDisplay();
  test.skip(missing !== null, missing ?? '');

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
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(`${stack.site.url.replace('127.0.0.1', 'learn.test')}/sdk-2.0.1/`);
    const { panel } = await openPanel(browser.context, page, browser.extensionId);
    const host = new URL(page.url()).host;
    await expect(panel.getByText(t('empty.notWatched'))).toBeVisible();

    const watch = panel.getByRole('button', { name: t('empty.watch', { host }) });
    await acceptPrompt(display, page, () => watch.click());
    await expect(panel.getByText(t('empty.noEvents'))).toBeVisible();

    await page.getByRole('button', { name: 'Play the whole lesson' }).click();
    await expect.poll(async () => (await readRecords(panel)).filter(({ call }) => call !== null).length).toBe(21);

    await panel.getByRole('button', { name: t('toolbar.watching', { host }) }).click();
    await expect(panel.getByRole('button', { name: t('toolbar.watch') })).toBeVisible();
    await page.getByRole('button', { name: 'Play the whole lesson' }).click();
    await expect(page.locator('#log li')).toHaveCount(42);
    expect((await readRecords(panel)).filter(({ call }) => call !== null)).toHaveLength(21);
  } finally {
    await browser.close();
    await stack.stop();
    display.close();
  }
});
