import { expect, test } from 'vitest';
import { SessionEventReader } from '#core/user-sessions/session-event';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import { createOrderedGroups, createSessionGroups } from '#node/cli/sessions/session-groups';
import { measureStepGrowths } from '#tests/fixtures/counted-steps';

const START_MS = 1_700_000_000_000;

/** Reads events of one session. Each position is a time, in units of 10 ms. */
function readEvents(positions: readonly number[]) {
  const reader = new SessionEventReader();
  return positions.flatMap((position, row) => {
    const event = {
      eid: position === 0 ? 'START' : 'INTERACT',
      ets: START_MS + position * 10,
      context: { did: 'd', channel: 'c', pdata: { id: 'p' } },
      edata: { type: position === 0 ? 'content' : 'TOUCH', pageid: `page-${position % 3}` },
    };
    const result = reader.read(event, row + 1);
    return result?.ok ? [result.value] : [];
  });
}

const positionsUpTo = (length: number): number[] => Array.from({ length }, (_, position) => position);
const reversePositions = (length: number): number[] => positionsUpTo(length).reverse();
const swapNeighbors = (length: number): number[] => positionsUpTo(length).map((position) => position ^ 1);
const repeatPositions = (length: number): number[] => positionsUpTo(length).map((position) => position % 20);

function summarizeInOrder(events: ReturnType<typeof readEvents>) {
  const groups = createOrderedGroups(DEFAULT_SESSION_SETTINGS, null);
  const accepted = events.map((event) => groups.add(event));
  return { accepted, summaries: [...groups.take(), ...groups.end()] };
}

test('the in-order reader processes late events of an open session in linear time', () => {
  const growths = measureStepGrowths(
    [reversePositions, swapNeighbors, repeatPositions].map((order) => (length: number) => readEvents(order(length))),
    summarizeInOrder,
    1_000,
  );
  expect(growths).toEqual(growths.map(() => expect.closeTo(4, 0)));
});

test('the in-order reader creates the same summaries from late events of an open session as from sorted events', () => {
  for (const order of [reversePositions, swapNeighbors, repeatPositions]) {
    const events = readEvents(order(500));
    const groups = createSessionGroups(DEFAULT_SESSION_SETTINGS);
    for (const event of events) groups.add(event);
    const { accepted, summaries } = summarizeInOrder(events);
    expect(accepted).not.toContain(false);
    expect(summaries).toEqual([...groups.end()]);
  }
});

test('the in-order reader rejects an event that belongs before an evicted session', () => {
  const reader = new SessionEventReader();
  const read = ([seconds, eid, did = 'd']: readonly [number, string, string?], at: number) => {
    const edata = eid === 'INTERACT' ? {} : { type: 'app' };
    const event = { eid, ets: START_MS + seconds * 1_000, context: { did, channel: 'c', pdata: { id: 'p' } }, edata };
    const result = reader.read(event, at + 1);
    return result?.ok ? [result.value] : [];
  };
  const closed = [
    [0, 'START'],
    [5, 'INTERACT'],
    [10, 'END'],
    [4_000, 'INTERACT', 'other'],
  ] as const;
  const accept = (...later: (readonly [number, string, string?])[]) =>
    summarizeInOrder([...closed, ...later].flatMap(read)).accepted.slice(closed.length);
  expect(accept([4_100, 'INTERACT'], [7, 'INTERACT'], [4_105, 'INTERACT'])).toEqual([true, false, true]);
  expect(accept([7, 'INTERACT'])).toEqual([false]);
  // A session that was never closed is not evicted.
  expect(accept([4_100, 'INTERACT'], [4_050, 'INTERACT'], [3_990, 'INTERACT', 'other'])).toEqual([true, true, true]);
});
