import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import { compareEvents } from '#core/user-sessions/event-order';
import { sessionName } from '#core/user-sessions/session-finding';
import {
  buildSessionTrees,
  createRowTest,
  findPauses,
  hasRow,
  type SessionNode,
} from '#core/user-sessions/session-outline';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { createRandomLog, readSessionEvents } from './session-logs';

const START_ETS = 1_700_000_000_000;

const event = (eid: string, seconds: number, edata: JsonObject = {}, did = 'd'): JsonObject => ({
  eid,
  ets: START_ETS + seconds * 1_000,
  context: { did, channel: 'c', pdata: { id: 'p' } },
  edata,
});

function sessionsOf(log: readonly JsonObject[]): UserSessions {
  const sessions = new UserSessions();
  sessions.add(readSessionEvents(log));
  return sessions;
}

const play = { type: 'content', mode: 'play' };
const quiz = { type: 'assessment', mode: 'play' };
const lesson = [
  event('START', 0, play),
  event('IMPRESSION', 5),
  event('START', 10, quiz),
  event('ASSESS', 20),
  event('END', 30, quiz),
  event('INTERACT', 900),
  event('END', 905, play),
];

describe('the outline of user sessions', () => {
  it('sessions are nested in the sessions that contain them', () => {
    const toNames = ({ summary, inner }: SessionNode): unknown => [sessionName(summary), inner.map(toNames)];
    const other = [event('START', 3, play, 'e'), event('END', 8, play, 'e')];
    const trees = buildSessionTrees(sessionsOf([...lesson, ...other]).summarize());
    expect(trees.map(toNames)).toEqual([
      ['app', [['content · play', [['assessment · play', []]]]]],
      ['app', [['content · play', []]]],
    ]);
  });

  it('the position of an event is in the innermost session', () => {
    const sessions = sessionsOf(lesson);
    expect(sessions.positionOf(4)).toMatchObject({ session: { type: 'assessment' }, position: 2, count: 3 });
    expect(sessions.positionOf(6)).toMatchObject({ session: { type: 'content' }, position: 6, count: 7 });
    expect(sessions.positionOf(8)).toBeNull();
  });

  it('the row test includes the events of a nested app session whose outer app session has no summary', () => {
    const log = [event('START', 0), event('INTERACT', 10), event('INTERACT', 3_000), event('INTERACT', 3_010)];
    const summaries = sessionsOf([...log, event('END', 3_020, play)]).summarize();
    expect(summaries.at(-1)).toMatchObject({ type: 'app', depth: 1, rows: [[3, 4]] });
    expect([1, 2, 3, 4, 5].filter(createRowTest(summaries))).toEqual([1, 2, 3, 4]);
  });

  it('an END without a START has no position', () => {
    expect(sessionsOf([...lesson, event('END', 950, { type: 'player' })]).positionOf(8)).toBeNull();
  });

  it('gaps between events are idle times or breaks', () => {
    const events = readSessionEvents([...lesson, event('INTERACT', 4_000)]);
    const from = START_ETS + 30_000;
    expect(findPauses(events, DEFAULT_SESSION_SETTINGS)).toEqual([
      { type: 'idle', from, to: START_ETS + 900_000 },
      { type: 'break', from: START_ETS + 905_000, to: START_ETS + 4_000_000 },
    ]);
  });

  it('a START of an app after a long gap follows an idle time instead of a break', () => {
    const events = readSessionEvents([event('INTERACT', 0), event('START', 4_000, { type: 'app' })]);
    expect(findPauses(events, DEFAULT_SESSION_SETTINGS)).toMatchObject([{ type: 'idle' }]);
  });
});

it('the events of a session are the events of its rows, ordered by `ets`', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const events = readSessionEvents(createRandomLog(seed));
      const sessions = new UserSessions();
      sessions.add(events);
      const summaries = sessions.summarize();
      expect(sessions.summarize()).toBe(summaries);
      for (const summary of summaries) {
        const sessionEvents = events.filter(({ row }) => hasRow(summary, row)).toSorted(compareEvents);
        expect(sessions.eventsOf(summary)).toEqual(sessionEvents);
        expect(sessionEvents.length).toBe(summary.rows.reduce((sum, [first, last]) => sum + last - first + 1, 0));
      }
    }),
    { numRuns: 50 },
  );
});
