import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDateTime } from '#components/i18n/format.ts';
import { t } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const interact = (row: number) =>
  recordOf(row, {
    headline: `button-${row}`,
    event: eventOf({
      json: {
        eid: 'INTERACT',
        mid: `m:${row}`,
        edata: { type: 'TOUCH', id: `button-${row}`, extra: { values: [row] } },
      },
    }),
  });

async function openTree() {
  const { live } = openPanel();
  live.records.apply([interact(1), interact(2)]);
  const user = userEvent.setup();
  const open = async (row: number) => user.click(await screen.findByRole('row', { name: new RegExp(`button-${row}`) }));
  await open(1);
  const line = (start: string) => screen.getAllByRole('treeitem').find((item) => item.textContent?.startsWith(start));
  return { live, user, open, line };
}
const findSearchField = () => screen.findByRole<HTMLInputElement>('textbox', { name: t('detail.search') });

it('the search text in the details is preserved on the next row, even if a page load has emptied the list meanwhile', async () => {
  const { live, user, open } = await openTree();
  await user.type(await findSearchField(), 'button-');
  await screen.findByText(t('detail.searchAt', { n: 1, total: 1 }));
  await open(2);
  expect((await findSearchField()).value).toBe('button-');
  await waitFor(() => expect(document.querySelector('.line.found')?.textContent).toContain('button-2'));
  live.records.clear();
  live.records.apply([interact(3)]);
  await open(3);
  expect((await findSearchField()).value).toBe('button-');
});

it('the number of the current match stays within the number of matches when a change of the event removes matches', async () => {
  const { live, user } = await openTree();
  const field = await findSearchField();
  await user.type(field, 'e{Enter}{Enter}{Enter}');
  const searchStatus = () => document.querySelector('.find-line [role="status"]')?.textContent;
  const matchNumbers = () => (searchStatus()?.match(/\d+/g) ?? []).map(Number);
  const [number = 0, total = 0] = matchNumbers();
  expect([number, total > 4]).toEqual([4, true]);
  live.records.apply([recordOf(1, { call: null, event: eventOf({ json: { eid: 'INTERACT' } }) })]);
  await waitFor(() => expect(searchStatus()).toBe(t('detail.searchAt', { n: 2, total: 2 })));
});

it('expanded and collapsed branches of the tree stay as they are on the next row', async () => {
  const { open, line, user } = await openTree();
  await screen.findAllByRole('treeitem');
  expect(line('extra')?.getAttribute('aria-expanded')).toBe('false');
  await user.click(line('extra') ?? document.body);
  await user.click(line('call') ?? document.body);
  await open(2);
  expect(line('extra')?.getAttribute('aria-expanded')).toBe('true');
  expect(line('values')?.textContent).toContain('[ 1 ]');
  expect(line('call')?.getAttribute('aria-expanded')).toBe('false');
});

it('a value is added to the filter by one click on the icon that appears on hover', async () => {
  const { live, line, user } = await openTree();
  await screen.findAllByRole('treeitem');
  expect(screen.queryByRole('button', { name: t('detail.filterBy') })).toBeNull();
  fireEvent.pointerOver(line('id: "button-1"') ?? document.body);
  await user.click(await screen.findByRole('button', { name: t('detail.filterBy') }));
  expect(live.filter.value.value.tokens).toEqual(['edata.id:button-1']);
});

it('a value is added to the filter by the icon that appears on focus', async () => {
  const { live, line, user } = await openTree();
  await screen.findAllByRole('treeitem');
  line('type: "TOUCH"')?.focus();
  await user.click(await screen.findByRole('button', { name: t('detail.filterBy') }));
  expect(live.filter.value.value.tokens).toEqual(['edata.type:TOUCH']);
});

it('the tree shows the time of a timestamp, but no time beside other numbers', async () => {
  const { live, open, line } = await openTree();
  const ets = 1_763_620_200_000;
  const json = { eid: 'SUMMARY', ets, ver: 3, edata: { starttime: ets / 1000, timespent: 75 } };
  live.records.apply([recordOf(3, { kind: 'summary', headline: 'button-3', call: null, event: eventOf({ json }) })]);
  await open(3);
  await waitFor(() => expect(line('ets')?.textContent).toBe(`ets: ${ets}${formatDateTime(ets)}`));
  expect(line('starttime')?.textContent).toContain(formatDateTime(ets));
  expect([line('ver')?.textContent, line('timespent')?.textContent]).toEqual(['ver: 3', 'timespent: 75']);
});
