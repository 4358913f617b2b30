import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { tourSteps } from '#components/panel/sample/SampleTourBar.tsx';
import { t, tPattern } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

import '#components/panel/scenarios/ScenariosView.tsx';
import '#components/panel/negative-tests/NegativeTestsView.tsx';
import '#components/panel/registry/RegistryView.tsx';

function openSample() {
  const panel = openPanel();
  panel.app.tab.value = { hostType: 'sample', isClosed: false };
  panel.live.records.apply([recordOf(1), recordOf(2, { verdict: 'invalid' })]);
  return { ...panel, user: userEvent.setup() };
}

const reason = () => t('panel.sample.readOnly');

/** Returns the names of the buttons that are disabled because the sample is read-only. */
function disabledButtonNames(): readonly string[] {
  return screen
    .getAllByRole('button')
    .filter((button) => button.title === reason() && button.getAttribute('aria-disabled') === 'true')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '');
}

it('the sample is labelled as a read-only capture, not as a watched site', async () => {
  openSample();
  expect(await screen.findByText(t('panel.sample.title'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: tPattern('toolbar.watching', { host: /.*/ }) })).toBeNull();
});

it('the sample disables recording, clearing and logging in with the reason, also for their keys', async () => {
  const { user, app, actions, capture, live } = openSample();
  const record = await screen.findByRole('button', { name: t('toolbar.record') });
  await waitFor(() =>
    expect(disabledButtonNames()).toEqual([t('toolbar.record'), t('toolbar.clear'), t('toolbar.logIn')]),
  );
  expect(record.getAttribute('aria-pressed')).toBe('false');
  for (const name of disabledButtonNames()) await user.click(screen.getByRole('button', { name }));
  await user.keyboard('{Control>}l{/Control}{Control>}e{/Control}');
  expect([app.recording.value, live.records.counts.value.total]).toEqual([true, 2]);
  expect(capture.documents.forget).not.toHaveBeenCalled();
  expect(actions.onOpenPopup).not.toHaveBeenCalled();
  expect(app.toasts.list.value.at(-1)?.text()).toBe(reason());
});

it('the sample disables Fire with the reason, and does not ask to confirm a site', async () => {
  const { user, app, capture } = openSample();
  app.view.value = 'compose';
  const fire = await screen.findByRole<HTMLButtonElement>('button', { name: t('compose.fire') });
  expect([fire.getAttribute('aria-disabled'), fire.title]).toEqual(['true', reason()]);
  const samples = screen.getByRole('button', { name: t('compose.fireSamples') });
  expect(samples.getAttribute('aria-disabled')).toBe('true');
  await user.click(samples);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(capture.fire).not.toHaveBeenCalled();
});

it.each(['negative-tests', 'scenarios', 'registry'] as const)(
  'the sample neither fires events nor sends requests in the view “%s”',
  async (view) => {
    const { app, actions, capture, user } = openSample();
    app.view.value = view;
    const buttons = () => within(screen.getByRole('main')).getAllByTitle(reason());
    await waitFor(() => expect(buttons().length).toBeGreaterThan(0));
    for (const button of buttons()) await user.click(button);
    expect(capture.fire).not.toHaveBeenCalled();
    expect(actions.onOpenPopup).not.toHaveBeenCalled();
  },
);

it('the sample guides through three steps: find the invalid event, open it, and follow its journey', async () => {
  const { user, live } = openSample();
  const tour = await screen.findByRole('navigation', { name: t('panel.sample.tour.title') });
  for (const step of tourSteps) {
    await user.click(within(tour).getByRole('button', { name: t(`panel.sample.tour.${step}`) }));
    await within(tour).findByRole('button', {
      name: t('panel.sample.tour.done', { step: t(`panel.sample.tour.${step}`) }),
    });
  }
  expect(live.filter.value.value.tokens).toEqual(['is:invalid']);
  expect([live.selection.row.value, live.selection.tab.value]).toEqual([2, 'journey']);
  expect(within(tour).getByRole('status').textContent).toBe(
    t('panel.sample.tour.last', { panel: t('manifest.shortName') }),
  );
  await user.click(within(tour).getByRole('button', { name: t('panel.sample.tour.close') }));
  expect(screen.queryByRole('navigation', { name: t('panel.sample.tour.title') })).toBeNull();
});
