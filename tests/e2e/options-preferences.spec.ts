import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { playLesson } from '#tests/drivers/lesson';
import { reloadPanel } from '#tests/drivers/panel-reset';
import { readStoredEventCounts } from '#tests/drivers/stored-captures';
import { t } from '#tests/drivers/texts';
import { type TestSetup, test } from './fixtures';

test.use({ devtools: 'shared' });

async function openOptions({ browser: { context, extensionId } }: TestSetup): Promise<Page> {
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  return options;
}

test('an open panel follows the selected theme, and the theme of DevTools if that is selected again', async ({
  setup,
  opened: { panel },
}) => {
  const options = await openOptions(setup);
  const theme = options.getByRole('combobox', { name: t('options.theme.label') });
  const root = panel.locator('html');
  const devtoolsTheme = (await root.getAttribute('data-theme')) ?? '';
  for (const choice of ['dark', 'light'] as const) {
    await theme.selectOption(choice);
    await expect(root).toHaveAttribute('data-theme', choice);
    await expect(options.locator('html')).toHaveAttribute('data-theme', choice);
  }
  await theme.selectOption('devtools');
  await expect(root).toHaveAttribute('data-theme', devtoolsTheme);
  await options.close();
});

test('an open panel stops and resumes watching a site when the options page does', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const { host, hostname } = new URL(tab.url());
  const watching = panel.getByRole('button', { name: t('toolbar.watching', { host }) });
  await expect(watching).toBeVisible();
  const options = await openOptions(setup);
  // A watched site has no port.
  const site = `http://${hostname}`;
  await options.getByTitle(t('options.sites.stopOf', { site })).click();
  await expect(panel.getByRole('button', { name: t('toolbar.watch') })).toBeVisible();
  await options.getByTitle(t('options.sites.watchOf', { site })).click();
  await expect(watching).toBeVisible();
  await options.close();
});

test('the stored events of closed panels can be deleted', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  await reloadPanel(panel, async () => {
    const options = await openOptions(setup);
    await expect.poll(async () => (await readStoredEventCounts(options)).length).toBeGreaterThan(0);
    await options.getByRole('button', { name: t('options.storage.clear') }).click();
    await options
      .getByRole('alertdialog')
      .getByRole('button', { name: t('options.storage.clear') })
      .click();
    await expect(options.getByText(t('options.storage.cleared'))).toBeVisible();
    expect(await readStoredEventCounts(options)).toHaveLength(0);
    await options.close();
  });
});
