import { describe, expect, it } from 'vitest';
import type { JudgedRecord } from '#core/stream/judged-record';
import { compileEventPattern, type EventPattern } from '#node/playwright/matchers/event-pattern';
import { judgeEvent, judgeNextEvent } from '#node/playwright/matchers/judge-event';
import {
  type EventListOptions,
  judgeEvents,
  judgeNoInvalidEvents,
  judgeNoLostEvents,
} from '#node/playwright/matchers/judge-events';
import {
  formatExplanation,
  type Judge,
  type Judgement,
  MAX_EXPLANATION_LINES,
} from '#node/playwright/matchers/judgement';
import { callOf, eventOf, findingOf, recordOf, requestOf } from '#tests/fixtures/records';
import { compileValidPattern, interactOf } from '#tests/fixtures/telemetry-source';

const dropped = recordOf(9, { event: null, headline: 'drop' });
const session: readonly JudgedRecord[] = [
  recordOf(1, { kind: 'start', name: 'start', headline: 'app', event: eventOf({ json: { eid: 'START', mid: '1' } }) }),
  interactOf(2, { type: 'TOUCH', id: 'play', pageid: 'home' }),
  interactOf(3, { type: 'TOUCH', id: 'next', pageid: 'home' }),
];

const passes = (judge: Judge, records = session) => judge(records).pass;
const eventPasses = (pattern: EventPattern, records = session) =>
  passes(judgeEvent(compileValidPattern(pattern)), records);
const linesOf = ({ explain }: Judgement) => formatExplanation(explain());
const explain = (judge: Judge, records = session) => linesOf(judge(records)).join('\n');

it.each<EventPattern>([
  { eid: 'INTERACT' },
  { kind: 'interact', edata: { id: 'play' } },
  { edata: { id: expect.stringContaining('la') } },
  { edata: { id: /^pl/ } },
  { edata: expect.objectContaining({ pageid: 'home' }) },
  { edata: { id: 'play', target: undefined } },
  'kind:interact pageid:home',
  'edata.id:play',
])('judgeEvent finds an event that matches %j', (pattern) => {
  expect(eventPasses(pattern)).toBe(true);
});

it.each<EventPattern>([
  { eid: 'END' },
  { kind: 'start', edata: {} },
  { edata: { id: 'pla' } },
  { edata: { id: expect.any(Number) } },
  { edata: { id: undefined, pageid: 'home' } },
  'kind:interact pageid:map',
])('judgeEvent finds no event that matches %j', (pattern) => {
  expect(eventPasses(pattern)).toBe(false);
});

it('judgeEvent compares arrays item by item', () => {
  const cdata = [{ id: 'a', type: 'x' }, { id: 'b' }];
  const records = [recordOf(1, { event: eventOf({ json: { eid: 'INTERACT', context: { cdata } } }) })];
  expect(eventPasses({ context: { cdata: [{ id: 'a' }, { id: 'b' }] } }, records)).toBe(true);
  expect(eventPasses({ context: { cdata: [{ id: 'a' }] } }, records)).toBe(false);
  expect(eventPasses({ context: { cdata: expect.arrayContaining([{ id: 'b' }]) } }, records)).toBe(true);
});

it('judgeEvent compares the event as it was sent in the request', () => {
  const records = [recordOf(1, { requests: [requestOf({ carriedEvent: { eid: 'INTERACT', ver: '3.1' } })] })];
  expect(eventPasses({ ver: '3.1' }, records)).toBe(true);
  expect(eventPasses({ mid: 'INTERACT:1' }, records)).toBe(false);
});

it('judgeEvent ignores a call without an event, unless a filter selects it', () => {
  expect(eventPasses({ kind: 'interact' }, [dropped])).toBe(false);
  expect(eventPasses('state:dropped', [dropped])).toBe(true);
});

it('judgeEvent does not match inherited properties as fields', () => {
  expect(eventPasses({ eid: /^INTERACT$/, edata: { constructor: expect.anything() } })).toBe(false);
});

it('judgeEvent explains a failure with the nearest event and its different fields', () => {
  expect(
    explain(judgeEvent(compileValidPattern({ eid: 'INTERACT', edata: { type: 'TOUCH', id: 'play', pageid: 'map' } }))),
  ).toBe(
    [
      'Expected: { eid: "INTERACT", edata: { type: "TOUCH", id: "play", pageid: "map" } }',
      'Received: 3 events, none of them matches',
      'Nearest:  #2 INTERACT play · TOUCH',
      '  edata.pageid: expected "map", received "home"',
    ].join('\n'),
  );
});

it('judgeEvent explains a failure with the filter term that does not match', () => {
  expect(explain(judgeEvent(compileValidPattern('kind:interact id:play pageid:map')))).toContain(
    'Nearest:  #2 INTERACT play · TOUCH\n  pageid: expected pageid:map, received "home"',
  );
});

it('judgeEvent prefers an event of the expected kind as the nearest, even if more of its fields differ', () => {
  const other = recordOf(4, {
    kind: 'log',
    name: 'log',
    event: eventOf({ json: { eid: 'LOG', edata: { id: 'a' } } }),
  });
  const judge = judgeEvent(compileValidPattern({ kind: 'interact', edata: { id: 'a', pageid: 'b' } }));
  expect(explain(judge, [...session, other])).toContain('#3 INTERACT');
});

it('judgeEvent lists the matching events if their number is wrong', () => {
  expect(explain(judgeEvent(compileValidPattern({ eid: 'INTERACT' }), 1))).toBe(
    'Expected: { eid: "INTERACT" }, exactly 1 time\nReceived: 2 of 3 events match: #2 INTERACT play · TOUCH, #3 INTERACT next · TOUCH',
  );
});

it('judgeEvent limits an explanation to ten lines, regardless of the number of differences', () => {
  const edata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 'x'.repeat(500)]));
  const lines = linesOf(judgeEvent(compileValidPattern({ eid: /^INTERACT$/, edata }))(session));
  expect(lines).toHaveLength(MAX_EXPLANATION_LINES);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(400);
});

it('judgeEvent counts a call without an event only if a filter selects it', () => {
  expect(explain(judgeEvent(compileValidPattern('state:dropped')), [dropped])).toContain(
    'Received: 1 of 1 event matches: #9',
  );
  expect(explain(judgeEvent(compileValidPattern({ eid: 'END' })), [dropped])).toContain('Received: no event\n');
});

it('judgeEvent truncates the name of an event in an explanation', () => {
  const eid = 'X'.repeat(5_000);
  const other = recordOf(1, { kind: null, name: eid, event: eventOf({ json: { eid } }) });
  const lines = linesOf(judgeEvent(compileValidPattern({ eid: 'END' }))([other]));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200);
});

it('an invalid filter as an event pattern is rejected with an error message', () => {
  expect(compileEventPattern('is:sometimes')).toEqual({ ok: false, failure: '“sometimes” isn’t an is: value.' });
});

describe('next event', () => {
  const next = (pattern: EventPattern, afterRow: number, isPending = false) =>
    judgeNextEvent(compileValidPattern(pattern), () => isPending, afterRow);

  it('judgeNextEvent compares the first event after a row', () => {
    expect(next({ edata: { id: 'play' } }, 1)(session)).toMatchObject({ pass: true, canChangeBy: 'nothing' });
    expect(next({ edata: { id: 'next' } }, 1)(session)).toMatchObject({ pass: false, canChangeBy: 'updates' });
    expect(next({ edata: { id: 'next' } }, 3)(session)).toMatchObject({ pass: false, canChangeBy: 'events' });
  });

  it('judgeNextEvent waits for the event of a pending call, and skips a call without an event', () => {
    const records = [recordOf(1, { event: null }), interactOf(2, { id: 'play' })];
    expect(next({ edata: { id: 'play' } }, 0, true)(records)).toMatchObject({ pass: false, canChangeBy: 'events' });
    expect(next({ edata: { id: 'play' } }, 0)(records)).toMatchObject({ pass: true });
  });

  it('judgeNextEvent explains a failure with the event that was received instead', () => {
    expect(explain(next({ edata: { id: 'next' } }, 1))).toBe(
      'Expected: { edata: { id: "next" } } as the next event after #1\nReceived: #2 INTERACT play · TOUCH\n  edata.id: expected "next", received "play"',
    );
  });
});

describe('lists of events', () => {
  const judgeList = (patterns: readonly EventPattern[], options: EventListOptions = {}) =>
    judgeEvents(patterns.map(compileValidPattern), options);

  it('judgeEvents finds events in any order, a different one for each pattern', () => {
    expect(passes(judgeList([{ edata: { id: 'next' } }, { eid: 'START' }]))).toBe(true);
    expect(passes(judgeList([{ eid: 'START' }, { eid: 'START' }]))).toBe(false);
    // The first pattern matches both interactions. The second matches only the earlier interaction.
    expect(passes(judgeList([{ eid: 'INTERACT' }, { edata: { id: 'play' } }]))).toBe(true);
  });

  it('judgeEvents compares the order if the list is ordered', () => {
    expect(passes(judgeList([{ eid: 'START' }, { edata: { id: 'next' } }], { ordered: true }))).toBe(true);
    expect(passes(judgeList([{ edata: { id: 'next' } }, { eid: 'START' }], { ordered: true }))).toBe(false);
  });

  it('judgeEvents rejects additional events if the list is exact', () => {
    const all: readonly EventPattern[] = [{ eid: 'START' }, { edata: { id: 'play' } }, { edata: { id: 'next' } }];
    expect(passes(judgeList(all, { ordered: true, exact: true }))).toBe(true);
    expect(passes(judgeList([...all].reverse(), { exact: true }))).toBe(true);
    expect(passes(judgeList([...all].reverse(), { ordered: true, exact: true }))).toBe(false);
    expect(judgeList(all.slice(1), { exact: true })(session)).toMatchObject({ pass: false, canChangeBy: 'updates' });
    expect(judgeList(all, { exact: true })(session.slice(1))).toMatchObject({ pass: false, canChangeBy: 'events' });
  });

  it('judgeEvents distinguishes an event that was received too early from a missing event', () => {
    const early = explain(judgeList([{ edata: { id: 'next' } }, { eid: 'START' }], { ordered: true }));
    expect(early).toContain('Too early: 2. { eid: "START" } came as #1 START app');
    expect(early).not.toContain('Missing');
    expect(explain(judgeList([{ edata: { id: 'next' } }, { eid: 'END' }], { ordered: true }))).toContain(
      'Missing:  2.',
    );
  });

  it('judgeEvents explains a failure with the missing and the additional events', () => {
    expect(
      explain(judgeList([{ eid: 'START' }, { edata: { id: 'play', type: 'DRAG' } }], { ordered: true, exact: true })),
    ).toBe(
      [
        'Expected: 2 events in order and no other',
        'Received: 3 events: #1 START app, #2 INTERACT play · TOUCH, #3 INTERACT next · TOUCH',
        'Missing:  2. { edata: { id: "play", type: "DRAG" } }',
        'Nearest:  #2 INTERACT play · TOUCH',
        '  edata.type: expected "DRAG", received "TOUCH"',
        'Others:   #2 INTERACT play · TOUCH, #3 INTERACT next · TOUCH',
      ].join('\n'),
    );
  });
});

it('judgeNoInvalidEvents fails for an error, but not for a warning', () => {
  const invalid = recordOf(4, {
    verdict: 'invalid',
    findings: [findingOf({ params: { reason: 'custom', text: 'Not in the list.' } })],
  });
  const recordWithWarning = recordOf(5, { findings: [findingOf({ severity: 'warning' })] });
  expect(passes(judgeNoInvalidEvents(), [...session, recordWithWarning])).toBe(true);
  expect(judgeNoInvalidEvents()([...session, invalid])).toMatchObject({ pass: false, canChangeBy: 'updates' });
  expect(explain(judgeNoInvalidEvents(), [...session, invalid])).toContain(
    'Received: 1 of 4 events invalid\n  #4 INTERACT next-button · TOUCH · 4\n    data.type: Not in the list. (definition/not-in-list)\nSee:      ',
  );
});

it('judgeNoInvalidEvents counts invalid events, and lists the first ones with the links of their rules', () => {
  const finding = findingOf({ params: { reason: 'not-listed', allowed: ['TOUCH'], value: '"click"' } });
  const records = Array.from({ length: 6 }, (_, index) =>
    recordOf(index + 1, { findings: [finding, finding, finding] }),
  );
  const lines = linesOf(judgeNoInvalidEvents()(records));
  expect(lines[1]).toBe('Received: 6 of 6 events invalid');
  expect(lines.filter((line) => /^ {2}#/.test(line))).toHaveLength(4);
  expect(lines).toContain('    … and 1 more finding');
  expect(lines).toContain('  … and 2 more events');
  const link = lines.at(-1)?.replace(/^See: */, '') ?? '';
  expect(link).toMatch(/docs\/rules\.md#not-listed$/);
});

it('judgeNoInvalidEvents uses the rule sets in its options', () => {
  const eventWithoutFields = recordOf(1, { event: eventOf({ json: { eid: 'INTERACT', edata: {} } }) });
  expect(passes(judgeNoInvalidEvents({ rules: ['definition'], schemas: [] }), [eventWithoutFields])).toBe(false);
  expect(passes(judgeNoInvalidEvents({ rules: ['privacy'], schemas: [] }), [eventWithoutFields])).toBe(true);
});

it('a matcher for absent events fails if no event was captured, unless allowEmpty is set', () => {
  for (const judge of [
    judgeNoInvalidEvents(),
    judgeNoInvalidEvents({ rules: ['privacy'], schemas: [] }),
    judgeNoLostEvents(),
  ]) {
    expect(judge([])).toMatchObject({ pass: false, isEmpty: true });
    expect(explain(judge, [])).toContain('allowEmpty');
  }
  expect(judgeNoInvalidEvents(undefined, { allowEmpty: true })([])).toMatchObject({ pass: true });
  expect(judgeNoLostEvents(true)([])).toMatchObject({ pass: true });
});

it('judgeNoLostEvents does not treat a waiting or queued event as lost', () => {
  const sent = recordOf(4, { requests: [requestOf({ end: { status: 'queued' } })] });
  expect(passes(judgeNoLostEvents(), [...session, sent])).toBe(true);
});

it('judgeNoLostEvents explains how each event was lost, and waits for a retry of a failed request', () => {
  const records = [
    recordOf(1, { headline: 'a', lost: true }),
    recordOf(2, { headline: 'b', call: callOf(), event: null }),
    recordOf(3, {
      headline: 'c',
      requests: [requestOf({ end: { status: 'responded', httpStatus: 500, durationMs: 1 } })],
    }),
    recordOf(4, {
      headline: 'd',
      requests: [requestOf({ end: { status: 'failed', message: 'net', durationMs: 1 } })],
    }),
  ];
  expect(explain(judgeNoLostEvents(), records)).toBe(
    [
      'Expected: no lost event',
      'Received: 4 of 4 events lost',
      '  #1 INTERACT a: the page unloaded before the SDK sent it',
      '  #2 INTERACT b: the SDK emitted no event',
      '  #3 INTERACT c: the collector responded with 500',
      '  #4 INTERACT d: the request failed: net',
    ].join('\n'),
  );
  expect(judgeNoLostEvents()(records.slice(2))).toMatchObject({ pass: false, canChangeBy: 'events' });
  expect(judgeNoLostEvents()(records)).toMatchObject({ canChangeBy: 'updates' });
});
