import { screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { savedFiltersStore } from '#components/panel/filter/saved-filters.ts';
import { createEmptyScenario, scenarioStore } from '#components/panel/scenarios/scenario-store.ts';
import { t } from '#tests/drivers/texts';
import { openPanel } from './open-panel';
import '#components/panel/rule-sets/rule-sets-view-entry.ts';

const user = userEvent.setup();

/** Presses a button by keyboard. */
async function press(label: string) {
  (await screen.findByLabelText(label)).focus();
  await user.keyboard('{Enter}');
}

const labelOfFocused = () => document.activeElement?.getAttribute('aria-label');
const waitForFocusOn = (label: string) => waitFor(() => expect(labelOfFocused()).toBe(label));

it('after a saved filter is deleted, the next filter has the focus, or after the last filter the button of the list, and Esc closes the list', async () => {
  const { stores } = openPanel();
  const savedFilters = stores.get(savedFiltersStore);
  for (const query of ['is:sent', 'is:lost']) savedFilters.save(query);
  await user.click(screen.getByTitle(t('filter.saved')));
  await press(t('filter.forget', { filter: 'is:lost' }));
  await waitForFocusOn(t('filter.forget', { filter: 'is:sent' }));
  await press(t('filter.forget', { filter: 'is:sent' }));
  await waitForFocusOn(t('filter.saved'));
  await user.keyboard('{Escape}');
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
});

it('the field of the filter has the focus after a term is removed, and after a term is selected to edit it', async () => {
  const { live } = openPanel();
  live.filter.setQuery('is:sent kind:log ');
  await press(t('filter.removeTerm', { term: 'is:sent' }));
  await waitForFocusOn(t('filter.title'));
  await user.click(screen.getByTitle(/^kind:log/));
  await user.keyboard('{Backspace}');
  expect(live.filter.value.value).toMatchObject({ tokens: [], text: 'kind:lo' });
});

it('after a sample is deleted, and after the deletion is undone, the next sample has the focus', async () => {
  const { app, compose } = openPanel();
  await compose.loaded;
  for (const name of ['one', 'two']) compose.samples.save({ name, tags: [], kind: 'log', draft: { data: {} } });
  app.view.value = 'compose';
  await press(t('samples.delete', { name: 'one' }));
  await waitForFocusOn(t('samples.delete', { name: 'two' }));
  await user.click(await screen.findByText(t('common.undo')));
  await waitForFocusOn(t('samples.delete', { name: 'two' }));
  expect(compose.samples.list.value.map(({ name }) => name)).toEqual(['one', 'two']);
});

it('after a field of a draft is removed or added, its own control has the focus', async () => {
  const { app } = openPanel();
  app.view.value = 'compose';
  const waitForFocusIn = (path: string) =>
    waitFor(() => expect(document.activeElement?.closest(`[data-path="${path}"]`)).not.toBeNull());
  await press(t('form.unset', { name: 'contentId' }));
  await waitForFocusIn('contentId');
  await press(t('form.unset', { name: 'data' }));
  await waitForFocusIn('data');
  expect(document.activeElement?.textContent).toBe(t('form.add', { name: 'data' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText(t('form.add', { name: 'data' }))).toBeNull());
  await waitForFocusIn('data');
});

it('after an ignored finding is removed in Rules, another control of the view has the focus', async () => {
  const { app, stores } = openPanel();
  stores.get(policySetting).set({ severities: {}, ignore: [{ code: 'missing', reason: '' }] });
  app.view.value = 'rule-sets';
  await press(t('ruleSets.removeIgnore', { name: 'missing' }));
  await waitFor(() => expect(document.activeElement?.closest('main')).toBe(screen.getByRole('main')));
});

it('after the last scenario is deleted, a control of the view has the focus', async () => {
  const { app, stores } = openPanel();
  const scenarios = stores.get(scenarioStore);
  app.view.value = 'scenarios';
  await waitFor(() => expect(scenarios.isLoaded.value).toBe(true));
  for (const _ of scenarios.items.value) scenarios.remove();
  scenarios.add(createEmptyScenario());
  await press(t('scenarios.remove'));
  await waitFor(() => expect(scenarios.items.value).toEqual([]));
  await waitFor(() => expect(document.activeElement?.closest('main')).toBe(screen.getByRole('main')));
});

it('focus that the user moved to the page stays there when a control is removed later', async () => {
  const { live } = openPanel();
  live.filter.setQuery('is:sent ');
  const term = await screen.findByLabelText(t('filter.removeTerm', { term: 'is:sent' }));
  term.focus();
  term.blur();
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  live.filter.clear();
  await waitFor(() => expect(term.isConnected).toBe(false));
  expect(document.activeElement).toBe(document.body);
});
