import { act, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type DetailTab, detailTabs } from '#components/panel/app/detail-tabs.ts';
import { isInView, isPressed, keyCommands, keyGroups, settingsSections } from '#components/panel/app/registries.ts';
import { defineTextColumn, listColumns } from '#components/panel/event-list/columns/fixed-columns.tsx';
import { type FixedColumnId, listSetting } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList } from '#components/panel/event-list/event-list.ts';
import { defineListSection } from '#components/panel/event-list/list-section.ts';
import { listMenuCommands } from '#components/panel/shell/command-menu/CommandMenu.tsx';
import { detailFeatures } from '#components/panel/shell/detail-features.ts';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from './open-panel';

it('a command that a feature registers runs by its key, and is listed in the help with all keys', async () => {
  const { stores } = openPanel();
  const run = vi.fn();
  stores.get(keyCommands).add({ id: 'jump', keys: 'Ctrl J', label: () => 'Jump', run });
  stores.get(keyGroups).add(() => ({ title: 'In the new view', keys: [['J', 'Junction']] }));
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(run).toHaveBeenCalledOnce();
  await userEvent.keyboard('?');
  const help = await screen.findByRole('dialog', { name: t('toolbar.shortcuts') });
  const keysOf = (title: string) =>
    [...(within(help).getByRole('heading', { name: title }).parentElement?.querySelectorAll('kbd') ?? [])].map(
      ({ textContent }) => textContent,
    );
  expect(keysOf(t('keys.everywhere'))).toEqual([
    'Tab, Shift Tab',
    'Ctrl F',
    'Ctrl L',
    'Ctrl E',
    'C',
    'D',
    'N',
    'Shift N',
    'Ctrl Z',
    'Ctrl K',
    '?',
    'Ctrl J',
  ]);
  expect(keysOf('In the new view')).toEqual(['J']);
  expect(
    within(help)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    t('keys.everywhere'),
    'In the new view',
    t('keys.inList'),
    t('keys.inHeader'),
    t('keys.inFilter'),
    t('keys.inTree'),
    t('keys.inTimeline'),
    t('keys.inCompose'),
    t('keys.inScenarios'),
  ]);
});

it('the settings dialog shows the section that a feature registers, and shows no section twice after it is reopened', async () => {
  const { stores } = openPanel();
  stores.get(settingsSections).add(({ onClose }) => (
    <button type="button" onClick={onClose}>
      Close settings
    </button>
  ));
  await userEvent.click(screen.getByRole('button', { name: t('settings.title') }));
  const first = await screen.findByRole('dialog', { name: t('settings.title') });
  await userEvent.click(within(first).getByRole('button', { name: 'Close settings' }));
  expect(screen.queryByRole('dialog', { name: t('settings.title') })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: t('settings.title') }));
  const reopenedDialog = await screen.findByRole('dialog', { name: t('settings.title') });
  expect(within(reopenedDialog).getAllByRole('checkbox', { name: t('toolbar.preserveLog') })).toHaveLength(1);
  expect(within(reopenedDialog).getAllByRole('combobox')).toHaveLength(1);
});

it('a letter key runs a command only outside of fields and dialogs, and without Ctrl, Cmd and Alt', () => {
  document.body.innerHTML = '<button>b</button><input><dialog open><button>d</button></dialog>';
  const pressedIn = (selector: string, init: KeyboardEventInit): boolean => {
    let isCommand = false;
    const element = document.querySelector(selector);
    const onKeyDown = (event: Event) => {
      isCommand = isPressed({ keys: 'N' }, event as KeyboardEvent);
    };
    element?.addEventListener('keydown', onKeyDown, { once: true });
    element?.dispatchEvent(new KeyboardEvent('keydown', init));
    return isCommand;
  };
  expect(pressedIn('body > button', { key: 'n' })).toBe(true);
  expect(pressedIn('body > button', { key: 'N', shiftKey: true })).toBe(false);
  expect(pressedIn('body > button', { key: 'm' })).toBe(false);
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(pressedIn('body > button', { key: 'n', [held]: true })).toBe(false);
  expect(pressedIn('input', { key: 'n' })).toBe(false);
  expect(pressedIn('dialog button', { key: 'n' })).toBe(false);
});

it('a key with Ctrl runs no command behind a dialog, except the command menu', async () => {
  const { live, app } = openPanel();
  live.records.apply([recordOf(1)]);
  await userEvent.keyboard('?');
  await screen.findByRole('dialog', { name: t('toolbar.shortcuts') });
  await userEvent.keyboard('{Control>}le{/Control}');
  expect(live.records.all()).toHaveLength(1);
  expect(app.recording.value).toBe(true);
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: t('commandMenu.title') });
});

/** Creates the keyboard event of a key in the notation of the help. */
function press(keys: string): KeyboardEvent {
  const parts = keys.split(' ');
  const key = parts.at(-1) ?? '';
  return new KeyboardEvent('keydown', {
    key: parts.includes('Ctrl') ? key.toLowerCase() : key,
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift') || key === '?',
  });
}

it('each key in the help runs its own command only, and the command menu shows the same key', () => {
  const { stores } = openPanel();
  const { parts } = stores.get(keyCommands);
  expect(parts.length).toBeGreaterThan(7);
  for (const { id, keys } of parts) {
    const handlers = parts.filter((part) => isInView(part, 'events') && isPressed(part, press(keys)));
    expect(handlers.map((part) => part.id)).toEqual([id]);
  }
  const listedCommands = listMenuCommands(stores).filter((command) => command.keys !== undefined);
  expect(listedCommands.length).toBeGreaterThan(5);
  for (const command of listedCommands) {
    const [own] = parts.filter((part) => isPressed(part, press(command.keys ?? '')));
    expect([command.id, command.label]).toEqual([`key-${own?.id}`, own?.label()]);
  }
});

it('a command of one view neither runs nor is listed in another view', async () => {
  const { app, stores } = openPanel();
  const run = vi.fn();
  stores.get(keyCommands).add({ id: 'jump', keys: 'Ctrl J', label: () => 'Jump', view: 'events', run });
  app.view.value = 'registry';
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(run).not.toHaveBeenCalled();
  expect(listMenuCommands(stores).map(({ label }) => label)).not.toContain('Jump');
});

it('a tab that a feature registers is placed after the panel’s tabs, with its count, and shows the open event', async () => {
  const { live, stores } = openPanel();
  stores.get(detailFeatures);
  stores.get(detailTabs).add({
    id: 'twins' as DetailTab,
    label: () => 'Twins',
    View: ({ record }) => <p>Twins of row {record.row}</p>,
    count: ({ row }) => row,
  });
  await act(() => live.records.apply([recordOf(1), recordOf(2)]));
  await act(() => live.selection.open(2));
  const list = await screen.findByRole('tablist', { name: t('detail.title') });
  const tabs = within(list).getAllByRole('tab');
  expect(tabs.map(({ id }) => id)).toEqual([
    'tab-findings',
    'tab-event',
    'tab-json',
    'tab-journey',
    'tab-changes',
    'tab-twins',
  ]);
  await userEvent.click(within(list).getByRole('tab', { name: 'Twins 2' }));
  expect(screen.getByRole('tabpanel', { name: 'Twins 2' }).textContent).toBe('Twins of row 2');
  await userEvent.keyboard('{ArrowRight}');
  expect(live.selection.tab.value).toBe('findings');
});

it('a column that a feature registers is shown in the header, the rows and the menu, and can sort the list', async () => {
  const { live, stores } = openPanel();
  stores.get(listColumns).add(
    defineTextColumn({
      id: 'thirds' as FixedColumnId,
      name: () => 'Thirds',
      defaultWidthPx: 80,
      text: ({ record }) => `${record.row % 3} of 3`,
      sortKey: ({ row }) => row % 3,
    }),
    defineTextColumn({
      id: 'halves' as FixedColumnId,
      name: () => 'Halves',
      defaultWidthPx: 80,
      defaultHiding: 'always',
      text: ({ record }) => `${record.row % 2} of 2`,
      sortKey: ({ row }) => row % 2,
    }),
  );
  await act(() => live.records.apply([recordOf(1), recordOf(2), recordOf(3)]));
  const user = userEvent.setup();
  const columnHeadings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columnHeadings().at(-1)).toBe('Thirds');
  await user.click(screen.getByRole('button', { name: 'Thirds' }));
  const lines = () =>
    screen
      .getAllByText(/of 3$/)
      .map((cell) => `${cell.closest('tr')?.getAttribute('aria-rowindex')}: ${cell.textContent}`);
  await waitFor(() => expect(lines().sort()).toEqual(['2: 0 of 3', '3: 1 of 3', '4: 2 of 3']));
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('button', { name: 'Thirds' }) });
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Halves' }));
  expect(columnHeadings().slice(-2)).toEqual(['Thirds', 'Halves']);
  expect(stores.get(listSetting).value.columns).toEqual({ halves: true });
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('button', { name: 'Thirds' }) });
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Thirds' }));
  expect(columnHeadings().at(-1)).toBe('Halves');
});

it('a section that a feature defines is created once per list on its first access, and is disposed with the list', () => {
  const stopped: number[] = [];
  let created = 0;
  const section = defineListSection(({ records, onStop }) => {
    created += 1;
    const own = created;
    onStop(() => stopped.push(own));
    return { own, count: () => records.counts.value.total };
  });
  const { live, stores } = openPanel();
  const other = createEventList(stores.app.scheduler, stores.get(listSetting));
  live.records.apply([recordOf(1)]);
  expect([live.get(section).count(), other.get(section).count(), live.get(section).own, created]).toEqual([1, 0, 1, 2]);
  other.stop();
  expect(stopped).toEqual([2]);
});
