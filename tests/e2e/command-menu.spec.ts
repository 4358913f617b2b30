import { expect } from '@playwright/test';
import { recordPressedKeys } from '#tests/drivers/pressed-keys';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

test('Ctrl+K opens the command menu, which runs a command, and its keys do not reach DevTools', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const field = panel.getByRole('combobox', { name: t('commandMenu.title'), exact: true });
  await panel
    .getByRole('grid', { name: t('list.title') })
    .or(panel.locator('.empty'))
    .first()
    .click();
  const readKeys = await recordPressedKeys(panel);
  await devtools.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await devtools.keyboard.press('Escape');
  await expect(field).toBeHidden();
  expect((await readKeys()).filter((key) => key !== 'Control')).toEqual([]);

  await panel.getByRole('button', { name: t('commandMenu.title') }).click();
  await field.fill(t('toolbar.registry'));
  await devtools.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(panel.getByRole('tab', { name: t('toolbar.registry') })).toHaveAttribute('aria-selected', 'true');
  expect((await readKeys()).filter((key) => key !== 'Control')).toEqual([]);
});
