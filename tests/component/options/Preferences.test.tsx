import { render, screen, within } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Preferences } from '#components/options/Preferences.tsx';
import { createPreferencesModel } from '#components/options/preferences-model.ts';
import { createPopupToast } from '#components/popup/model/popup-toast.ts';
import { t } from '#tests/drivers/texts';
import { testPreferences } from './test-preferences';

async function open(settings?: unknown) {
  const { stored, deps } = testPreferences(settings);
  const toast = createPopupToast(() => () => {});
  const model = createPreferencesModel(deps, toast);
  await model.load();
  render(<Preferences model={model} />);
  return { user: userEvent.setup(), stored, toast };
}

const sites = () =>
  within(screen.getByRole('region', { name: t('options.sites.title') }))
    .getAllByRole('listitem')
    .map((item) =>
      [...item.querySelectorAll('.grow, button')].map(({ textContent }) => textContent?.trim()).join(' | '),
    );

it('watched sites and sites with host access only are listed, and access that was granted at installation cannot be revoked', async () => {
  await open();
  const [stop, watch, forget] = [t('options.sites.stop'), t('options.sites.watch'), t('options.sites.forget')];
  expect(sites()).toEqual([
    `http://localhost | ${stop}`,
    `https://learn.example.org | ${stop} | ${forget}`,
    `https://id.example.org ${t('options.sites.notWatched')} | ${watch} | ${forget}`,
  ]);
});

it('a site can be stopped, watched again and removed', async () => {
  const { user, stored } = await open();
  const site = 'https://learn.example.org';
  await user.click(screen.getByTitle(t('options.sites.stopOf', { site })));
  expect(stored.watched).toEqual(['http://localhost/*']);
  await user.click(await screen.findByTitle(t('options.sites.watchOf', { site })));
  expect(stored.watched).toContain(`${site}/*`);
  await user.click(await screen.findByTitle(t('options.sites.forgetOf', { site })));
  expect(stored.access).not.toContain(`${site}/*`);
  expect(screen.queryByText(site)).toBeNull();
});

it('a setting of the panel that is changed on the options page is stored, and the other settings stay unchanged', async () => {
  const { user, stored } = await open({ preserveLog: false, columns: ['kind'] });
  const preserveLog = screen.getByRole<HTMLInputElement>('checkbox', { name: t('toolbar.preserveLog') });
  expect(preserveLog.checked).toBe(false);
  await user.click(preserveLog);
  await user.selectOptions(screen.getByRole('combobox', { name: t('settings.persist') }), t('settings.forOneDay'));
  expect(stored.settings).toEqual({ preserveLog: true, columns: ['kind'], keepFor: 'day' });
});

it('the theme can be changed on the options page, which shows an error if the theme could not be stored', async () => {
  const { user, stored, toast } = await open();
  const theme = screen.getByRole<HTMLSelectElement>('combobox', { name: t('options.theme.label') });
  expect([...theme.options].map(({ text }) => text)).toEqual([
    t('options.theme.devtools'),
    t('options.theme.light'),
    t('options.theme.dark'),
  ]);
  await user.selectOptions(theme, t('options.theme.dark'));
  expect(stored.theme).toBe('dark');
  stored.isFull = true;
  await user.selectOptions(theme, t('options.theme.light'));
  expect(toast.current.value?.text()).toBe(t('options.notSaved'));
});

it('the options page shows the size of the stored events, and deletes them only after a confirmation', async () => {
  const { user, stored } = await open();
  const storage = screen.getByRole('region', { name: t('options.storage.title') });
  expect(storage.textContent).toContain('1.5 MB');
  await user.click(screen.getByRole('button', { name: t('options.storage.clear') }));
  const dialog = within(screen.getByRole('alertdialog', { name: t('options.storage.confirmClear.title') }));
  expect(stored.bytes).not.toBe(0);
  await user.click(dialog.getByRole('button', { name: t('options.storage.clear') }));
  expect(stored.bytes).toBe(0);
});
