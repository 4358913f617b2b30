import { signal } from '@preact/signals';
import { act, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { defaultListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList } from '#components/panel/event-list/event-list.ts';
import { t, tPattern } from '#tests/drivers/texts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const grid = () => screen.getByRole('grid', { name: t('list.title') });
const headlines = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.headline')?.textContent);

/** Opens the panel with one live event, and shows a file with one event. */
function openPanelWithFile() {
  const panel = openPanel();
  const list = createEventList(createFakeScheduler().scheduler, signal(defaultListSettings));
  list.records.apply([recordOf(1, { headline: 'from the file' })]);
  void act(() => {
    panel.live.records.apply([recordOf(1, { headline: 'live one' })]);
    panel.captures.open(() => 'lesson.har', list);
  });
  return { ...panel, user: userEvent.setup() };
}

it('the list of captures is hidden if there is only the live capture', () => {
  openPanel();
  expect(screen.queryByRole('tablist', { name: t('captures.title') })).toBeNull();
});

it('an opened file is shown beside the live capture, and the live capture continues to record', async () => {
  const { user, live } = openPanelWithFile();
  expect(headlines()).toEqual(['from the file']);
  await act(() => live.records.apply([recordOf(2, { headline: 'live two' })]));
  expect(headlines()).toEqual(['from the file']);
  await user.click(await screen.findByRole('tab', { name: `${t('captures.live')} 2` }));
  expect(headlines()).toEqual(['live one', 'live two']);
});

it('the events of a file can be filtered without a change to the filter and the rows of the live list', async () => {
  const { user, live } = openPanelWithFile();
  await user.type(screen.getByRole('combobox'), 'nothing like it');
  expect(screen.queryByText(t('empty.noMatch'))).not.toBeNull();
  expect(live.filter.isEmpty.value).toBe(true);
  await user.click(await screen.findByRole('tab', { name: tPattern('captures.live') }));
  expect(headlines()).toEqual(['live one']);
});

it('a capture from a file explains why it can’t be recorded into or cleared', async () => {
  const { app, capture, user, live } = openPanelWithFile();
  await user.click(screen.getByRole('button', { name: t('toolbar.clear') }));
  await user.click(screen.getByRole('button', { name: t('toolbar.record') }));
  expect(screen.getAllByText(tPattern('captures.fromFile', { name: 'lesson.har' }))).not.toHaveLength(0);
  expect(capture.documents.forget).not.toHaveBeenCalled();
  expect(app.recording.value).toBe(true);
  expect(live.records.all()).toHaveLength(1);
});

it('the live capture is shown again when the file is closed', async () => {
  const { user, captures } = openPanelWithFile();
  await user.click(screen.getByRole('button', { name: t('captures.close', { name: 'lesson.har' }) }));
  expect(headlines()).toEqual(['live one']);
  expect(captures.all.value).toEqual([]);
});

it('captures can be switched and closed by keyboard', async () => {
  const { user, captures } = openPanelWithFile();
  (await screen.findByRole('tab', { name: /^lesson\.har/ })).focus();
  await user.keyboard('{ArrowLeft}');
  expect(headlines()).toEqual(['live one']);
  await user.keyboard('{ArrowRight}{Delete}');
  expect(captures.all.value).toEqual([]);
});

it('Compose uses the live capture, and Events shows the file again', async () => {
  const { user } = openPanelWithFile();
  await user.click(screen.getByRole('tab', { name: t('toolbar.compose') }));
  expect(screen.queryByRole('tablist', { name: t('captures.title') })).toBeNull();
  expect(screen.getByRole('button', { name: t('toolbar.clear') }).getAttribute('aria-disabled')).toBeNull();
  await user.click(screen.getByRole('tab', { name: t('list.title') }));
  expect(headlines()).toEqual(['from the file']);
});

it.each(['the Delete key', 'its button'])(
  'the focus moves to the shown tab when a capture is closed by %s',
  async (closedBy) => {
    const { user, captures } = openPanelWithFile();
    const list = createEventList(createFakeScheduler().scheduler, signal(defaultListSettings));
    void act(() => {
      captures.open(() => 'other.har', list);
    });
    (await screen.findByRole('tab', { name: /^other\.har/ })).focus();
    if (closedBy === 'the Delete key') await user.keyboard('{Delete}');
    else await user.click(screen.getByRole('button', { name: t('captures.close', { name: 'other.har' }) }));
    const live = await screen.findByRole('tab', { name: tPattern('captures.live') });
    expect(live.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(live);
    list.stop();
  },
);
