import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { menuCommands } from '#components/panel/app/registries.ts';
import { countsManualSetting } from '#components/panel/filter/manual/CountsManualCheckbox.tsx';
import { savedFiltersStore } from '#components/panel/filter/saved-filters.ts';
import { scenarioStore } from '#components/panel/scenarios/scenario-store.ts';
import { t } from '#tests/drivers/texts';
import { findingOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

async function openMenu() {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1), recordOf(2)]);
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: t('commandMenu.title') });
  return { ...panel, user, field };
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const waitUntilClosed = () =>
  waitFor(() => expect(screen.queryByRole('combobox', { name: t('commandMenu.title') })).toBeNull());

it('Ctrl+K lists commands with their keys, views and saved filters', async () => {
  const panel = openPanel();
  panel.stores.get(savedFiltersStore).save('kind:log is:invalid');
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: t('commandMenu.title') });
  expect(options().slice(0, 15)).toEqual([
    `${t('keys.filter')}Ctrl F`,
    `${t('keys.clear')}Ctrl L`,
    `${t('keys.record')}Ctrl E`,
    `${t('keys.nextInvalid')}N`,
    `${t('keys.previousInvalid')}Shift N`,
    `${t('keys.undoList')}Ctrl Z`,
    `${t('keys.help')}?`,
    `${t('toolbar.events')}${t('toolbar.view')}`,
    `${t('toolbar.compose')}${t('toolbar.view')}`,
    `${t('negativeTests.open')}${t('toolbar.view')}`,
    `${t('scenarios.list')}${t('toolbar.view')}`,
    `${t('toolbar.registry')}${t('toolbar.view')}`,
    `${t('ruleSets.title')}${t('toolbar.view')}`,
    `${t('userSessions.title')}${t('toolbar.view')}`,
    `kind:log is:invalid${t('filter.saved')}`,
  ]);
});

it('the command menu finds a command by a part of its label, and Enter runs the active command', async () => {
  const { app, user, field } = await openMenu();
  await user.type(field, t('toolbar.registry').slice(1, 5).toUpperCase());
  expect(options()[0]).toBe(`${t('toolbar.registry')}${t('toolbar.view')}`);
  await user.keyboard('{Enter}');
  await waitUntilClosed();
  expect(app.view.value).toBe('registry');
});

it('arrow keys move the active option of the command menu, which the field references, and wrap around', async () => {
  const { user, field } = await openMenu();
  const activeText = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const [first, second] = options();
  expect(activeText()).toBe(first);
  await user.keyboard('{ArrowDown}');
  expect(activeText()).toBe(second);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(second);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(activeText()).toBe(options().at(-1));
});

it('Esc closes the command menu without running a command, and restores the focus', async () => {
  const { user, app } = await openMenu();
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  const button = screen.getByRole('button', { name: t('commandMenu.title') });
  await user.click(button);
  await screen.findByRole('combobox', { name: t('commandMenu.title') });
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  expect(document.activeElement).toBe(button);
  expect(app.view.value).toBe('events');
});

it('the element that a command has focused retains the focus after the command menu closes', async () => {
  const { user, field } = await openMenu();
  await user.type(field, t('keys.filter'));
  await user.keyboard('{Enter}');
  await waitUntilClosed();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: t('filter.title') }));
});

it('a saved filter from the command menu is applied in the list of events', async () => {
  const panel = openPanel();
  panel.stores.get(savedFiltersStore).save('kind:log');
  panel.app.view.value = 'registry';
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: t('commandMenu.title') }));
  await user.click(await screen.findByRole('option', { name: /^kind:log/ }));
  await waitUntilClosed();
  expect(panel.app.view.value).toBe('events');
  expect(panel.live.filter.value.value.tokens).toHaveLength(1);
});

it('the command menu lists what a feature registers, and shows a message if nothing matches', async () => {
  const panel = openPanel();
  const run = vi.fn();
  panel.stores.get(menuCommands).add(() => [{ id: 'jump', label: 'Jump to the moon', run }]);
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: t('commandMenu.title') });
  await user.type(field, 'moon jump');
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  await user.click(within(screen.getByRole('listbox')).getByText('Jump to the moon'));
  expect(run).toHaveBeenCalledOnce();
  await waitUntilClosed();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: t('commandMenu.title') }), 'zzz');
  expect(screen.queryAllByRole('option')).toEqual([]);
  screen.getByText(t('commandMenu.noMatch'));
});

it.each([
  ['refresh', 'empty.reload'],
  ['preferences', 'settings.title'],
  ['suppress', 'ruleSets.title'],
  ['diff', 'compare.previous'],
  ['documentation', 'commandMenu.rules'],
  ['CSV', 'export.formats.csv'],
  ['timeline', 'settings.timeline'],
] as const)('the command menu finds a command by its label or a synonym: %s', async (input, label) => {
  const { live, user, field } = await openMenu();
  live.selection.open(1);
  await user.type(field, input);
  expect(screen.getAllByRole('option').map((option) => option.firstElementChild?.textContent)).toContain(t(label));
});

it('the command menu can open the export dialog with a format, and toggle a setting', async () => {
  const { stores, user, field } = await openMenu();
  await user.type(field, t('export.formats.har'));
  await user.keyboard('{Enter}');
  const selected = await screen.findByRole('radio', { name: (name) => name.startsWith(t('export.formats.har')) });
  expect(selected).toHaveProperty('checked', true);
  await user.keyboard('{Escape}{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: t('commandMenu.title') }), t('settings.countsManual'));
  await user.keyboard('{Enter}');
  expect(stores.get(countsManualSetting).value).toBe(true);
});

it('the help on shortcuts links to the guide, the rules, the definitions and the filter help', async () => {
  const { actions } = openPanel();
  const user = userEvent.setup();
  const select = async (label: string) => {
    await user.keyboard('?');
    const pages = await screen.findByRole('navigation', { name: t('commandMenu.help') });
    await user.click(within(pages).getByRole('button', { name: label }));
  };
  await select(t('commandMenu.guide'));
  expect(actions.onOpenGuide).toHaveBeenCalledOnce();
  await select(t('commandMenu.rules'));
  expect(actions.onOpenReference).toHaveBeenCalledExactlyOnceWith('rules');
  await select(t('filter.syntax'));
  await screen.findByText(t('filter.syntaxIntro'));
});

it('the help on shortcuts links to the published guide if there is one', async () => {
  const onOpenUserGuide = vi.fn();
  openPanel({ onOpenUserGuide });
  const user = userEvent.setup();
  await user.keyboard('?');
  const pages = await screen.findByRole('navigation', { name: t('commandMenu.help') });
  await user.click(within(pages).getByRole('button', { name: t('commandMenu.userGuide') }));
  expect(onOpenUserGuide).toHaveBeenCalledOnce();
});

/** Regions whose buttons belong to one item among many, or have keys of their own. */
const ITEM_SELECTOR = 'tr, li, [role="tree"], [role="listbox"], [role="tablist"], dialog';

it.each([
  ['events', t('compare.selected')],
  ['compose', t('compose.fireSamples')],
  ['negative-tests', t('negativeTests.copyMarkdown')],
  ['scenarios', t('scenarios.record')],
  ['registry', t('registry.noEntity')],
] as const)('the command menu lists every enabled button of the view “%s”', async (view, text) => {
  const { app, live } = openPanel();
  live.records.apply([recordOf(1), recordOf(2)]);
  live.selection.select([1, 2], 1, 2);
  app.view.value = view;
  await screen.findAllByText(text);
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: t('commandMenu.title') });
  await waitFor(() =>
    expect(document.querySelectorAll('#command-menu-list [role="option"]').length).toBeGreaterThan(30),
  );
  const listed = new Set(
    screen.getAllByRole('option').flatMap((option) => [...option.children].map(({ textContent }) => textContent)),
  );
  const belongsInMenu = (button: HTMLElement) =>
    button.closest(`${ITEM_SELECTOR}, [aria-disabled="true"], :disabled`) === null;
  expect(screen.getAllByRole('button').filter(belongsInMenu).length).toBeGreaterThan(8);
  const unlisted = screen.queryAllByRole('button', { name: (name) => !listed.has(name) }).filter(belongsInMenu);
  expect(unlisted.map(({ outerHTML }) => outerHTML)).toEqual([]);
});

it('the command menu lists the buttons of a finding only if there is one finding', async () => {
  const { live } = openPanel();
  const user = userEvent.setup();
  live.records.apply([recordOf(1, { findings: [findingOf()] }), recordOf(2, { findings: [findingOf(), findingOf()] })]);
  const isIgnoreListed = async (row: number) => {
    live.selection.open(row);
    live.selection.selectTab('findings');
    await screen.findAllByRole('button', { name: t('policy.ignore') });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: t('commandMenu.title') });
    await waitFor(() => expect(options().length).toBeGreaterThan(30));
    const labels = screen.getAllByRole('option').map((option) => option.firstElementChild?.textContent);
    await user.keyboard('{Escape}');
    await waitUntilClosed();
    return labels.includes(t('policy.ignore'));
  };
  expect(await isIgnoreListed(1)).toBe(true);
  expect(await isIgnoreListed(2)).toBe(false);
});

it('the command menu finds a button of another view, opens the view and clicks the button', async () => {
  const { app, user, field, stores } = await openMenu();
  await user.type(field, t('scenarios.create'));
  await user.keyboard('{Enter}');
  await waitUntilClosed();
  expect(app.view.value).toBe('scenarios');
  await waitFor(() => expect(stores.get(scenarioStore).items.value).toHaveLength(2));
});

it('the command menu reads the stored captures each time it opens, even after reading failed', async () => {
  const openStoredCaptures = vi.fn(() => Promise.reject(new Error('no database')));
  openPanel({ openStoredCaptures });
  // The empty list looks for saved captures, too.
  await waitFor(() => expect(openStoredCaptures).toHaveBeenCalled());
  openStoredCaptures.mockClear();
  const user = userEvent.setup();
  const menu = { name: t('commandMenu.title') };
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', menu), 'filter');
  expect(openStoredCaptures).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', menu);
  await waitFor(() => expect(openStoredCaptures).toHaveBeenCalledTimes(2));
});
