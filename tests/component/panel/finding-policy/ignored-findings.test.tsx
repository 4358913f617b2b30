import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { ignoreFinding } from '#components/panel/finding-policy/change-policy.ts';
import type { Json } from '#core/json/json';
import { noPolicy } from '#core/report/finding-policy';
import { t } from '#tests/drivers/texts';
import { callOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const data = { type: 'hover', id: 'next-button', pageid: 'home' };

/** A record as the capture returns it, before the panel judges it. */
const callRecord = (row: number, args: object) =>
  recordOf(row, { call: callOf({ args: [args as Json], outcome: { status: 'running' } }), event: null }).observed;
const invalid = (row: number) => callRecord(row, data);

async function openFindings() {
  const panel = openPanel();
  await panel.stores.get(judgesStore).load();
  panel.live.records.apply([invalid(1), invalid(2), callRecord(3, { ...data, type: 'TOUCH' })]);
  panel.live.selection.open(1);
  const ignore = await screen.findByRole('button', { name: t('policy.ignore') });
  return { ...panel, user: userEvent.setup(), ignore };
}

const chip = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) });
const status = (n: number) => screen.findByRole('button', { name: t('policy.status', { n }) });
const RULE = 'definition/not-in-list';

it('one click ignores a finding at the site in verdicts, chips and counts, also for new events', async () => {
  const { live, user, ignore } = await openFindings();
  expect(live.records.counts.value.invalid).toBe(2);
  await user.click(ignore);
  await status(2);
  expect(live.records.counts.value).toMatchObject({ invalid: 0, ignored: 2 });
  expect(live.records.counts.value.documents.get('document')).toMatchObject({ invalid: 0, wrong: 0 });
  expect(chip(t('filter.invalid'))).toBeNull();
  live.records.apply([invalid(4)]);
  await status(3);
  expect(live.records.counts.value.invalid).toBe(0);
});

it('the status bar shows the events with ignored findings', async () => {
  const { live, user, ignore } = await openFindings();
  await user.click(ignore);
  await user.click(await status(2));
  expect(live.filter.value.value.tokens).toEqual(['is:ignored']);
});

it('the details collapse an ignored finding, and can stop ignoring it', async () => {
  const { live, user, ignore } = await openFindings();
  await user.click(ignore);
  const fold = await screen.findByText(t('policy.findings', 1));
  expect(fold.closest('details')?.open).toBe(false);
  await user.click(fold);
  await user.click(await screen.findByRole('button', { name: t('policy.stopIgnoring') }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 2, ignored: 0 }));
});

it('ignoring can be undone by the toast', async () => {
  const { live, user, stores } = await openFindings();
  await user.click(screen.getByRole('button', { name: t('policy.ignoreRule') }));
  expect(stores.get(policySetting).value.ignore).toEqual([{ code: 'not-in-list', reason: '', site: 'localhost:4173' }]);
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  await waitFor(() => expect(live.records.counts.value.invalid).toBe(2));
  expect(stores.get(policySetting).value).toEqual(noPolicy);
});

it('a finding can be made a warning in the details, which the toast can undo', async () => {
  const { live, user, stores } = await openFindings();
  await user.selectOptions(screen.getByRole('combobox', { name: t('policy.severityOf', { rule: RULE }) }), 'warning');
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, notices: 2 }));
  expect(stores.get(policySetting).value.severities).toEqual({ [RULE]: 'warning' });
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 2, notices: 0 }));
});

it('the menu of a row can ignore the worst finding of the event, or change its severity', async () => {
  const { live, user } = await openFindings();
  const openMenu = async () => {
    const [row] = await screen.findAllByRole('row', { name: /hover/ });
    if (row === undefined) throw new Error('The list has no such row.');
    fireEvent.contextMenu(row);
  };
  await openMenu();
  await screen.findByRole('menuitem', { name: t('rowMenu.ignoreField', { rule: RULE }) });
  expect(screen.queryByRole('menuitem', { name: t('rowMenu.makeError', { rule: RULE }) })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: t('rowMenu.makeInfo', { rule: RULE }) }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, notices: 2 }));
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: t('rowMenu.ignoreRule', { rule: RULE }) }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ notices: 0, ignored: 2 }));
});

it('a finding whose path is too long to be stored is not ignored, and the other rules remain', async () => {
  const { live, stores } = await openFindings();
  const policy = stores.get(policySetting);
  const before = { severities: {}, ignore: [{ code: 'missing', reason: 'known' }] };
  policy.set(before);
  const [record] = live.records.all();
  const [finding] = record?.findings ?? [];
  if (!record || !finding) throw new Error('The event has no finding.');
  ignoreFinding(stores, record, { ...finding, path: ['data', 'x'.repeat(1_100)] }, 'field');
  expect(policy.value).toEqual(before);
  await screen.findByText(t('policy.pathTooLong'));
});
