import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { mutesSetting } from '#components/panel/event-list/judging/muted-findings.ts';
import '#components/panel/mutes/MutesDialog.tsx';
import type { Json } from '#core/json/json';
import { t } from '#tests/drivers/texts';
import { callOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const data = { type: 'hover', id: 'next-button', pageid: 'home' };

/** As the capture gives it: the panel judges it. */
const called = (row: number, args: object) =>
  recordOf(row, { call: callOf({ args: [args as Json], outcome: { status: 'running' } }), event: null }).observed;
const invalid = (row: number) => called(row, data);

async function openFindings() {
  const panel = openPanel();
  await panel.stores.get(judgesStore).load();
  panel.live.records.apply([invalid(1), invalid(2), called(3, { ...data, type: 'TOUCH' })]);
  panel.live.selection.open(1);
  const mute = await screen.findByRole('button', { name: t('mutes.mute') }, { timeout: 10_000 });
  return { ...panel, user: userEvent.setup(), mute };
}

const chip = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) });
const status = (n: number) => screen.findByRole('button', { name: t('mutes.status', { n }) });

it('one click mutes a finding at the site: no verdict, chip or count has it, and new events neither', async () => {
  const { live, user, mute } = await openFindings();
  expect(live.records.counts.value.invalid).toBe(2);
  await user.click(mute);
  await status(2);
  expect(live.records.counts.value).toMatchObject({ invalid: 0, muted: 2 });
  expect(live.records.counts.value.documents.get('document')).toMatchObject({ invalid: 0, wrong: 0 });
  expect(chip(t('filter.invalid'))).toBeNull();
  live.records.apply([invalid(4)]);
  await status(3);
  expect(live.records.counts.value.invalid).toBe(0);
});

it('the details fold a muted finding, which is unmuted there', async () => {
  const { live, user, mute } = await openFindings();
  await user.click(mute);
  const fold = await screen.findByText(t('mutes.mutedFindings', 1));
  expect(fold.closest('details')?.open).toBe(false);
  await user.click(fold);
  await user.click(await screen.findByRole('button', { name: t('mutes.unmute') }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 2, muted: 0 }));
});

it('muting is undone by the toast', async () => {
  const { live, user, mute, stores } = await openFindings();
  await user.click(mute);
  await user.click(await screen.findByRole('button', { name: t('mutes.undo') }));
  await waitFor(() => expect(live.records.counts.value.invalid).toBe(2));
  expect(stores.get(mutesSetting).value).toEqual([]);
});

it('the status bar shows what is muted, exports the site and takes mutes back', async () => {
  const { live, user, stores, actions } = await openFindings();
  await user.click(screen.getByRole('button', { name: t('mutes.muteRule') }));
  await user.click(await status(2));
  const dialog = await screen.findByRole('dialog');
  const site = within(dialog).getByRole('region', { name: 'localhost:4173' });
  within(site).getByText(t('mutes.everyPath'));
  await user.click(within(site).getByRole('button', { name: t('mutes.copy') }));
  expect(actions.onCopy).toHaveBeenCalledWith(
    JSON.stringify({ ignore: [{ code: 'not-in-list', reason: 'Muted in the panel at localhost:4173' }] }, null, 2),
  );
  await user.click(within(site).getByRole('button', { name: t('mutes.remove', { name: 'not-in-list' }) }));
  expect(stores.get(mutesSetting).value).toEqual([]);
  expect(live.records.counts.value.invalid).toBe(2);
});
