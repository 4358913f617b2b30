import { screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { callStackSetting } from '#components/panel/app/call-stacks.ts';
import { MAX_FIELD_COLUMNS } from '#components/panel/event-list/columns/field-columns.ts';
import { listSetting } from '#components/panel/event-list/columns/list-settings.ts';
import { t } from '#tests/drivers/texts';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const json = (pageid: string) => ({ eid: 'INTERACT', edata: { pageid, id: 'next' } });
// The accessible name of a column header ends with the name of the resize handle.
const columnName = (name: string) => ({ name: (text: string) => text.startsWith(name) });
const findColumn = (name: string) => screen.findByRole('columnheader', columnName(name));
const cells = (className: string) =>
  [...document.querySelectorAll(`tbody .${className}`)].map(({ textContent }) => textContent);

async function openEvents() {
  const panel = openPanel();
  const pages = ['home', 'x'.repeat(2_000), 'about'];
  panel.live.records.apply(pages.map((page, index) => recordOf(index + 1, { event: eventOf({ json: json(page) }) })));
  panel.live.selection.open(1);
  panel.live.selection.selectTab('event');
  const user = userEvent.setup();
  const openMenuOf = async (field: string) => {
    const line = await screen.findByText(
      (_, element) => element?.matches('bdi.k') === true && element.textContent === field,
    );
    await user.pointer({ keys: '[MouseRight]', target: line });
    return screen.findByRole('menu', { name: field });
  };
  return { ...panel, user, openMenuOf };
}

it('a field of the tree can be shown as a column, which sorts the list and is removed by the menu of its header', async () => {
  const { user, openMenuOf, live } = await openEvents();
  await user.click(within(await openMenuOf('pageid')).getByRole('menuitem', { name: t('detail.showColumn') }));
  const column = await findColumn('edata.pageid');
  await waitFor(() => expect(cells('field-0')).toEqual(['home', `${'x'.repeat(160)}…`, 'about']));
  const long = document.querySelectorAll<HTMLElement>('tbody .field-0')[1];
  expect(long?.title).toHaveLength(1_001);

  await user.click(within(column).getByRole('button', { name: 'edata.pageid' }));
  await waitFor(() => expect(live.lines.at(0)).toMatchObject({ row: 3 }));
  expect(column.getAttribute('aria-sort')).toBe('ascending');

  await user.pointer({ keys: '[MouseRight]', target: within(column).getByRole('button', { name: 'edata.pageid' }) });
  await user.click(await screen.findByRole('menuitem', { name: t('list.removeColumn', { name: 'edata.pageid' }) }));
  await waitFor(() => expect(screen.queryByRole('columnheader', columnName('edata.pageid'))).toBeNull());
  expect(live.lines.isInArrivalOrder.value).toBe(true);
});

it('a field column can also be removed by the menu of the field in the tree', async () => {
  const { user, openMenuOf, stores } = await openEvents();
  stores.get(listSetting).set({ ...stores.get(listSetting).value, fields: [['edata', 'pageid']] });
  await user.click(within(await openMenuOf('pageid')).getByRole('menuitem', { name: t('detail.removeColumn') }));
  expect(stores.get(listSetting).value.fields).toEqual([]);
});

it('a field of the tree cannot become a column beyond the limit, which is reported', async () => {
  const { user, openMenuOf, stores } = await openEvents();
  const fields = Array.from({ length: MAX_FIELD_COLUMNS }, (_, index) => ['edata', `f${index}`]);
  stores.get(listSetting).set({ ...stores.get(listSetting).value, fields });
  await user.click(within(await openMenuOf('pageid')).getByRole('menuitem', { name: t('detail.showColumn') }));
  await screen.findByText(t('list.tooManyFields', { n: '6' }));
  expect(stores.get(listSetting).value.fields).toEqual(fields);
});

it('a field column can be removed by keyboard from its header', async () => {
  const { user, stores } = await openEvents();
  stores.get(listSetting).set({ ...stores.get(listSetting).value, fields: [['edata', 'pageid']] });
  const column = await findColumn('edata.pageid');
  within(column).getByRole('button', { name: 'edata.pageid' }).focus();
  await user.keyboard('{ArrowDown}');
  const remove = await screen.findByRole('menuitem', { name: t('list.removeColumn', { name: 'edata.pageid' }) });
  expect(document.activeElement).toBe(remove);
  await user.keyboard('{Enter}');
  expect(stores.get(listSetting).value.fields).toEqual([]);
});

it('the column of the calling code shows file and line, and turns on the recording of call stacks when shown', async () => {
  const { stores, user } = openPanelWithCaller();
  const kind = await findColumn(t('list.kind'));
  await user.pointer({ keys: '[MouseRight]', target: within(kind).getByRole('button', { name: t('list.kind') }) });
  await user.click(await screen.findByRole('menuitemcheckbox', { name: t('callStack.calledFrom') }));
  await findColumn(t('callStack.calledFrom'));
  await waitFor(() => expect(cells('caller')).toEqual(['player.js:12', '']));
  expect(document.querySelector<HTMLElement>('tbody .caller')?.title).toBe('http://localhost:4173/player.js?v=2:12:5');
  expect(stores.get(callStackSetting).value).toBe(true);
  await screen.findByRole('button', { name: t('empty.reload') });
});

function openPanelWithCaller() {
  const panel = openPanel();
  const stack = [{ name: 'play', url: 'http://localhost:4173/player.js?v=2', line: 12, column: 5 }];
  panel.live.records.apply([recordOf(1, { call: callOf({ stack }) }), recordOf(2)]);
  return { ...panel, user: userEvent.setup() };
}
