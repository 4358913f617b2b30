import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { compareStore } from '#components/panel/compare/compare-store.ts';
import { listSetting } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList } from '#components/panel/event-list/event-list.ts';
import { kindLabel } from '#core/journey/record';
import { t } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const interact = (row: number, edata: Record<string, string>) =>
  recordOf(row, {
    headline: `button-${row}`,
    event: eventOf({ json: { eid: 'INTERACT', mid: `INTERACT:${row}`, ets: row, edata } }),
  });
const records = [
  interact(1, { type: 'TOUCH', id: 'play', pageid: 'home' }),
  interact(2, { type: 'click', id: 'play', subtype: 'fast' }),
  interact(3, { type: 'TOUCH', id: 'play', pageid: 'home' }),
];

async function openWithEvents() {
  const panel = openPanel();
  panel.live.records.apply(records);
  const user = userEvent.setup();
  await screen.findByRole('row', { name: /button-3/ });
  const rowOf = (row: number) => screen.getByRole('row', { name: new RegExp(`button-${row}`) });
  const select = async (...rows: readonly number[]) => {
    await user.keyboard('{Control>}');
    for (const row of rows) await user.click(rowOf(row));
    await user.keyboard('{/Control}');
  };
  return { ...panel, user, rowOf, select };
}

const comparison = () => screen.findByRole('region', { name: t('compare.title') });
const waitUntilClosed = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: t('compare.title') })).toBeNull());
const cellsOf = (table: HTMLElement | undefined) =>
  table && [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

it('C compares two selected events, and shows their differences with ids and times collapsed', async () => {
  const { user, select } = await openWithEvents();
  await select(1, 2);
  await user.keyboard('c');
  const view = await comparison();
  const [table, volatile] = within(view).getAllByRole('table', { hidden: true });
  expect(cellsOf(table)).toEqual([
    [`edata.type${t('compare.changed')}`, '"TOUCH"', '"click"'],
    [`edata.pageid${t('compare.removed')}`, '"home"', t('change.absent')],
    [`edata.subtype${t('compare.added')}`, t('change.absent'), '"fast"'],
  ]);
  expect(cellsOf(volatile)?.map(([path]) => path)).toEqual([
    `mid${t('compare.changed')}`,
    `ets${t('compare.changed')}`,
  ]);
  const details = within(view).getByText(t('compare.volatile', 2)).closest('details');
  expect(details?.open).toBe(false);
  await user.click(within(view).getByRole('button', { name: t('compare.swap') }));
  expect(cellsOf(table)?.[0]).toEqual([`edata.type${t('compare.changed')}`, '"click"', '"TOUCH"']);
});

it('a comparison links to the changes that the SDK made to an event', async () => {
  const { user, select, live } = await openWithEvents();
  const dropped = { type: 'dropped', path: ['edata', 'comments'], called: 'good' } as const;
  live.records.apply([{ ...interact(2, { type: 'click', id: 'play' }), changes: [dropped] }]);
  await select(1, 2);
  await user.keyboard('c');
  await user.click(within(await comparison()).getByRole('button', { name: t('compare.sdkChanges', 1) }));
  await waitUntilClosed();
  const tab = await screen.findByRole('tab', { name: new RegExp(`^${t('detail.changes')}`) });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(live.selection.row.value).toBe(2);
});

it('Esc closes the comparison and returns to the list, where both events are still selected', async () => {
  const { user, select, live, rowOf } = await openWithEvents();
  await select(1, 2);
  await user.keyboard('c');
  const view = await comparison();
  expect(view.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  expect([...live.selection.rows.value]).toEqual([1, 2]);
  expect(document.activeElement).toBe(rowOf(2));
});

it('the status bar can compare two selected events, and another selection ends the comparison', async () => {
  const { user, select, rowOf } = await openWithEvents();
  expect(screen.queryByRole('button', { name: t('compare.selected') })).toBeNull();
  await select(1, 3);
  await user.click(screen.getByRole('button', { name: t('compare.selected') }));
  within(await comparison()).getByText(t('compare.none.onlyVolatile'));
  await user.click(rowOf(2));
  await waitUntilClosed();
  await screen.findByRole('heading', { name: kindLabel(records[0] ?? recordOf(1)) });
});

it('the context menu can compare an event with the event that was selected before it', async () => {
  const { user, rowOf } = await openWithEvents();
  await user.click(rowOf(1));
  await user.pointer({ keys: '[MouseRight]', target: rowOf(2) });
  await user.click(await screen.findByRole('menuitem', { name: t('compare.withRow', { n: 1 }) }));
  const [table] = within(await comparison()).getAllByRole('table');
  const headings = within(table ?? document.body).getAllByRole('columnheader');
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    t('change.path'),
    t('compare.row', { n: 1 }),
    t('compare.row', { n: 2 }),
  ]);
});

it('the context menu can compare two selected events, but not three', async () => {
  const { user, rowOf, select } = await openWithEvents();
  await select(1, 2);
  await user.pointer({ keys: '[MouseRight]', target: rowOf(2) });
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${t('compare.selected')}`) }));
  await comparison();
  await select(3);
  await waitUntilClosed();
  await user.pointer({ keys: '[MouseRight]', target: rowOf(3) });
  await screen.findByRole('menu');
  expect(screen.queryByRole('menuitem', { name: new RegExp(`^${t('compare.selected')}`) })).toBeNull();
});

it('C shows a hint if the number of selected events is not two, and is typed as a letter in a text field', async () => {
  const { user, select, live } = await openWithEvents();
  await select(1);
  await user.keyboard('c');
  await screen.findByText(t('compare.selectTwo'));
  await select(2);
  await user.click(screen.getByRole('combobox', { name: t('filter.title') }));
  await user.keyboard('c');
  expect(live.filter.value.value.text).toBe('c');
  expect(screen.queryByRole('region', { name: t('compare.title') })).toBeNull();
});

it('the differences of two events can be copied as JSON with their paths', async () => {
  const { user, select, actions } = await openWithEvents();
  await select(1, 2);
  await user.keyboard('c');
  await user.click(within(await comparison()).getByRole('button', { name: t('compare.copy') }));
  const [text] = (actions.onCopy as unknown as { mock: { calls: string[][] } }).mock.calls[0] ?? [];
  expect(JSON.parse(text ?? '')).toEqual([
    { path: 'edata.type', change: 'changed', before: 'TOUCH', after: 'click' },
    { path: 'edata.pageid', change: 'removed', before: 'home' },
    { path: 'edata.subtype', change: 'added', after: 'fast' },
    { path: 'mid', change: 'changed', before: 'INTERACT:1', after: 'INTERACT:2' },
    { path: 'ets', change: 'changed', before: 1, after: 2 },
  ]);
});

it('the comparison ends when one of its events is cleared', async () => {
  const { user, select } = await openWithEvents();
  await select(1, 2);
  await user.keyboard('c');
  await comparison();
  await user.click(screen.getByRole('button', { name: t('toolbar.clear') }));
  await waitUntilClosed();
});

it('a row can be compared with the most similar row of another capture, or with the example of its definition', async () => {
  const { user, rowOf, captures, stores, live } = await openWithEvents();
  const capture = createEventList(stores.app.scheduler, stores.get(listSetting));
  capture.records.apply([interact(8, { type: 'TOUCH', id: 'other' }), interact(9, { type: 'click', id: 'play' })]);
  captures.open(() => 'before.json', capture);
  captures.show(null);
  await user.pointer({ keys: '[MouseRight]', target: rowOf(2) });
  await user.click(await screen.findByRole('menuitem', { name: t('compare.withOther') }));
  const view = await comparison();
  within(view).getAllByRole('button', { name: t('compare.rowOf', { n: 2, capture: 'before.json' }) });
  const [table] = within(view).getAllByRole('table');
  expect(cellsOf(table)).toEqual([[`edata.subtype${t('compare.removed')}`, '"fast"', t('change.absent')]]);
  const choice = within(view).getByRole('combobox', { name: t('compare.with') });
  await user.selectOptions(choice, t('compare.example', { kind: 'INTERACT' }));
  within(view).getAllByText(t('compare.example', { kind: 'INTERACT' }));
  expect(cellsOf(within(view).getAllByRole('table')[0])?.map(([path]) => path)).toContain(
    `edata.type${t('compare.changed')}`,
  );
  expect([...live.selection.rows.value]).toEqual([2]);
});

it('axe finds no violations in a comparison', async () => {
  const { user, select } = await openWithEvents();
  await select(1, 2);
  await user.keyboard('c');
  await comparison();
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

const columnHeadings = (view: HTMLElement) =>
  within(view)
    .getAllByRole('columnheader')
    .slice(1, 3)
    .map(({ textContent }) => textContent);
const rowLabels = (...rows: readonly number[]) => rows.map((n) => t('compare.row', { n }));

it('D compares an event with the previous event of its kind, and D again closes the comparison', async () => {
  const { user, live, rowOf } = await openWithEvents();
  live.records.apply([
    recordOf(4, { kind: 'end', name: 'end', headline: 'button-4' }),
    interact(5, { type: 'TOUCH', id: 'stop', pageid: 'home' }),
  ]);
  await screen.findByRole('row', { name: /button-5/ });
  await user.click(rowOf(5));
  await user.keyboard('d');
  const view = await comparison();
  expect(columnHeadings(view)).toEqual(rowLabels(3, 5));
  expect(cellsOf(within(view).getAllByRole('table')[0])).toEqual([
    [`edata.id${t('compare.changed')}`, '"play"', '"stop"'],
  ]);
  await user.keyboard('d');
  await waitUntilClosed();
  await user.keyboard('d');
  expect(columnHeadings(await comparison())).toEqual(rowLabels(3, 5));
});

it('a button in the details compares an event with the previous event of its kind, or shows a message if there is none', async () => {
  const { user, rowOf } = await openWithEvents();
  await user.click(rowOf(1));
  await user.click(await screen.findByRole('button', { name: t('compare.previous') }));
  await screen.findByText(t('compare.noPrevious', { kind: 'INTERACT' }));
  await user.click(rowOf(2));
  await user.click(await screen.findByRole('button', { name: t('compare.previous') }));
  expect(columnHeadings(await comparison())).toEqual(rowLabels(1, 2));
});

it('a row can be compared with the row of either of two captures with the same name', async () => {
  const { live, stores, captures, user } = await openWithEvents();
  for (const id of ['one', 'other']) {
    const list = createEventList(stores.app.scheduler, stores.get(listSetting));
    list.records.apply([interact(1, { type: 'TOUCH', id })]);
    captures.open(() => 'lesson.har', list);
  }
  captures.show(null);
  const view = () => within(screen.getByRole('region', { name: t('compare.title') }));
  const record = live.records.byRow(1);
  const [, file] = captures.all.value;
  if (!record || !file) throw new Error('The event or the capture is missing.');
  const other = { record: file.list.records.all()[0] ?? record, list: file.list, label: file.name };
  stores.get(compareStore).openWith(live, 1, other);
  await comparison();
  const picker = view().getByRole('combobox', { name: t('compare.with') });
  expect(picker).toHaveProperty('selectedIndex', 1);
  await user.selectOptions(picker, within(picker).getAllByRole('option')[0] as HTMLElement);
  await waitFor(() => expect(view().getAllByRole('table', { hidden: true })[0]?.textContent).toContain('"one"'));
});
