import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { t, tPattern } from '#tests/drivers/texts';
import { createActingState } from '#tests/fixtures/acting-state';
import { recordOf } from '#tests/fixtures/records';
import { frame, openPanel } from '../open-panel';

it('the empty list of an unwatched site shows a button that watches it', async () => {
  const { actions, app } = openPanel();
  app.watching.value = { state: 'not-watched', host: 'learn.example.org' };
  await screen.findByRole('heading', { name: t('empty.notWatched') });
  await userEvent.click(screen.getByRole('button', { name: t('empty.watch', { host: 'learn.example.org' }) }));
  expect(actions.onWatch).toHaveBeenCalledOnce();
});

it('the empty list of a browser page shows no action', async () => {
  const { app } = openPanel();
  app.watching.value = { state: 'unavailable', host: 'chrome://settings' };
  const state = await screen.findByRole('region', { name: t('empty.unavailable') });
  expect(state.querySelector('button')).toBeNull();
});

it('the empty list of a page without an SDK shows which globals were checked, and can check again', async () => {
  const { actions, live } = openPanel();
  live.get(listFrames).set([
    { ...frame, sdks: [] },
    { ...frame, documentId: 'e', sdks: [] },
  ]);
  await screen.findByText(
    tPattern('empty.noSdkText', { names: '$t, EkTelemetry', last: 'Telemetry', frames: t('count.frame', 2) }),
  );
  await userEvent.click(screen.getByRole('button', { name: t('empty.rescan') }));
  expect(actions.onRescan).toHaveBeenCalledOnce();
});

it('the empty list of a page without events so far shows buttons for samples and for a reload', async () => {
  const { actions, capture } = openPanel();
  await screen.findByText(
    tPattern('empty.noEventsText', { sdk: 'SDK 2.x', host: 'localhost:4173', frames: t('count.frame', 1) }),
  );
  await userEvent.click(screen.getByRole('button', { name: t('empty.reload') }));
  await userEvent.click(await screen.findByRole('button', { name: t('empty.fireSamples') }));
  expect(actions.onReload).toHaveBeenCalledOnce();
  expect(capture.fire).toHaveBeenCalledWith('start', expect.anything(), { ...frame, sdk: 0 });
});

describe('watching late', () => {
  const late = { ...frame, isLate: true };

  it('a page that was watched only after it had loaded shows a reload button if no SDK was found', async () => {
    const { actions, live } = openPanel();
    live.get(listFrames).set([{ ...late, sdks: [] }]);
    const state = await screen.findByRole('region', { name: t('empty.watchedLate') });
    expect(screen.queryByText(t('empty.noSdk'))).toBeNull();
    expect(within(state).getByText(t('empty.watchedLateText'))).toBeTruthy();
    await userEvent.click(within(state).getByRole('button', { name: t('empty.reload') }));
    expect(actions.onReload).toHaveBeenCalledOnce();
  });

  it('a page that was watched only after it had loaded shows a reload button in the status bar, for a draft without an SDK, and for an event without a captured call', async () => {
    const { actions, live, app } = openPanel();
    live.get(listFrames).set([{ ...late, sdks: [] }]);
    live.records.apply([
      recordOf(1, { call: null, frame: { ...recordOf(1).frame, frameId: late.frameId, url: late.url } }),
    ]);
    const findReloadButton = (container: HTMLElement) =>
      within(container).findByRole('button', { name: t('empty.reload') });
    await userEvent.click(await findReloadButton(await screen.findByRole('contentinfo')));
    live.selection.open(1);
    for (const tab of ['journey', 'changes'] as const) {
      live.selection.selectTab(tab);
      await waitFor(async () => expect(await findReloadButton(screen.getByRole('tabpanel'))).toBeTruthy());
    }
    app.view.value = 'compose';
    await userEvent.click(await findReloadButton(await screen.findByRole('region', { name: t('compose.fire') })));
    expect(actions.onReload).toHaveBeenCalledTimes(2);
  });

  it('a page that was watched from its start shows no reload button', async () => {
    const { live } = openPanel();
    live.records.apply([recordOf(1, { call: null })]);
    live.selection.open(1);
    live.selection.selectTab('journey');
    await screen.findByRole('tabpanel');
    expect(screen.queryByRole('button', { name: t('empty.reload') })).toBeNull();
  });
});

it('the counts of the status bar filter by their state on one click, and show all events again on the next', async () => {
  const { live, app } = openPanel();
  live.records.apply([recordOf(1), recordOf(2, { verdict: 'invalid' }), recordOf(3, { verdict: 'invalid' })]);
  app.view.value = 'compose';
  const bar = await screen.findByRole('contentinfo');
  const count = () => within(bar).getByRole('button', { name: t('status.invalid', { n: 2 }) });
  await userEvent.click(count());
  expect([live.filter.value.value.tokens, app.view.value]).toEqual([['is:invalid'], 'events']);
  await waitFor(() => expect(count().getAttribute('aria-pressed')).toBe('true'));
  await userEvent.click(count());
  expect(live.filter.value.value.tokens).toEqual([]);
});

it('the list of an unwatched site shows once that only requests are captured, with a button that watches the site', async () => {
  const { actions, app, live } = openPanel();
  app.watching.value = { state: 'not-watched', host: 'learn.example.org' };
  live.records.apply([recordOf(1, { call: null }), recordOf(2, { call: null })]);
  const note = await screen.findByText(t('list.requestsOnly', { host: 'learn.example.org' }));
  await userEvent.click(within(note.parentElement ?? document.body).getByRole('button', { name: t('list.watch') }));
  expect(actions.onWatch).toHaveBeenCalledOnce();
  app.watching.value = { state: 'watched', host: 'learn.example.org' };
  await waitFor(() => expect(note.isConnected).toBe(false));
});

it('the toolbar stops and resumes recording', async () => {
  const { app } = openPanel();
  await userEvent.click(screen.getByRole('button', { name: t('toolbar.record'), pressed: true }));
  expect(app.recording.value).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: t('toolbar.record'), pressed: false }));
  expect(app.recording.value).toBe(true);
});

it('the toolbar shows the acting entity, and the remaining time of its access', async () => {
  const { app, actions } = openPanel();
  await userEvent.click(screen.getByRole('button', { name: t('toolbar.logIn') }));
  expect(actions.onOpenPopup).toHaveBeenCalledOnce();
  app.acting.value = createActingState({ userId: 'teacher-04', accessExpiresAt: 252_000 });
  await screen.findByText('4:12');
  app.clock.value = 252_000;
  await screen.findByText(t('toolbar.expired'));
});

it('the toolbar opens a list of all keys by their context, and Close closes the list', async () => {
  openPanel();
  await userEvent.keyboard('?');
  const list = (await screen.findByRole('heading', { name: t('keys.inList') })).parentElement;
  const keys = [...(list?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent);
  expect(keys).toEqual(expect.arrayContaining(['Shift ↑ ↓', 'Space', 'Ctrl A', 'Ctrl C', 'Shift F10', 'Esc']));
  await userEvent.click(await screen.findByRole('button', { name: t('common.close') }));
  expect(screen.queryByRole('dialog', { name: t('toolbar.shortcuts') })).toBeNull();
});
