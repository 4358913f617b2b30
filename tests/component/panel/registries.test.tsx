import { cleanup, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { isWithCtrl, keyCommands, keyGroups, settingsSections } from '#components/panel/app/registries.ts';
import { openPanel } from './open-panel';

afterEach(cleanup);

it('a command that a feature registers runs by its key, and stands in the help with the keys of the features', async () => {
  const { stores } = openPanel();
  const run = vi.fn();
  stores.get(keyCommands).add({ help: ['Ctrl J', 'Jump'], isPressed: (event) => isWithCtrl(event, 'j'), run });
  stores.get(keyGroups).add({ title: 'In the new view', keys: [['J', 'Junction']] });
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(run).toHaveBeenCalledOnce();
  await userEvent.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keys' });
  const keysOf = (title: string) =>
    [...(within(help).getByRole('heading', { name: title }).parentElement?.querySelectorAll('kbd') ?? [])].map(
      ({ textContent }) => textContent,
    );
  expect(keysOf('Everywhere')).toEqual(['Tab, Shift Tab', 'Ctrl F', 'Ctrl L', '?', 'Ctrl J']);
  expect(keysOf('In the new view')).toEqual(['J']);
  expect(
    within(help)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Everywhere',
    'In the new view',
    'In the list',
    'In the head of the list',
    'In the filter',
    'In the tree of an event',
    'In the timeline',
    'In Compose',
    'In a scenario',
  ]);
});

it('the settings are the sections that features register, each once', async () => {
  const { stores } = openPanel();
  stores.get(settingsSections).add(({ onClose }) => (
    <button type="button" onClick={onClose}>
      Done with it
    </button>
  ));
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }));
  const first = await screen.findByRole('dialog', { name: 'Settings' });
  await userEvent.click(within(first).getByRole('button', { name: 'Done with it' }));
  expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }));
  const again = await screen.findByRole('dialog', { name: 'Settings' });
  expect(within(again).getAllByRole('checkbox', { name: 'Preserve log' })).toHaveLength(1);
  expect(within(again).getAllByRole('combobox')).toHaveLength(1);
});
