import { expect, it } from 'vitest';
import { createFilter, queryText } from '#components/panel/filter/filter.ts';
import { createDevtoolsSearch } from '#components/panel/shell/start-panel.tsx';

function createSearch() {
  const filter = createFilter();
  const search = createDevtoolsSearch(() => filter);
  return { filter, search, query: () => queryText(filter.value.value) };
}

it('the text of the DevTools search box is applied as a filter until the search is closed', () => {
  const { search, query } = createSearch();
  for (const text of ['w', 'wa', 'water']) search(text);
  expect(query()).toBe('water');
  search('');
  expect(query()).toBe('');
});

it('the text of the DevTools search box narrows the filtered events, and leaves the user’s filter unchanged', () => {
  const { filter, search, query } = createSearch();
  filter.setText('kind:interact touch');
  for (const text of ['kind:log ', 'kind:log x']) search(text);
  expect(query()).toBe('kind:interact touch kind:log x');
  search('');
  expect(query()).toBe('kind:interact touch');
});

it('closing the DevTools search does not revert a change that was made to the filter meanwhile', () => {
  const { filter, search, query } = createSearch();
  search('water');
  filter.setText('lesson');
  search('');
  expect(query()).toBe('lesson');
});

it('the DevTools search has no effect while no list is shown', () => {
  const filter = createFilter();
  let shownFilter: typeof filter | null = null;
  const search = createDevtoolsSearch(() => shownFilter);
  search('water');
  search('');
  shownFilter = filter;
  expect(queryText(filter.value.value)).toBe('');
  search('lesson');
  expect(queryText(filter.value.value)).toBe('lesson');
});
