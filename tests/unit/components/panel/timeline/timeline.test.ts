import { describe, expect, it } from 'vitest';
import {
  AXIS_Y,
  findBrushedRange,
  layOutBars,
  layOutTicks,
  STRIP_HEIGHT,
  timeTerm,
} from '#components/panel/timeline/Timeline.tsx';
import { createDensityCounter } from '#components/panel/timeline/use-density.ts';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { parseQuery } from '#core/query/parse-query';
import type { JudgedRecord } from '#core/stream/judged-record';
import { recordOf } from '#tests/fixtures/records';

const noon = new Date(2026, 10, 20, 12, 0, 0).getTime();
const at = (seconds: number) => noon + seconds * 1000;

const navigation = (seconds: number, afterRow: number) => ({ at: at(seconds), url: '', afterRow });

describe('density', () => {
  const createFilledCounter = (...records: readonly JudgedRecord[]) => {
    const counter = createDensityCounter();
    for (const record of records) counter.add(record);
    return counter;
  };

  it('the density of events counts each event once, in its time bucket and by its outcome', () => {
    const counter = createFilledCounter(
      recordOf(1, { at: at(0) }),
      recordOf(2, { at: at(1), lost: true }),
      recordOf(3, { at: at(9), verdict: 'invalid', lost: true }),
      recordOf(4, { at: at(10) }),
    );
    expect(counter.density([navigation(5, 2), navigation(99, 4)], 2)).toEqual({
      from: at(0),
      to: at(10),
      buckets: [
        { valid: 1, invalid: 0, lost: 1 },
        { valid: 1, invalid: 1, lost: 0 },
      ],
      navigationTimes: [at(5)],
      pageLoads: 1,
    });
  });

  it('the density of very many page loads counts all of them, and merges them into as many lines as can be rendered', () => {
    const counter = createFilledCounter(recordOf(1, { at: at(0) }), recordOf(2, { at: at(10) }));
    const navigations = Array.from({ length: 20_000 }, (_, index) => navigation(index / 2_000, 1));
    const density = counter.density(navigations, 2);
    expect(density?.pageLoads).toBe(20_000);
    expect(density?.navigationTimes.length).toBeLessThanOrEqual(600);
    expect(density?.navigationTimes[0]).toBe(at(0));
  });

  it('the density of a single event spans a second, and there is no density without events', () => {
    expect(createFilledCounter(recordOf(1, { at: at(0) })).density([], 4)?.to).toBe(at(1));
    expect(createFilledCounter().density([], 4)).toBeNull();
  });

  it('the density of events is updated when an event changes, and is empty after all events are cleared', () => {
    const before = recordOf(1, { at: at(0) });
    const counter = createFilledCounter(before, recordOf(2, { at: at(1) }));
    counter.remove(before);
    counter.add(recordOf(1, { at: at(0), verdict: 'invalid' }));
    expect(counter.density([], 1)?.buckets).toEqual([{ valid: 1, invalid: 1, lost: 0 }]);
    counter.clear();
    expect(counter.density([], 1)).toBeNull();
  });

  it('the density of events at very many different times counts each event once', () => {
    const counter = createDensityCounter(64);
    const events = Array.from({ length: 1000 }, (_, index) => recordOf(index + 1, { at: at(index * 0.01) }));
    for (const event of events) counter.add(event);
    for (const event of events.slice(0, 100)) {
      counter.remove(event);
      counter.add({ ...event, verdict: 'invalid' });
    }
    const buckets = counter.density([], 10)?.buckets ?? [];
    const sum = (sort: 'valid' | 'invalid') => buckets.reduce((all, bucket) => all + bucket[sort], 0);
    expect([sum('valid'), sum('invalid')]).toEqual([900, 100]);
    for (const { valid, invalid } of buckets) expect(Math.abs(valid + invalid - 100)).toBeLessThanOrEqual(26);
  });
});

describe('the strip', () => {
  const yOf = (path: string) =>
    [...path.matchAll(/M[\d.]+ ([\d.]+)h[\d.]+V([\d.]+)/g)].map(([, top, bottom]) => [Number(top), Number(bottom)]);

  it('bars of valid events are above the axis, others below it, invalid before lost', () => {
    const buckets = [
      { valid: 5000, invalid: 9, lost: 9 },
      { valid: 1, invalid: 0, lost: 1 },
    ];
    const bars = layOutBars({ from: 0, to: 1, buckets, navigationTimes: [], pageLoads: 0 });
    for (const [top = 0, bottom = 0] of yOf(bars.valid)) expect([top >= 10, bottom]).toEqual([true, AXIS_Y]);
    const [invalid, lost] = [yOf(bars.invalid)[0] ?? [], yOf(bars.lost)[0] ?? []];
    expect(invalid[0]).toBeGreaterThan(AXIS_Y);
    expect(lost[0]).toBeGreaterThan(invalid[1] ?? 0);
    expect(lost[1]).toBeLessThan(STRIP_HEIGHT);
  });

  it('the bar of one event among thousands is still visible', () => {
    const bars = layOutBars({
      from: 0,
      to: 1,
      buckets: [
        { valid: 100_000, invalid: 0, lost: 0 },
        { valid: 1, invalid: 0, lost: 0 },
      ],
      navigationTimes: [],
      pageLoads: 0,
    });
    const [, [top = 0, bottom = 0] = []] = yOf(bars.valid);
    expect(bottom - top).toBeGreaterThanOrEqual(1.5);
  });
});

it.each([
  [10, ['12:00:00', '12:00:02', '12:00:04', '12:00:06', '12:00:08']],
  [600, ['12:00', '12:02', '12:04', '12:06', '12:08']],
  [7 * 3600, ['12:00', '14:00', '16:00', '18:00']],
  [10 * 86_400, ['00:00', '00:00', '00:00', '00:00', '00:00']],
])('the axis of %d seconds has ticks at round local times', (seconds, texts) => {
  expect(layOutTicks(noon, at(seconds)).map(({ text }) => text)).toEqual(texts);
});

it('a brushed time range becomes a filter term for the same range', () => {
  const range = { from: at(0), to: at(100) };
  const term = timeTerm({ from: at(25) + 0.4, to: at(50) - 0.4 });
  expect(term).toBe('time:12:00:25.000..12:00:50.000');
  expect(parseQuery(term, compilePattern).ok).toBe(true);
  expect(findBrushedRange(['is:lost', term], range)).toEqual({ start: 0.25, end: 0.5 });
});

it('no time range is brushed if the filter has no time term or an invalid one', () => {
  expect(findBrushedRange(['is:lost', '-time:12:00'], { from: at(0), to: at(1) })).toBeNull();
  expect(findBrushedRange(['time:soon'], { from: at(0), to: at(1) })).toBeNull();
});

it('a time range over midnight finds the events on both sides, and is shown where it was selected', () => {
  const midnight = new Date(2026, 10, 21).getTime();
  const range = { from: midnight - 600_000, to: midnight + 600_000 };
  const term = timeTerm({ from: midnight - 300_000, to: midnight + 300_000 });
  const query = parseQuery<never>(term, compilePattern);
  const matches = query.ok ? compileQuery(query.value) : expect.unreachable();
  const found = [-301, -300, 0, 300, 301].map((seconds) => matches(recordOf(1, { at: midnight + seconds * 1_000 })));
  expect(found).toEqual([false, true, true, true, false]);
  expect(findBrushedRange([term], range)).toEqual({ start: 0.25, end: 0.75 });
  const after = timeTerm({ from: midnight + 300_000, to: midnight + 600_000 });
  expect(findBrushedRange([after], range)).toEqual({ start: 0.75, end: 1 });
});
