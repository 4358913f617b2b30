import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import type { SessionEvent } from '#core/user-sessions/session-event';
import { showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { exportToText, writingOf } from '#tests/fixtures/exchange';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { type Metrics, percentile, roundTo } from '../measurements';
import { measureEventToRow } from './event-to-row';
import { measureLongestWork } from './longest-work';

const EVENTS = 100_000;
const BURST_CALLS = 10_000;
const SCROLL_FRAMES = 120;
const TIMEOUT_MS = 120_000;
const BATCH_SIZE = 100;
const FULL_BATCHES = 300;
const LATE_BATCHES = 100;
const EVENTS_OF_SESSION = 50;
const STEP_MS = 500;

/**
 * Measures the audit of user sessions in a list that fills up, and in a full one.
 * In a full list, each batch removes as many of the oldest events.
 */
export function measureSessionAudit(): Metrics['sessionAudit'] {
  const rule = createUserSessionRule<SessionEvent>((event) => event);
  let row = 0;
  const addBatch = (delayMs: number): void => {
    const events = Array.from({ length: BATCH_SIZE }, (_, index) => createEvent(row + index + 1, delayMs));
    row += BATCH_SIZE;
    rule.add(events);
    if (row <= EVENTS) return;
    rule.remove(events.map((event) => event.row - EVENTS));
  };
  return {
    addMs: meanOf(EVENTS / BATCH_SIZE, () => addBatch(0)),
    fullMs: meanOf(FULL_BATCHES, () => addBatch(0)),
    lateMs: meanOf(LATE_BATCHES, () => addBatch(BATCH_SIZE * STEP_MS)),
  };
}

/** Measures the view of user sessions with 100,000 events in 2,000 sessions: opening and scrolling. */
export async function measureSessionsView(panel: Frame): Promise<Metrics['sessionsView']> {
  const path = join(tmpdir(), `telemetry-v3-bench-sessions-${process.pid}.json`);
  writeFileSync(path, exportToText('capture', writingOf(createRecords())));
  try {
    await panel.getByLabel(t('import.files')).setInputFiles(path);
    await panel.getByText(t('status.events', EVENTS), { exact: true }).waitFor({ timeout: TIMEOUT_MS });
  } finally {
    rmSync(path);
  }
  await panel.evaluate('probe.painted().then(() => probe.startStalls())');
  const startedAt = performance.now();
  await showView(panel, 'user-sessions');
  await panel.getByRole('treeitem').first().waitFor({ timeout: TIMEOUT_MS });
  const openMs = roundTo(performance.now() - startedAt, 0);
  await panel.evaluate('probe.painted().then(() => null)');
  const longestStallMs = roundTo(await panel.evaluate<number>('probe.stopStalls()'));
  const times = await panel.evaluate<number[]>(`probe.scroll(${SCROLL_FRAMES}, '.user-sessions > .session-tree')`);
  return { openMs, longestStallMs, p95FrameMs: roundTo(percentile(times, 0.95)) };
}

/** Measures 10,000 calls in one burst, after a few single events, in the open view of user sessions. */
export async function measureSessionsBurst(panel: Frame, page: Page): Promise<Metrics['sessionsBurst']> {
  await measureEventToRow(page, panel, 'single');
  const before = await panel.evaluate<number>('telemetryPanel.records().length');
  await showView(panel, 'user-sessions');
  // Single events without a duration aren't a session.
  const emptyState = panel.getByRole('button', { name: t('userSessions.fireStart') });
  await emptyState.or(panel.getByRole('treeitem')).first().waitFor({ timeout: TIMEOUT_MS });
  const { value, longestWorkMs } = await measureLongestWork(page.context(), async () => {
    await panel.evaluate('probe.painted().then(() => probe.startStalls())');
    await page.evaluate(`bench.burst('burst', ${BURST_CALLS})`);
    await panel.getByText(t('status.events', before + BURST_CALLS), { exact: true }).waitFor({ timeout: TIMEOUT_MS });
    await panel.evaluate('probe.painted().then(() => null)');
    return panel.evaluate<number>('probe.stopStalls()');
  });
  return { longestStallMs: roundTo(value), longestWorkMs };
}

function createRecords() {
  return Array.from({ length: EVENTS }, (_, index) => {
    const { row, ets, eid, type, mode, pageId } = createEvent(index + 1, 0);
    const edata = {
      type,
      id: `id-${index % 97}`,
      ...(mode === '' ? {} : { mode }),
      ...(pageId === null ? {} : { pageid: pageId }),
    };
    const context = {
      did: ORIGIN.did,
      channel: ORIGIN.channel,
      pdata: { id: ORIGIN.producer },
      env: 'lesson',
      sid: 's',
    };
    return recordOf(row, { event: eventOf({ json: { eid, ets, ver: '3.0', mid: `m-${row}`, context, edata } }) });
  });
}

/**
 * Creates the event of a row.
 * Sessions of 50 events are in one app session that never ends. Some of their pages have no IMPRESSION.
 */
function createEvent(row: number, delayMs: number): SessionEvent {
  const index = (row - 1) % EVENTS_OF_SESSION;
  const isEdge = index === 0 || index === EVENTS_OF_SESSION - 1;
  const eid = index === 0 ? 'START' : isEdge ? 'END' : index % 5 === 1 ? 'IMPRESSION' : 'INTERACT';
  const ets = 1_763_620_200_000 + row * STEP_MS - delayMs;
  const played = { type: 'content', mode: 'play', pageId: null };
  const touched = { type: 'TOUCH', mode: '', pageId: `page-${row % 20}` };
  return { row, origin: ORIGIN, ets, eid, ...(isEdge ? played : touched), env: 'lesson', sid: 's', reported: null };
}

const ORIGIN = { did: 'demo-device-1', channel: 'demo-channel', producer: 'demo.portal' };

/** Returns the average CPU time of a run, which other work of the machine does not affect. */
function meanOf(runs: number, run: () => void): number {
  const before = process.cpuUsage();
  for (let done = 0; done < runs; done += 1) run();
  const { user, system } = process.cpuUsage(before);
  return roundTo((user + system) / 1_000 / runs, 2);
}
