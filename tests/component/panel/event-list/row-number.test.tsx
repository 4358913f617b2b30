import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const buttonRecord = (row: number) => recordOf(row, { headline: `button-${row}` });
const numbersInList = () =>
  screen
    .getAllByRole('row', { name: /button-/ })
    .map((row) => [row.querySelector('.number')?.textContent, row.querySelector('.headline')?.textContent]);

async function openWithEvents() {
  const panel = openPanel();
  panel.live.records.apply([buttonRecord(1), buttonRecord(2)]);
  const user = userEvent.setup();
  await screen.findByRole('row', { name: /button-2/ });
  return { ...panel, user };
}

it('the rows are numbered from 1 again after Clear, and Undo puts the cleared rows first and numbers all rows again', async () => {
  const { live, user } = await openWithEvents();
  expect(numbersInList()).toEqual([
    ['1', 'button-1'],
    ['2', 'button-2'],
  ]);
  await user.click(screen.getByRole('button', { name: t('toolbar.clear') }));
  live.records.apply([buttonRecord(3)]);
  await screen.findByRole('row', { name: /button-3/ });
  expect(numbersInList()).toEqual([['1', 'button-3']]);
  await user.click(screen.getByRole('button', { name: t('common.undo') }));
  await screen.findByRole('row', { name: /button-1/ });
  expect(numbersInList()).toEqual([
    ['1', 'button-1'],
    ['2', 'button-2'],
    ['3', 'button-3'],
  ]);
});

it('the details show the number of their row as a link to the event, and the number changes when rows are numbered again', async () => {
  const { live, user } = await openWithEvents();
  await user.click(screen.getByRole('button', { name: t('toolbar.clear') }));
  live.records.apply([buttonRecord(3)]);
  await user.click(await screen.findByRole('row', { name: /button-3/ }));
  live.records.apply([buttonRecord(4)]);
  await user.click(await screen.findByRole('row', { name: /button-4/ }));
  await within(await screen.findByRole('region', { name: /button-4/ })).findByRole('button', {
    name: t('detail.row', { n: 2 }),
  });
  await user.click(await screen.findByRole('row', { name: /button-3/ }));
  const details = within(await screen.findByRole('region', { name: /button-3/ }));
  details.getByRole('button', { name: t('detail.row', { n: 1 }) });
  await user.click(screen.getByRole('button', { name: t('common.undo') }));
  live.filter.set({ ...live.filter.value.peek(), text: 'button-1' });
  await waitFor(() => expect(screen.queryByRole('row', { name: /button-3/ })).toBeNull());
  await user.click(details.getByRole('button', { name: t('detail.row', { n: 3 }) }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('row', { name: /button-3/ })));
  expect(live.selection.row.value).toBe(3);
});
