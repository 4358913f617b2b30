import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { type PlainSummary, summarizePlainly } from './plain-summaries';
import { createRandom, createRandomLog, ODD_LOG_VALUES, readSessionEvents } from './session-logs';

function summarize(events: readonly SessionEvent[], settings = DEFAULT_SESSION_SETTINGS): readonly SessionSummary[] {
  const sessions = new UserSessions(settings);
  sessions.add(events);
  return sessions.summarize();
}

const toPlain = (summary: SessionSummary): PlainSummary => {
  const { type, mode, start, end, timeDiff, timeSpent, interactEventsCount, interactEventsPerMin } = summary;
  const { eventsSummary, pages, itemResponses } = summary;
  const numbers = { timeDiff, timeSpent, interactEventsCount, interactEventsPerMin };
  return { type, mode, start, end, ...numbers, eventsSummary, pages: pages.length, itemResponses };
};
const sortSummaries = (summaries: readonly PlainSummary[]) =>
  summaries
    .map((summary) => ({ ...summary, eventsSummary: Object.fromEntries(Object.entries(summary.eventsSummary).sort()) }))
    .map((summary) => JSON.stringify(summary, Object.keys(summary).concat(Object.keys(summary.eventsSummary))))
    .sort();

const seeds = Array.from({ length: 300 }, (_, at) => at + 1);

it('summaries of 300 random logs equal those of a straightforward implementation', () => {
  let count = 0;
  for (const seed of seeds) {
    const log = createRandomLog(seed);
    const summaries = sortSummaries(summarize(readSessionEvents(log)).map(toPlain));
    expect(summaries, `log ${seed}`).toEqual(sortSummaries(summarizePlainly(log)));
    count += summaries.length;
  }
  expect(count).toBeGreaterThan(3_000);
});

it('summaries of random logs with a START without type equal those of a straightforward implementation', () => {
  let count = 0;
  for (const seed of seeds) {
    const log = createRandomLog(seed, ODD_LOG_VALUES);
    const events = readSessionEvents(log);
    const summaries = sortSummaries(summarize(events).map(toPlain));
    expect(summaries, `log ${seed}`).toEqual(sortSummaries(summarizePlainly(log)));
    const sessions = new UserSessions();
    for (const event of events) {
      sessions.add([event]);
      if (event.row % 7 === 0) sessions.summarize();
    }
    expect(sortSummaries(sessions.summarize().map(toPlain)), `log ${seed}`).toEqual(summaries);
    count += summaries.length;
  }
  expect(count).toBeGreaterThan(3_000);
});

// The outer of the first two sessions counts its START twice, so their summaries differ.
it('nested sessions with equal summaries have one summary', () => {
  const log = [0, 10, 2_410, 2_420, 4_830, 4_840].map((seconds, at) => ({
    eid: at === 0 ? 'START' : 'IMPRESSION',
    ets: 1_700_000_000_000 + seconds * 1_000,
    edata: {},
  }));
  const spansInSeconds = summarize(readSessionEvents(log)).map(({ start, end }) =>
    [start, end].map((ets) => ets / 1_000 - 1.7e9),
  );
  expect(spansInSeconds).toEqual([
    [0, 10],
    [0, 10],
    [2_410, 2_420],
    [4_830, 4_840],
  ]);
});

it('a session that another START closes has endedBy start, nested or not', () => {
  const starts = [{ type: 'app' }, { type: 'content', mode: 'play' }, null, { type: 'app' }, null];
  const log = starts.map((edata, at) => ({
    eid: edata === null ? 'INTERACT' : 'START',
    ets: 1_700_000_000_000 + at * 5_000,
    edata: edata ?? { type: 'TOUCH' },
  }));
  expect(summarize(readSessionEvents(log)).map(({ type, endedBy }) => [type, endedBy])).toEqual([
    ['content', 'start'],
    ['app', 'start'],
    ['app', 'input'],
  ]);
});

it('equal origins are the same object, including the origins of events without context', () => {
  const context = { did: 'd' };
  const events = readSessionEvents([{}, { context }, {}, { context }].map((json) => ({ eid: 'END', ets: 1, ...json })));
  expect(new Set(events.map(({ origin }) => origin)).size).toBe(2);
});

it('summaries with another idle time and break equal those of a straightforward implementation', () => {
  for (const seed of seeds.slice(0, 50)) {
    const log = createRandomLog(seed);
    const settings = { ...DEFAULT_SESSION_SETTINGS, idleSeconds: 3_600, breakSeconds: 60 };
    expect(sortSummaries(summarize(readSessionEvents(log), settings).map(toPlain))).toEqual(
      sortSummaries(summarizePlainly(log, 3_600, 60)),
    );
  }
});

const SESSIONS = '../shared/data/sessions';

describeSharedData(SESSIONS, 'the pipeline’s own test logs', () => {
  const expected: Record<string, PlainSummary[]> = JSON.parse(readFileSync(`${SESSIONS}/expected.json`, 'utf8'));

  it.each(Object.keys(expected))('the summaries of %s have the numbers in the pipeline’s tests', (file) => {
    const lines = readFileSync(`${SESSIONS}/${file}`, 'utf8').split('\n');
    const log = lines.filter((line) => line !== '').map((line): Json => JSON.parse(line));
    expect(sortSummaries(summarize(readSessionEvents(log)).map(toPlain))).toEqual(sortSummaries(expected[file] ?? []));
  });
});

const anySeed = fc.integer({ min: 1_000, max: 1_000_000 });

it('the order of arrival does not change summaries, except for events with equal `ets`', () => {
  fc.assert(
    fc.property(anySeed, fc.integer(), (seed, shuffleSeed) => {
      const events = readSessionEvents(createRandomLog(seed));
      const random = createRandom(shuffleSeed);
      const shuffled = events.map((event) => ({ event, at: random() })).sort((one, other) => one.at - other.at);
      // The rows stay the same, because they order events with equal `ets`.
      expect(summarize(shuffled.map(({ event }) => event))).toEqual(expect.arrayContaining([...summarize(events)]));
      const byTime = events
        .toSorted((one, other) => one.ets - other.ets)
        .map((event, at) => ({ ...event, row: at + 1 }));
      expect(sortSummaries(summarize(byTime).map(toPlain))).toEqual(sortSummaries(summarize(events).map(toPlain)));
    }),
    { numRuns: 60 },
  );
});

it('events that are added and removed in steps have the same summaries as one run over the remaining events', () => {
  fc.assert(
    fc.property(anySeed, fc.integer(), (seed, stepSeed) => {
      const events = readSessionEvents(createRandomLog(seed));
      const random = createRandom(stepSeed);
      const sessions = new UserSessions();
      const remaining = new Map<number, SessionEvent>();
      const shuffled = events.map((event) => ({ event, at: random() < 0.2 ? random() * events.length : event.row }));
      shuffled.sort((one, other) => one.at - other.at);
      for (let from = 0; from < shuffled.length; ) {
        const to = from + 1 + Math.floor(random() * 20);
        const part = shuffled.slice(from, to).map(({ event }) => event);
        sessions.add(part);
        for (const event of part) remaining.set(event.row, event);
        if (random() < 0.5) {
          const removed = [...remaining.keys()].filter(() => random() < 0.1);
          sessions.remove(removed);
          for (const row of removed) remaining.delete(row);
        }
        if (random() < 0.3) sessions.countAdded(Math.floor(random() * 20));
        if (random() < 0.5) sessions.summarize();
        from = to;
      }
      expect(sortedTexts(sessions.summarize())).toEqual(sortedTexts(summarize([...remaining.values()])));
    }),
    { numRuns: 100 },
  );
});

const sortedTexts = (summaries: readonly SessionSummary[]) =>
  summaries.map((summary) => JSON.stringify(summary)).sort();

it('events that are added in two parts have the same summaries as events that are added at once', () => {
  fc.assert(
    fc.property(anySeed, fc.nat(130), (seed, at) => {
      const events = readSessionEvents(createRandomLog(seed));
      const sessions = new UserSessions();
      sessions.add(events.slice(0, at));
      sessions.summarize();
      sessions.add(events.slice(at));
      expect(sortedTexts(sessions.summarize())).toEqual(sortedTexts(summarize(events)));
    }),
    { numRuns: 60 },
  );
});

it('only the outermost 32 of 1,001 open sessions continue after a break, in the summaries and in the audit', () => {
  const starts = Array.from({ length: 1_000 }, (_, at) => ({ eid: 'START', ets: 10 * at, edata: { type: `t${at}` } }));
  const breaks = Array.from({ length: 1_000 }, (_, at) => ({
    eid: 'INTERACT',
    ets: 2_000_000 * (1 + Math.floor(at / 2)) + 1_000 * (at % 2),
    edata: {},
  }));
  const events = readSessionEvents([...starts, ...breaks]);
  expect(summarize(events)).toHaveLength(1_000 + 32 * 500);
  const rule = createUserSessionRule((event: SessionEvent) => event);
  const ends = readSessionEvents([
    ...starts,
    ...breaks,
    ...[30, 31].map((at) => ({ eid: 'END', ets: 2e9, edata: { type: `t${at}` } })),
  ]).slice(-2);
  const { found } = rule.add([...events, ...ends]);
  expect(found.filter(({ code }) => code.startsWith('end-')).map(({ rows }) => rows[0])).toEqual([2_002]);
});

it('a hundred thousand sessions can be nested', () => {
  const origin = { did: 'd', channel: 'c', producer: 'p' };
  const other = { origin, mode: '', pageId: null, env: '', sid: '', reported: null };
  const events = Array.from({ length: 100_000 }, (_, at) => ({
    row: at + 1,
    ets: 10 * (at + 1),
    eid: 'START',
    type: `t${at}`,
    ...other,
  }));
  const summaries = summarize([...events, { row: 100_001, ets: 1_000_100, eid: 'INTERACT', type: 'TOUCH', ...other }]);
  expect(summaries).toHaveLength(100_001);
  expect(summaries.at(-1)).toMatchObject({
    type: 'app',
    eventsSummary: { START: 100_001, INTERACT: 1 },
    rows: [[1, 100_001]],
  });
});

it('events added in reverse order have the same summaries as in order', () => {
  const events = seeds.flatMap((seed) => createRandomLog(seed)).map((json, at) => ({ ...json, ets: at * 1_000 }));
  const sessionEvents = readSessionEvents(events);
  const sessions = new UserSessions();
  for (let to = sessionEvents.length; to > 0; to -= 100) {
    sessions.add(sessionEvents.slice(Math.max(0, to - 100), to));
  }
  expect(sortedTexts(sessions.summarize())).toEqual(sortedTexts(summarize(sessionEvents)));
});

it.each([
  ['no ets', { eid: 'START' }, { ok: false, failure: 'missing' }],
  ['null as ets', { eid: 'START', ets: null }, { ok: false, failure: 'missing' }],
  ['a text as ets', { eid: 'START', ets: '1700000000000' }, { ok: false, failure: 'not-a-number' }],
  ['an ets beyond any date', { eid: 'START', ets: 1e300 }, { ok: false, failure: 'out-of-range' }],
  ['ets 0', { eid: 'START', ets: 0 }, { ok: true, value: expect.objectContaining({ ets: 0 }) }],
  ['a negative ets', { eid: 'START', ets: -5 }, { ok: true, value: expect.objectContaining({ ets: -5 }) }],
  ['the year 275760', { eid: 'START', ets: 8.64e15 }, { ok: true, value: expect.objectContaining({ ets: 8.64e15 }) }],
  [
    'no context',
    { eid: 'START', ets: 1 },
    { ok: true, value: expect.objectContaining({ origin: { did: '', channel: '', producer: '' } }) },
  ],
  ['an event of a server', { eid: 'LOG', ets: 1 }, null],
  ['a value that is not an event', [], null],
] as const)('the session reader accepts, rejects or skips %s', (_, json, expected) => {
  expect(new SessionEventReader().read(json, 1)).toEqual(expected);
});

it('a session whose first event has time 0 starts at its second event, as in the job', () => {
  const log = [0, 5_000, 8_000].map((ets, at) => ({
    eid: at === 0 ? 'START' : 'INTERACT',
    ets,
    edata: { type: 'app' },
  }));
  expect(summarize(readSessionEvents(log))).toMatchObject([{ start: 5_000, end: 8_000, timeDiff: 3, timeSpent: 8 }]);
});

it.each([
  ['', []],
  [' before an END without START', [{ eid: 'END', ets: 1_000, edata: { type: 'play' } }]],
])('a session lists its first events at time 0%s', (_, others) => {
  const log = [0, 0, 5_000].map((ets) => ({ eid: 'INTERACT', ets, edata: { type: 'TOUCH' } }));
  const sessions = new UserSessions();
  sessions.add(readSessionEvents([...log, ...others]));
  const [session] = sessions.summarize();
  expect(session && sessions.eventsOf(session)).toMatchObject([{ row: 1 }, { row: 2 }, { row: 3 }]);
  expect(sessions.positionOf(2)).toMatchObject({ position: 2, count: 3 });
});

it('summarizing added events can be split into several tasks', () => {
  const sessions = new UserSessions();
  const events = readSessionEvents(createRandomLog(7));
  sessions.add(events);
  let tasks = 1;
  while (!sessions.countAdded(10)) tasks += 1;
  expect(tasks).toBeGreaterThanOrEqual(Math.floor(events.length / 10));
  expect(sortedTexts(sessions.summarize())).toEqual(sortedTexts(summarize(events)));
  expect(sessions.countAdded(10)).toBe(true);
});
