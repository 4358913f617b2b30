import { fireEvent, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatCount } from '#components/i18n/count-text.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import type { Json } from '#core/json/json';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';
import '#components/panel/user-sessions/UserSessionsView.tsx';
import '#components/panel/user-sessions/EventSession.tsx';
import '#components/panel/user-sessions/session-facts.ts';

const event = (eid: string, ets: number, edata: Json): Json => ({
  ...{ eid, ets, mid: `${eid} ${ets}`, edata },
  context: { did: 'd', channel: 'c', pdata: { id: 'app' }, env: 'home', sid: 's' },
});

/** A play session of 4 s in an app session. */
const playSession = [
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

it('User sessions offers to fire a START event if there are no sessions', async () => {
  await openView();
  const empty = await screen.findByRole('region', { name: t('userSessions.emptyTitle') });
  expect(empty.textContent).toContain(t('userSessions.fireStart'));
});

it('User sessions shows nested sessions as their events arrive', async () => {
  const { live } = await openView();
  live.records.apply(playSession.map((json, index) => recordWith(index + 1, json)));
  const inner = await screen.findByRole('treeitem', { name: /content · play/ });
  expect(inner.getAttribute('aria-level')).toBe('2');
  expect(inner.textContent).toContain(formatCount(3, 'event'));
  expect(inner.textContent).toContain('4.00 s');
  live.records.clear();
  await screen.findByRole('region', { name: t('userSessions.emptyTitle') });
});

it('User sessions leaves room for the names of deeply nested sessions', async () => {
  const { live } = await openView();
  const starts = Array.from({ length: 30 }, (_, at) => event('START', 1_000 * (at + 1), { type: `type-${at}` }));
  live.records.apply(
    [...starts, event('INTERACT', 40_000, { type: 'TOUCH' })].map((json, at) => recordWith(at + 1, json)),
  );
  const outer = await screen.findByRole('treeitem', { name: /type-2 / });
  const inner = await screen.findByRole('treeitem', { name: /type-12 / });
  const indentOf = (item: HTMLElement) =>
    Number.parseInt((item.firstElementChild as HTMLElement).style.paddingLeft, 10);
  expect(inner.getAttribute('aria-level')).toBe('14');
  expect(indentOf(inner)).toBeGreaterThan(indentOf(outer));
  expect(indentOf(inner)).toBeLessThan(100);
});

it('the tree of User sessions is navigated with the arrow keys', async () => {
  const { live } = await openView();
  live.records.apply(playSession.map((json, index) => recordWith(index + 1, json)));
  const tree = await screen.findByRole('tree');
  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  await screen.findByRole('treeitem', { name: /content · play/, selected: true });
  fireEvent.keyDown(tree, { key: 'ArrowLeft' });
  const app = await screen.findByRole('treeitem', { name: /^app/, selected: true });
  fireEvent.keyDown(tree, { key: 'ArrowLeft' });
  await expect.poll(() => app.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('treeitem', { name: /content · play/ })).toBeNull();
});

it('User sessions and the details of an event show the findings of the session audit', async () => {
  const { live, app, stores } = await openView();
  await stores.get(judgesStore).load();
  const [start, impression, end] = playSession;
  const other = { ...(end as object), edata: { type: 'content', mode: 'edit' } };
  live.records.apply([start, impression, other].map((json, index) => recordWith(index + 1, json as Json)));
  const inner = await screen.findByRole('treeitem', { name: /content · play/ });
  fireEvent.pointerDown(inner);
  const findings = await screen.findByRole('list', { name: t('detail.findings') });
  expect(findings.textContent).toContain('content · edit');
  fireEvent.click(within(findings).getByRole('button', { name: t('compare.row', { n: '3' }) }));
  expect(app.view.value).toBe('events');
  const eventFindings = await screen.findByRole('list', { name: t('userSessions.title') });
  expect(eventFindings.textContent).toContain('content · edit');
  // The END is ignored, so that no session counts it.
  live.show(2);
  const line = await screen.findByRole('button', {
    name: t('userSessions.ofEvent', { session: 'content · play', n: '2', count: '2', time: '2.00 s' }),
  });
  fireEvent.click(line);
  await screen.findByRole('treeitem', { name: /content · play/, selected: true });
});

/** Two play sessions of one app session. The second has an ASSESS instead of the INTERACT. */
const twoPlaySessions = [
  event('START', 1_000, { type: 'content', mode: 'play' }),
  event('INTERACT', 2_000, { type: 'TOUCH', id: 'next', pageid: 'p' }),
  event('END', 5_000, { type: 'content', mode: 'play' }),
  event('START', 6_000, { type: 'content', mode: 'play' }),
  event('ASSESS', 7_000, { item: { id: 'i' } }),
  event('END', 9_000, { type: 'content', mode: 'play' }),
];

it('User sessions compares two sessions by their numbers and steps', async () => {
  const { live, app } = await openView();
  live.records.apply(twoPlaySessions.map((json, index) => recordWith(index + 1, json)));
  const tree = await screen.findByRole('tree');
  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  await screen.findByRole('region', { name: t('userSessions.numbersOf', { session: 'content · play' }) });
  fireEvent.click(screen.getByRole('button', { name: t('compare.selected') }));
  const empty = await screen.findAllByRole('region', { name: t('userSessions.compareNone') });
  expect(empty[0]?.textContent).toContain(t('userSessions.compareNoneText', { session: 'content · play' }));
  expect(document.activeElement).toBe(tree);

  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  const name = t('userSessions.comparison', { one: 'content · play', other: 'content · play' });
  const comparison = await screen.findByRole('region', { name });
  await within(comparison).findByText(t('userSessions.countMissing', { n: '1' }));
  within(comparison).getByText(t('compare.countAdded', { n: '1' }));
  const steps = await within(comparison).findAllByRole('option');
  expect(steps.map((step) => step.firstElementChild?.textContent)).toEqual([
    t('userSessions.same'),
    t('userSessions.missing'),
    t('compare.added'),
    t('userSessions.same'),
  ]);
  const differences = within(comparison).getAllByRole('row').at(-1);
  expect(differences?.textContent).toContain('−1.00 s');
  expect(differences?.textContent).toContain('+1');

  fireEvent.click(within(comparison).getByRole('button', { name: t('compare.swap') }));
  await within(comparison).findByText(t('userSessions.missing'));
  const list = within(comparison).getByRole('listbox');
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  fireEvent.keyDown(list, { key: 'Enter' });
  expect(app.view.value).toBe('events');
});

it('User sessions ends a comparison on Escape without passing it on to DevTools, and shows a hint if there is no other session to compare', async () => {
  const { live } = await openView();
  live.records.apply(twoPlaySessions.map((json, index) => recordWith(index + 1, json)));
  const tree = await screen.findByRole('tree');
  fireEvent.keyDown(tree, { key: 'c' });
  await screen.findAllByRole('region', { name: t('userSessions.compareNone') });
  expect(fireEvent.keyDown(tree, { key: 'Escape' })).toBe(false);
  await screen.findByRole('region', { name: t('userSessions.numbersOf', { session: 'app' }) });
  expect(screen.queryByRole('region', { name: t('userSessions.compareNone') })).toBeNull();
});

it('a comparison of user sessions whose first steps differ goes on to the next difference', async () => {
  const { live } = await openView();
  const sessions = ['play', 'edit'].flatMap((mode, index) => [
    event('START', 1_000 + index * 5_000, { type: 'content', mode }),
    event('END', 4_000 + index * 5_000, { type: 'content', mode }),
  ]);
  live.records.apply(sessions.map((json, index) => recordWith(index + 1, json)));
  const tree = await screen.findByRole('tree');
  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  fireEvent.keyDown(tree, { key: 'c' });
  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  const steps = await screen.findByRole('listbox', { name: t('userSessions.steps') });
  await within(steps).findAllByRole('option');
  fireEvent.click(screen.getByRole('button', { name: t('userSessions.nextDifference') }));
  await expect.poll(() => steps.getAttribute('aria-activedescendant')).toBe('session-step-1');
});

it('findings of the session audit are counted in the list once their rule set is turned on in the view', async () => {
  const { live, app, stores } = await openView();
  await stores.get(judgesStore).load();
  const [, impression, end] = playSession;
  live.records.apply([impression, end].map((json, index) => recordWith(index + 1, json as Json)));
  const turnOn = await screen.findByRole('button', { name: t('userSessions.turnOn') });
  const before = live.records.byRow(2)?.summary.ruleSetsWithErrors ?? [];
  fireEvent.click(turnOn);
  await expect.poll(() => live.records.byRow(2)?.summary.ruleSetsWithErrors).toEqual([...before, 'user-session']);
  expect(screen.queryByRole('button', { name: t('userSessions.turnOn') })).toBeNull();
  app.view.value = 'events';
  live.show(2);
  const auditFindings = await screen.findByRole('region', { name: t('ruleSets.name.user-session') });
  expect(auditFindings.textContent).toContain('content · play');
});

it('User sessions links to the events of a session', async () => {
  const { live, app } = await openView();
  live.records.apply(playSession.map((json, index) => recordWith(index + 1, json)));
  const inner = await screen.findByRole('treeitem', { name: /content · play.*#2/ });
  fireEvent.pointerDown(inner);
  fireEvent.click(await screen.findByRole('button', { name: t('userSessions.showEvents') }));
  expect(app.view.value).toBe('events');
  expect(live.filter.value.value.tokens).toEqual(['user-session:2']);
  await expect.poll(() => live.visible.eventCount.value).toBe(3);
});

it('the filter suggests the user sessions by their numbers', async () => {
  const { live, app } = await openView();
  live.records.apply(playSession.map((json, index) => recordWith(index + 1, json)));
  await screen.findByRole('treeitem', { name: /content · play/ });
  app.view.value = 'events';
  await userEvent.type(await screen.findByRole('combobox', { name: t('filter.title') }), 'user-session:');
  const option = await screen.findByRole('option', { name: /2.*content · play/ });
  fireEvent.mouseDown(option);
  expect(live.filter.value.value.tokens).toEqual(['user-session:2']);
});
