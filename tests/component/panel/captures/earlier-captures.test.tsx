import { render, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StoresContext } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { EarlierCaptures, EarlierCapturesMenu } from '#components/panel/captures/EarlierCaptures.tsx';
import { earlierStore } from '#components/panel/captures/earlier-capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { observedOf } from '#core/stream/judged-record';
import { t, tPattern } from '#tests/drivers/texts';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { recordOf } from '#tests/fixtures/records';

function openList(keys: readonly string[]) {
  let stored = keys.map((key, index) => ({ key, url: `http://${key}/`, events: index + 1, updatedAt: index }));
  const { stores } = createTestStores({
    openStoredCaptures: async () => ({
      list: async () => stored,
      read: async (key) =>
        stored.some((capture) => capture.key === key) ? { records: [recordOf(1)], navigations: [] } : null,
      values: async () => null,
      remove: async (removedKeys) => {
        stored = stored.filter(({ key }) => !removedKeys.includes(key));
      },
    }),
  });
  render(
    <StoresContext.Provider value={stores}>
      <EarlierCapturesMenu />
      <EarlierCaptures />
    </StoresContext.Provider>,
  );
  return { stores, user: userEvent.setup() };
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

it('the earlier captures are listed with their time, site and number of events', async () => {
  openList(['one.test', 'two.test']);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toMatch(/^(Jan 1|Dec 31), .*M, two\.test2 events$/);
});

it('the list of earlier captures can open a capture beside the live list, which stays unchanged', async () => {
  const { stores, user } = openList(['one.test']);
  await user.click(await screen.findByRole('button', { name: /^(?!Delete).*, one\.test$/ }));
  await waitFor(() =>
    expect(stores.get(openedCapturesStore).current.value).toMatchObject({
      origin: 'saved',
      name: expect.stringMatching(/, one\.test$/),
    }),
  );
  const shownRecords = stores.get(openedCapturesStore).current.value?.list.records.all();
  expect(shownRecords?.map(observedOf)).toEqual([recordOf(1).observed]);
  expect(stores.get(liveListStore).records.all()).toEqual([]);
});

it('an earlier capture that is opened by a double click, or again later, is open once', async () => {
  const { stores, user } = openList(['one.test']);
  const { all, current, show } = stores.get(openedCapturesStore);
  const button = await screen.findByRole('button', { name: /^(?!Delete).*, one\.test$/ });
  await user.dblClick(button);
  await waitFor(() => expect(current.value?.origin).toBe('saved'));
  show(null);
  await user.click(button);
  await waitFor(() => expect(current.value).toBe(all.value[0]));
  expect(all.value).toHaveLength(1);
});

it('an earlier capture that was closed is open once after it is opened twice at the same time', async () => {
  const { stores } = openList(['one.test']);
  const { all, close } = stores.get(openedCapturesStore);
  const earlier = stores.get(earlierStore);
  await earlier.refresh();
  const [capture] = earlier.list.value ?? [];
  if (!capture) throw new Error('No earlier capture is listed.');
  await earlier.open(capture);
  for (const opened of all.value) close(opened);
  await Promise.all([earlier.open(capture), earlier.open(capture)]);
  expect(all.value).toHaveLength(1);
});

it('the earlier captures can be deleted one by one, or after a confirmation all at once', async () => {
  const { stores, user } = openList(['one.test', 'two.test', 'three.test']);
  await user.click(await screen.findByRole('button', { name: tPattern('earlier.delete', { name: /.*, two\.test/ }) }));
  const toastTexts = () => stores.app.toasts.list.value.map(({ text }) => text());
  await waitFor(() => expect([rows().length, ...toastTexts()]).toEqual([2, '1 capture deleted']));
  await user.click(screen.getByRole('button', { name: t('earlier.deleteAll') }));
  const dialog = within(screen.getByRole('alertdialog', { name: t('earlier.confirmDeleteAll.title') }));
  expect(rows()).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: t('earlier.deleteAll') }));
  await waitFor(() => expect(screen.queryByRole('region', { name: t('earlier.title') })).toBeNull());
  await user.click(screen.getByRole('button', { name: t('earlier.title') }));
  await screen.findByText(t('earlier.none'));
  await waitFor(() => expect(toastTexts()).toEqual(['2 captures deleted']));
  expect(within(document.body).queryAllByRole('listitem')).toEqual([]);
});

it('a button beside the capture tabs opens the list of earlier captures, which closes when a capture is opened', async () => {
  const { stores, user } = openList(['one.test']);
  const button = await screen.findByRole('button', { name: t('earlier.title') });
  await user.click(button);
  const menu = await waitFor(() => {
    const [region] = screen.getAllByRole('region', { name: t('earlier.title') });
    if (!region?.classList.contains('overlay')) throw new Error('The menu is not open.');
    return region;
  });
  await user.click(within(menu).getByRole('button', { name: /^(?!Delete).*, one\.test$/ }));
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  expect(stores.get(openedCapturesStore).current.value?.origin).toBe('saved');
});

it('Esc closes the menu of earlier captures, and moves the focus back to its button', async () => {
  const { user } = openList(['one.test']);
  const button = await screen.findByRole('button', { name: t('earlier.title') });
  await user.click(button);
  const items = await screen.findAllByRole('button', { name: /^(?!Delete).*, one\.test$/ });
  items.find((item) => item.closest('.overlay'))?.focus();
  await user.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
});

it('Esc in the confirmation of a deletion closes the confirmation only', async () => {
  const { user } = openList(['one.test', 'two.test']);
  const button = await screen.findByRole('button', { name: t('earlier.title') });
  await user.click(button);
  const buttons = await screen.findAllByRole('button', { name: t('earlier.deleteAll') });
  const inMenu = buttons.find((item) => item.closest('.overlay'));
  if (inMenu) await user.click(inMenu);
  await screen.findByRole('alertdialog', { name: t('earlier.confirmDeleteAll.title') });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(button.getAttribute('aria-expanded')).toBe('true');
});
