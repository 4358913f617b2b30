import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import type { StreamFinding } from '#core/stream/stream-rule';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import type { SessionEvent } from '#core/user-sessions/session-event';
import { applyStreamChange } from '#tests/fixtures/stream-findings';
import {
  createRandom,
  createRandomLog,
  ODD_LOG_VALUES,
  readSessionEvents,
} from '#tests/unit/core/user-sessions/session-logs';

const toSessionEvent = (event: SessionEvent): SessionEvent => event;

function audit(log: readonly JsonObject[], { isComplete = true } = {}): readonly StreamFinding[] {
  const rule = createUserSessionRule(toSessionEvent);
  const findings = new Map<string, StreamFinding>();
  applyStreamChange(findings, rule.add(readSessionEvents(log)));
  if (isComplete) applyStreamChange(findings, rule.end());
  return [...findings.values()];
}

const event = (eid: string, seconds: number, edata: JsonObject = {}, context: JsonObject = {}): JsonObject => ({
  eid,
  ets: 1_700_000_000_000 + seconds * 1_000,
  context: { did: 'd', channel: 'c', pdata: { id: 'p' }, ...context },
  edata,
});
const play = { type: 'content', mode: 'play' };
const start = (seconds: number, edata: JsonObject = play) => event('START', seconds, edata);
const end = (seconds: number, edata: JsonObject = play) => event('END', seconds, edata);
const quiz = { type: 'TOUCH', pageid: 'quiz' };

describe('the audit of user sessions', () => {
  it('a valid session has no findings', () => {
    const log = [
      start(0),
      event('IMPRESSION', 1, { type: 'view', pageid: 'quiz' }),
      event('INTERACT', 20, quiz),
      event('SUMMARY', 59, {
        ...play,
        starttime: 1_700_000_000_000,
        endtime: 1_700_000_059_000,
        timespent: 59,
        pageviews: 1,
        interactions: 1,
      }),
      end(60, { ...play, duration: 60.4 }),
    ];
    expect(audit(log)).toEqual([]);
  });

  it('a SUMMARY right after its START may round timespent as the pipeline does', () => {
    expect(audit([start(0), event('SUMMARY', 23.415, { ...play, timespent: 23.42 }), end(60)])).toEqual([]);
  });

  it.each<[reason: string, log: readonly JsonObject[], rows: readonly number[], severity: string]>([
    ['end-without-start', [start(0), end(5), end(9)], [3], 'error'],
    ['end-without-start', [event('INTERACT', 0), end(5)], [2], 'error'],
    ['start-twice', [start(0), start(5), end(9)], [2, 1], 'warning'],
    ['never-ended', [start(0), event('INTERACT', 4_000), event('INTERACT', 4_005)], [1], 'warning'],
    ['not-ended-yet', [start(0), event('INTERACT', 5)], [1], 'info'],
    ['wrong-nesting', [start(0), start(1, { type: 'page' }), end(5)], [3, 2], 'warning'],
    ['duration-differs', [start(0), end(60, { ...play, duration: 12 })], [2, 1], 'warning'],
    ['duration-milliseconds', [start(0), end(60, { ...play, duration: 60_000 })], [2, 1], 'warning'],
    ['duration-milliseconds', [start(0), end(0.5, { ...play, duration: 480 })], [2, 1], 'warning'],
    ['duration-differs', [start(0), end(0.5, { ...play, duration: 60 })], [2, 1], 'warning'],
    ['duration-differs', [start(0), end(0, { ...play, duration: 5 })], [2, 1], 'warning'],
    ['duration-epoch', [start(0), end(60, { ...play, duration: 1_700_000_060_000 })], [2, 1], 'warning'],
    ['summary-starttime', [start(0), event('SUMMARY', 60, { ...play, starttime: 5 }), end(60)], [2, 1], 'warning'],
    ['summary-endtime', [start(0), event('SUMMARY', 60, { ...play, endtime: 5 }), end(60)], [2, 1], 'warning'],
    ['summary-timespent', [start(0), event('SUMMARY', 70, { ...play, timespent: 12 }), end(70)], [2, 1], 'warning'],
    ['summary-pageviews', [start(0), event('SUMMARY', 9, { ...play, pageviews: 4 }), end(9)], [2, 1], 'warning'],
    ['summary-interactions', [start(0), event('SUMMARY', 9, { ...play, interactions: 4 }), end(9)], [2, 1], 'warning'],
    [
      'summary-timespent-minutes',
      [start(0), event('SUMMARY', 192, { ...play, timespent: 12 }), end(192)],
      [2, 1],
      'warning',
    ],
    [
      'summary-pageviews-assess',
      [start(0), event('ASSESS', 3), event('ASSESS', 6), event('SUMMARY', 9, { ...play, pageviews: 2 }), end(9)],
      [4, 1],
      'warning',
    ],
    [
      'summary-interactions-assess',
      [start(0), event('ASSESS', 3), event('SUMMARY', 9, { ...play, interactions: 1 }), end(9)],
      [3, 1],
      'warning',
    ],
    ['start-without-type', [start(0, { duration: 0 }), event('INTERACT', 3), end(9)], [3, 1], 'error'],
    ['ets-against-calls', [start(0), event('INTERRUPT', 5), event('INTERRUPT', 3), end(9)], [3, 2], 'info'],
    [
      'page-not-impressed',
      [start(0), event('INTERACT', 3, quiz), event('INTERACT', 4, quiz), end(9)],
      [2, 3],
      'warning',
    ],
  ])('%s is reported for %j', (reason, log, rows, severity) => {
    const findings = audit(log);
    expect(findings).toMatchObject([{ rows, severity, params: { reason } }]);
  });

  it.each([
    ['mode', { type: 'content', mode: 'preview' }],
    ['type', { type: 'resource', mode: 'play' }],
  ])('an END with another %s than its START is reported', (field, edata) => {
    expect(audit([start(0), end(5, edata)], { isComplete: false })).toMatchObject([
      { code: 'end-differs', path: ['edata', field], rows: [2, 1] },
    ]);
  });

  it.each([
    ['did', { did: 'other' }],
    ['channel', { channel: 'other' }],
    ['producer', { pdata: { id: 'other' } }],
  ])('a change of %s within a log-in session splits the user session', (by, context) => {
    const log = [event('IMPRESSION', 0, {}, { sid: 's' }), event('IMPRESSION', 1, {}, { sid: 's', ...context })];
    expect(audit(log)).toMatchObject([{ code: 'session-split', params: { by }, rows: [2, 1] }]);
  });

  const app = { type: 'app' };
  it.each<[reason: string, log: readonly JsonObject[], rows: readonly number[], severity: string, closed?: string]>([
    // The END of the app session also closes the session in it.
    ['wrong-nesting', [start(0), event('IMPRESSION', 5), end(10, app)], [3, 1], 'warning'],
    ['wrong-nesting', [start(0, { type: 'content' }), event('IMPRESSION', 5), end(10, app)], [3, 1], 'warning'],
    ['end-of-own-app', [event('IMPRESSION', 0), event('IMPRESSION', 5), end(10, app)], [3], 'info'],
    ['end-of-own-app', [start(0), end(5), end(10, app)], [3], 'info'],
    ['end-again', [start(0, app), event('IMPRESSION', 5), end(10, app), end(12, app)], [4], 'warning'],
    [
      'end-in-other-case',
      [start(0, { type: 'content', mode: 'Play' }), event('IMPRESSION', 5), end(10)],
      [3, 1],
      'warning',
      'content · Play',
    ],
    [
      'end-in-other-case',
      [start(0, app), start(1, { ...play, mode: 'Play' }), start(2, { type: 'page' }), end(10)],
      [4, 2],
      'warning',
      'app',
    ],
  ])('%s is reported for an END that has no matching START in %j', (reason, log, rows, severity, closed) => {
    const findings = audit(log, { isComplete: false });
    expect(findings).toMatchObject([
      { rows, severity, params: closed === undefined ? { reason } : { reason, closed } },
    ]);
  });

  const summaryOf = (start: number, timespent: number, pageviews = 0) => ({
    starttime: 1_700_000_000_000 + start * 1_000,
    timespent,
    pageviews,
    interactions: 0,
  });
  const edit = { type: 'content', mode: 'edit' };
  const preview = { type: 'content', mode: 'preview' };
  const player = { type: 'player', mode: 'play' };
  const nested = [start(0, edit), event('IMPRESSION', 1), event('IMPRESSION', 5), start(10, preview)];
  const players = [start(0, app), event('IMPRESSION', 1), start(2), start(4, player), event('IMPRESSION', 5)];
  it.each<[text: string, log: readonly JsonObject[]]>([
    [
      'the same mode and has ended',
      [
        ...nested,
        event('IMPRESSION', 15),
        end(20, preview),
        event('SUMMARY', 20, { ...preview, ...summaryOf(10, 10, 1) }),
      ],
    ],
    [
      'the same mode and contains another session',
      [...nested, event('SUMMARY', 20, { ...edit, ...summaryOf(0, 20, 2) })],
    ],
    [
      'the same type and ended before another session',
      [...players, end(9, player), end(10), event('SUMMARY', 10, { ...player, ...summaryOf(4, 5, 1) })],
    ],
    [
      'the same start time and ended before another session',
      [start(0), event('IMPRESSION', 5), end(9), start(20), event('SUMMARY', 31, { ...play, ...summaryOf(0, 9, 1) })],
    ],
    [
      'the same start time and was closed by the next START',
      [start(0), event('IMPRESSION', 5), start(9), event('SUMMARY', 10, { ...play, ...summaryOf(0, 5, 1) })],
    ],
    [
      'the same mode in another letter case and was closed by an END',
      [
        start(0, { ...play, mode: 'Play' }),
        event('IMPRESSION', 5),
        end(9),
        event('SUMMARY', 9, { ...play, ...summaryOf(0, 9, 1) }),
      ],
    ],
  ])('a SUMMARY is compared with the session that has %s', (_, log) => {
    const summaryFindingsOf = (findings: readonly StreamFinding[]) =>
      findings.filter(({ code }) => code.startsWith('summary-'));
    expect(summaryFindingsOf(audit(log))).toEqual([]);
    const [summary, ...before] = log.toReversed();
    const wrongSummary = { ...summary, edata: { ...(summary?.edata as JsonObject), pageviews: 7 } };
    expect(summaryFindingsOf(audit([...before.reverse(), wrongSummary]))).toMatchObject([
      { code: 'summary-pageviews' },
    ]);
  });

  it.each([
    ['only an app session', start(0, app), { ...play, ...summaryOf(40, 5) }],
    ['only a session of another mode', start(0, preview), { ...play, ...summaryOf(40, 5) }],
    ['no type in the SUMMARY', start(0), summaryOf(40, 5)],
    ['no session after a break', [start(0), end(10), event('IMPRESSION', 4_000)], { ...play, ...summaryOf(4_010, 5) }],
  ])('a SUMMARY without a matching session is not compared: %s', (_, before, edata) => {
    const log = [before, event('IMPRESSION', 4_001), event('SUMMARY', 4_060, edata)].flat();
    expect(audit(log, { isComplete: false }).filter(({ code }) => code !== 'never-ended')).toEqual([]);
  });

  it.each([
    ['a START', [start(0, app)]],
    ['another event', []],
  ])('the pages of a second app session need an IMPRESSION of their own, even if %s opened the first', (_, log) => {
    const impression = event('IMPRESSION', 1, { type: 'view', pageid: 'quiz' });
    const findings = audit([...log, impression, event('INTERACT', 3, quiz), start(5, app), event('INTERACT', 7, quiz)]);
    const row = log.length + 4;
    expect(findings.filter(({ code }) => code === 'page-not-impressed')).toMatchObject([{ rows: [row] }]);
  });

  it('a START without a type is not reported as missing its END', () => {
    const log = [start(0, {}), event('INTERACT', 5), event('INTERACT', 4_000), event('INTERACT', 4_005)];
    expect(audit(log)).toEqual([]);
  });

  it('a finding is withdrawn when the missing event arrives', () => {
    const rule = createUserSessionRule(toSessionEvent);
    const [first, impression, interact] = readSessionEvents([
      start(0),
      event('IMPRESSION', 1, quiz),
      event('INTERACT', 3, quiz),
    ]);
    if (first === undefined || impression === undefined || interact === undefined) throw new Error('Three events');
    expect(rule.add([first, interact]).found).toMatchObject([{ code: 'page-not-impressed' }]);
    expect(rule.add([impression])).toEqual({ found: [], withdrawn: ['page-not-impressed 3'] });
  });
});

/** Creates consecutive logs. Sixteen logs have more events than lie between two states that the audit saves. */
function createLongLog(seed: number, logs: number, values?: typeof ODD_LOG_VALUES): readonly JsonObject[] {
  return Array.from({ length: logs }, (_, at) =>
    createRandomLog(seed + at, values).map((json) => ({ ...json, ets: Number(json.ets) + at * 40_000_000 })),
  ).flat();
}

it.each([
  ['short', 1, 60, undefined],
  ['long', 16, 12, undefined],
  ['odd', 1, 60, ODD_LOG_VALUES],
  ['long odd', 16, 12, ODD_LOG_VALUES],
])(
  'the audit of %s logs has the same findings after any additions and removals as in one run over the remaining events',
  (_, logs, numRuns, values) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer(), (seed, stepSeed) => {
        const events = readSessionEvents(createLongLog(seed, logs, values));
        const random = createRandom(stepSeed);
        const rule = createUserSessionRule(toSessionEvent);
        const findings = new Map<string, StreamFinding>();
        const remaining = new Map<number, SessionEvent>();
        for (let from = 0; from < events.length; ) {
          const to = from + 1 + Math.floor(random() * 30 * logs);
          const part = events.slice(from, to);
          applyStreamChange(findings, rule.add(part));
          for (const added of part) remaining.set(added.row, added);
          const oldest = random() < 0.5 ? Math.floor(random() * remaining.size) : 0;
          const removed = [...remaining.keys()].filter((_, at) => at < oldest || random() < 0.05);
          applyStreamChange(findings, rule.remove(removed));
          for (const row of removed) remaining.delete(row);
          if (random() < 0.1) applyStreamChange(findings, rule.end());
          from = to;
        }
        applyStreamChange(findings, rule.end());
        const expected = new Map<string, StreamFinding>();
        const otherRule = createUserSessionRule(toSessionEvent);
        applyStreamChange(expected, otherRule.add([...remaining.values()]));
        applyStreamChange(expected, otherRule.end());
        const sorted = (all: ReadonlyMap<string, StreamFinding>) =>
          [...all.values()].map((finding) => JSON.stringify(finding)).sort();
        expect(sorted(findings)).toEqual(sorted(expected));
      }),
      { numRuns },
    );
  },
);
