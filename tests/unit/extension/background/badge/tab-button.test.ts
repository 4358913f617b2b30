import { expect, it } from 'vitest';
import { type ButtonAppearance, buttonAppearance } from '#extension/background/badge/badge-labels';
import { createTabButton } from '#extension/background/badge/tab-button';
import { createMemoryStorage } from '../../../core/identity/memory-storage';

const teacher = { status: 'acting', userId: 'teacher-01' } as const;

/** Starts a worker. A restarted worker has the same storage and nothing else. */
function startWorker(storage = createMemoryStorage()) {
  const painted: string[] = [];
  const paint = async (tabId: number, { text, tone }: ButtonAppearance) =>
    void painted.push(`${tabId}: ${text} ${tone}`);
  return { storage, painted, ...createTabButton(storage, paint) };
}

it('the button of a tab shows that the tab acts as an entity, and shows the count again after that', async () => {
  const { showActing, showWrongCount, painted } = startWorker();
  await showWrongCount(7, 2);
  await showActing(7, teacher);
  await showWrongCount(7, 0);
  await showWrongCount(7, 3);
  await showActing(7, null);
  expect(painted).toEqual(['7: 2 error', '7: AS error', '7: AS info', '7: AS error', '7: 3 error']);
});

it('the button of a tab restores the counts of each tab after a restart of the worker', async () => {
  const { storage, showActing, showWrongCount } = startWorker();
  await showActing(7, teacher);
  await showWrongCount(8, 5);
  const restarted = startWorker(storage);
  await restarted.showWrongCount(7, 0);
  await restarted.showActing(8, null);
  expect(restarted.painted).toEqual(['7: AS info', '8: 5 error']);
});

it('the button of a tab shows the latest state after concurrent updates', async () => {
  const { showActing, showWrongCount, painted } = startWorker();
  await Promise.all([showWrongCount(7, 1), showActing(7, teacher), showWrongCount(7, 0), showActing(7, null)]);
  expect(painted.at(-1)).toBe('7:  error');
});

it('the stored buttons are limited to 100 tabs, and the least recently updated tab is evicted', async () => {
  const { storage, showActing, showWrongCount, painted } = startWorker();
  await showActing(1, teacher);
  for (let tab = 2; tab <= 101; tab += 1) await showWrongCount(tab, 1);
  expect(await storage.get('tabButtons')).toHaveLength(100);
  await showWrongCount(1, 4);
  expect(painted.at(-1)).toBe('1: 4 error');
});

it('the stored buttons omit a closed tab and a tab without a count', async () => {
  const { storage, showActing, showWrongCount, forget } = startWorker();
  await showWrongCount(7, 1);
  await showActing(8, teacher);
  await forget(7);
  await showActing(8, null);
  expect(await storage.get('tabButtons')).toEqual([]);
});

it('the stored buttons are reset if they are damaged', async () => {
  const { storage, showWrongCount, painted } = startWorker();
  await storage.set('tabButtons', [{ tabId: 'seven' }]);
  await showWrongCount(7, 1);
  expect(painted).toEqual(['7: 1 error']);
});

it.each([
  [0, '', 'Telemetry V3 DevTools'],
  [1, '1', 'Telemetry V3 DevTools: 1 invalid or lost event in this tab'],
  [1000, '999+', 'Telemetry V3 DevTools: 1000 invalid or lost events in this tab'],
])('the badge of a tab with %d invalid or lost events is “%s”', (wrong, text, title) => {
  expect(buttonAppearance({ wrong, acting: null })).toEqual({ text, title, tone: 'error' });
});

it('the tooltip of the button includes the count while the tab acts as an entity', () => {
  const title = 'Registry requests from this tab include the token of teacher-01';
  expect(buttonAppearance({ wrong: 0, acting: teacher })).toEqual({ text: 'AS', title, tone: 'info' });
  expect(buttonAppearance({ wrong: 2, acting: teacher })).toEqual({
    text: 'AS',
    title: `${title}\nTelemetry V3 DevTools: 2 invalid or lost events in this tab`,
    tone: 'error',
  });
});

it('the badge shows that acting has ended, and the tooltip of the button includes the count', () => {
  const ended = { status: 'ended', userId: 'teacher-01' } as const;
  const title = 'Stopped sending the token of teacher-01 from this tab. Open the popup for details.';
  expect(buttonAppearance({ wrong: 0, acting: ended })).toEqual({ text: 'OFF', title, tone: 'error' });
  expect(buttonAppearance({ wrong: 1, acting: ended })).toMatchObject({
    text: 'OFF',
    title: expect.stringContaining('1 invalid or lost event in'),
  });
});
