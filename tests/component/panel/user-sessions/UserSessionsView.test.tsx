import { fireEvent, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatCount } from '#components/i18n/count-text.ts';
import type { Json } from '#core/json/json';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';
import '#components/panel/user-sessions/UserSessionsView.tsx';
import '#components/panel/user-sessions/EventSession.tsx';

const event = (eid: string, ets: number, edata: Json): Json => ({
  ...{ eid, ets, mid: `${eid} ${ets}`, edata },
  context: { did: 'd', channel: 'c', pdata: { id: 'app' }, env: 'home', sid: 's' },
});

/** A play session of 4 s in an app session. */
const played = [
  event('START', 1_000, { type: 'content', mode: 'play' }),
  event('IMPRESSION', 3_000, { type: 'view', pageid: 'p' }),
  event('END', 5_000, { type: 'content', mode: 'play' }),
];

const recordWith = (row: number, json: Json) =>
  recordOf(row, { event: { json, at: row, eventsEmittedBefore: row - 1, observedIn: 'page', truncations: [] } });

async function openView() {
  const opened = openPanel();
  await userEvent.click(screen.getByRole('tab', { name: t('userSessions.title') }));
  return opened;
}

it('User sessions says what a START does where there is no session', async () => {
  await openView();
  const empty = await screen.findByRole('region', { name: t('userSessions.emptyTitle') }, { timeout: 10_000 });
  expect(empty.textContent).toContain(t('userSessions.fireStart'));
});

it('User sessions shows sessions within each other while their events come', async () => {
  const { live } = await openView();
  live.records.apply(played.map((json, index) => recordWith(index + 1, json)));
  const inner = await screen.findByRole('treeitem', { name: /content · play/ }, { timeout: 10_000 });
  expect(inner.getAttribute('aria-level')).toBe('2');
  expect(inner.textContent).toContain(formatCount(3, 'event'));
  expect(inner.textContent).toContain('4.00 s');
  live.records.clear();
  await screen.findByRole('region', { name: t('userSessions.emptyTitle') });
});

it('User sessions is walked through by keys', async () => {
  const { live } = await openView();
  live.records.apply(played.map((json, index) => recordWith(index + 1, json)));
  const tree = await screen.findByRole('tree', {}, { timeout: 10_000 });
  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  await screen.findByRole('treeitem', { name: /content · play/, selected: true });
  fireEvent.keyDown(tree, { key: 'ArrowLeft' });
  const app = await screen.findByRole('treeitem', { name: /^app/, selected: true });
  fireEvent.keyDown(tree, { key: 'ArrowLeft' });
  await expect.poll(() => app.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('treeitem', { name: /content · play/ })).toBeNull();
});

it('User sessions and the details of an event show what the audit of sessions finds', async () => {
  const { live, app } = await openView();
  const [start, impression, end] = played;
  const other = { ...(end as object), edata: { type: 'content', mode: 'edit' } };
  live.records.apply([start, impression, other].map((json, index) => recordWith(index + 1, json as Json)));
  const inner = await screen.findByRole('treeitem', { name: /content · play/ }, { timeout: 10_000 });
  fireEvent.pointerDown(inner);
  const findings = await screen.findByRole('list', { name: t('detail.findings') });
  expect(findings.textContent).toContain('content · edit');
  fireEvent.click(within(findings).getByRole('button', { name: t('compare.row', { n: '3' }) }));
  expect(app.view.value).toBe('events');
  const ofEvent = await screen.findByRole('list', { name: t('userSessions.title') });
  expect(ofEvent.textContent).toContain('content · edit');
  // The END is ignored, so that no session counts it.
  live.show(2);
  const line = await screen.findByRole('button', {
    name: t('userSessions.ofEvent', { session: 'content · play', n: '2', count: '2', time: '2.00 s' }),
  });
  fireEvent.click(line);
  await screen.findByRole('treeitem', { name: /content · play/, selected: true });
});
