import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { listHiding } from '#components/panel/event-list/list-undo.ts';
import { savedFiltersStore } from '#components/panel/filter/saved-filters.ts';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf, findingOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const click = eventOf({ json: { eid: 'INTERACT', mid: 'm:1', edata: { type: 'CLICK', id: 'next' } } });
const records = [
  recordOf(1, { headline: 'first', event: click }),
  recordOf(2, { headline: 'second', lost: true }),
  recordOf(3, { headline: 'third', kind: 'assess', name: 'assess' }),
];

function openFilter() {
  const opened = openPanel();
  opened.live.records.apply(records);
  return { ...opened, user: userEvent.setup(), field: () => screen.getByRole('combobox', { name: t('filter.title') }) };
}
const headlines = () =>
  records.map(({ headline }) => headline).filter((headline) => screen.queryByText(headline) !== null);

it('the filter turns a term with a key into a token, which can be removed', async () => {
  const { user, field } = openFilter();
  await user.type(field(), 'is:lost ');
  expect(headlines()).toEqual(['second']);
  await user.click(screen.getByRole('button', { name: t('filter.removeTerm', { term: 'is:lost' }) }));
  expect(headlines()).toHaveLength(3);
});

it('the filter completes keys and values by keyboard alone, and shows the number of matching events', async () => {
  const { user, field } = openFilter();
  await user.type(field(), 'ki{ArrowDown}{Enter}as');
  const options = within(screen.getByRole('listbox', { name: t('filter.terms') })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['assess 1']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(headlines()).toEqual(['third']);
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('the filter suggests the values that a field has in the recorded events', async () => {
  const { user, field } = openFilter();
  await user.type(field(), 'edata.type:');
  expect(screen.getByRole('option', { name: /^CLICK/ }).textContent).toContain(t('filter.help.ofTheLast', 1));
});

it('the filter turns the last token back into text on Backspace, and is cleared on Escape', async () => {
  const { user, field, live } = openFilter();
  await user.type(field(), 'is:lost {Backspace}');
  expect(field()).toHaveProperty('value', 'is:lost');
  await user.keyboard('{Escape}');
  expect(live.filter.isEmpty.value).toBe(true);
});

it('the filter shows an error, leaves the list unchanged, and can apply the suggested correction', async () => {
  const { user, field } = openFilter();
  await user.type(field(), 'is:lost kind:interacts ');
  expect((await screen.findByRole('status')).textContent).toBe(
    '“interacts” isn’t a kind. Did you mean interact? Showing results of the last valid filter.',
  );
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(headlines()).toEqual(['second']);
  await user.click(screen.getByRole('button', { name: 'interact' }));
  expect(screen.queryByText(tPattern('filter.error.notA', { noun: t('filter.noun.kind') }))).toBeNull();
  expect(headlines()).toEqual(['second']);
});

it('a filter without matches shows a button that removes the term with the most hidden events', async () => {
  const { user, field } = openFilter();
  await user.type(field(), 'kind:assess is:lost ');
  const removeTerm = await screen.findByRole('button', { name: t('empty.dropTerm', 1, { part: 'kind:assess' }) });
  await user.click(removeTerm);
  expect(headlines()).toEqual(['second']);
});

it('a filter without matches does not count hidden events for the term that it suggests to remove', async () => {
  const { user, field, live } = openFilter();
  live.records.apply([recordOf(4, { kind: 'assess', name: 'assess' })]);
  live.get(listHiding).hideRows([3, 4]);
  await user.type(field(), 'kind:assess is:lost ');
  expect(await screen.findByRole('button', { name: t('empty.dropTerm', 1, { part: 'kind:assess' }) })).toBeTruthy();
});

it('a click on the number of events about another actor filters the list by these events', async () => {
  const { user, live } = openFilter();
  const foreign = findingOf({ ruleSet: 'entity', severity: 'info' });
  live.records.apply([recordOf(4, { headline: 'fourth', findings: [foreign] })]);
  await user.click(await screen.findByRole('button', { name: t('actor.count', { n: '1' }) }));
  expect(live.filter.problem.value).toBeNull();
  await waitFor(() => expect(headlines()).toEqual([]));
  expect(screen.getByText('fourth')).toBeTruthy();
});

it('the filter is cleared completely by Ctrl+A and Delete, while Delete alone changes only the text', async () => {
  const { user, field, live } = openFilter();
  await user.type(field(), 'is:lost first');
  await user.keyboard('{Delete}');
  expect(live.filter.value.value).toEqual({ tokens: ['is:lost'], text: 'first' });
  await user.keyboard('{Control>}a{/Control}{Delete}');
  expect(live.filter.isEmpty.value).toBe(true);
});

it('Backspace edits only the filter’s last term if a click came between Ctrl+A and Backspace', async () => {
  const { user, field, live } = openFilter();
  await user.type(field(), 'is:lost first');
  await user.keyboard('{Control>}a{/Control}');
  await user.click(field());
  await user.keyboard('{Backspace}');
  expect(live.filter.value.value).toEqual({ tokens: ['is:lost'], text: 'firs' });
});

it('the filter can be saved with a name, and is applied again by its name', async () => {
  const { user, field, live } = openFilter();
  await user.type(field(), 'is:lost ');
  await user.click(screen.getByRole('button', { name: t('filter.saved') }));
  await user.type(screen.getByRole('textbox', { name: t('filter.name') }), 'Lost events{Enter}');
  live.filter.clear();
  await user.click(screen.getByRole('button', { name: t('filter.saved') }));
  await user.click(screen.getByRole('button', { name: 'Lost events is:lost' }));
  expect(headlines()).toEqual(['second']);
});

it('the filter can be saved without a name, applied again, deleted and restored', async () => {
  const { user, field, live, stores } = openFilter();
  await user.type(field(), 'is:lost ');
  await user.click(screen.getByRole('button', { name: t('filter.saved') }));
  await user.click(screen.getByRole('button', { name: t('filter.save') }));
  live.filter.clear();
  await user.click(screen.getByRole('button', { name: t('filter.saved') }));
  await user.click(screen.getByRole('button', { name: 'is:lost' }));
  expect(headlines()).toEqual(['second']);
  await user.click(screen.getByRole('button', { name: t('filter.saved') }));
  await user.click(screen.getByRole('button', { name: t('filter.forget', { filter: 'is:lost' }) }));
  expect(stores.get(savedFiltersStore).list.value).toEqual([]);
  await user.click(await screen.findByRole('button', { name: t('common.undo') }));
  expect(stores.get(savedFiltersStore).list.value).toEqual([{ query: 'is:lost', name: null }]);
});

it('the filter shows help on its syntax, with examples to try', async () => {
  const { user, live } = openFilter();
  await user.click(screen.getByRole('button', { name: t('filter.syntax') }));
  await user.click(await screen.findByRole('button', { name: 'kind:assess,response' }));
  await waitFor(() => expect(headlines()).toEqual(['third']));
  expect(live.filter.value.value.tokens).toEqual(['kind:assess,response']);
});

it('axe finds no violations in the filter with tokens, completions, saved filters and an error', async () => {
  const { user, field } = openFilter();
  await user.type(field(), 'is:lost kind:zzz ');
  await user.click(screen.getByRole('button', { name: t('filter.saved') }));
  await user.type(field(), 'edata.');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
