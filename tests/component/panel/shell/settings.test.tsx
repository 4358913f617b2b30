import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { keepForSetting, preserveLogSetting } from '#components/panel/captures/capture-settings.ts';
import { t, tPattern } from '#tests/drivers/texts';
import { openPanel } from '../open-panel';

async function openSettings() {
  const panel = openPanel();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: t('settings.title') }));
  const dialog = await screen.findByRole('dialog', { name: t('settings.title') });
  return { ...panel, user, dialog };
}

it('the settings show how long the events of a closed panel are stored, by default until the browser closes', async () => {
  const { user, dialog, stores } = await openSettings();
  const picker = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: tPattern('settings.persist') });
  expect(picker.selectedOptions[0]?.textContent).toBe(t('settings.untilBrowserCloses'));
  await user.selectOptions(picker, t('settings.forSevenDays'));
  expect(stores.get(keepForSetting).value).toBe('week');
});

it('the settings include “Preserve log”, as a narrow toolbar has no room for it', async () => {
  const { user, dialog, stores } = await openSettings();
  await user.click(within(dialog).getByRole('checkbox', { name: t('toolbar.preserveLog') }));
  expect(stores.get(preserveLogSetting).value).toBe(false);
  await waitFor(() => {
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox', { name: t('toolbar.preserveLog') })) {
      expect(box.checked).toBe(false);
    }
  });
});

it('the settings dialog can be closed', async () => {
  const { user, dialog } = await openSettings();
  await user.click(within(dialog).getByRole('button', { name: t('common.close') }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: t('settings.title') })).toBeNull());
});
