import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../../lib/panel/filter-language/read-query';
import { ticksOf } from '../../../../lib/panel/timeline/axis';
import { AXIS, barsOf, STRIP_HEIGHT } from '../../../../lib/panel/timeline/bars';
import { brushedPart, timeTerm } from '../../../../lib/panel/timeline/brush';
import { densityOf } from '../../../../lib/panel/timeline/density';
import { recordOf } from '../../../fixtures/records';

const noon = new Date(2026, 10, 20, 12, 0, 0).getTime();
const at = (seconds: number) => noon + seconds * 1000;

describe('the density of events', () => {
  it('counts each event once, into the stretch of its time, by what became of it', () => {
    const records = [
      recordOf(1, { at: at(0) }),
      recordOf(2, { at: at(1), lost: true }),
      recordOf(3, { at: at(9), verdict: 'invalid', lost: true }),
      recordOf(4, { at: at(10) }),
    ];
    expect(
      densityOf(
        records,
        [
          { at: at(5), url: '', afterRow: 2 },
          { at: at(99), url: '', afterRow: 4 },
        ],
        2,
      ),
    ).toEqual({
      from: at(0),
      to: at(10),
      stretches: [
        { valid: 1, invalid: 0, lost: 1 },
        { valid: 1, invalid: 1, lost: 0 },
      ],
      navigations: [at(5)],
    });
  });

  it('of one event spans a second; of none there is none', () => {
    expect(densityOf([recordOf(1, { at: at(0) })], [], 4)?.to).toBe(at(1));
    expect(densityOf([], [], 4)).toBeNull();
  });
});

describe('the bars', () => {
  const yOf = (path: string) =>
    [...path.matchAll(/M[\d.]+ ([\d.]+)h[\d.]+V([\d.]+)/g)].map(([, top, bottom]) => [Number(top), Number(bottom)]);

  it('stand above the axis for valid events and hang below it for others, invalid before lost, inside the strip', () => {
    const stretches = [
      { valid: 5000, invalid: 9, lost: 9 },
      { valid: 1, invalid: 0, lost: 1 },
    ];
    const bars = barsOf({ from: 0, to: 1, stretches, navigations: [] });
    for (const [top = 0, bottom = 0] of yOf(bars.valid)) expect([top >= 10, bottom]).toEqual([true, AXIS]);
    const [invalid, lost] = [yOf(bars.invalid)[0] ?? [], yOf(bars.lost)[0] ?? []];
    expect(invalid[0]).toBeGreaterThan(AXIS);
    expect(lost[0]).toBeGreaterThan(invalid[1] ?? 0);
    expect(lost[1]).toBeLessThan(STRIP_HEIGHT);
  });

  it('of one event among thousands can be seen', () => {
    const bars = barsOf({
      from: 0,
      to: 1,
      stretches: [
        { valid: 100_000, invalid: 0, lost: 0 },
        { valid: 1, invalid: 0, lost: 0 },
      ],
      navigations: [],
    });
    const [, [top = 0, bottom = 0] = []] = yOf(bars.valid);
    expect(bottom - top).toBeGreaterThanOrEqual(1.5);
  });
});

describe('the axis', () => {
  it.each([
    [10, ['12:00:00', '12:00:02', '12:00:04', '12:00:06', '12:00:08']],
    [600, ['12:00', '12:02', '12:04', '12:06', '12:08']],
    [7 * 3600, ['12:00', '14:00', '16:00', '18:00']],
  ])('of %d seconds has round local times', (seconds, texts) => {
    expect(ticksOf(noon, at(seconds)).map(({ text }) => text)).toEqual(texts);
  });
});

describe('a stretch that was brushed', () => {
  it('is a term of the filter that means the same stretch', () => {
    const range = { from: at(0), to: at(100) };
    const term = timeTerm({ from: at(25) + 0.4, to: at(50) - 0.4 });
    expect(term).toBe('time:12:00:25.000..12:00:50.000');
    expect(readQuery(term).ok).toBe(true);
    expect(brushedPart(['is:lost', term], range)).toEqual({ start: 0.25, end: 0.5 });
  });

  it('is none where the filter asks for no time, or wrongly', () => {
    expect(brushedPart(['is:lost', '-time:12:00'], { from: at(0), to: at(1) })).toBeNull();
    expect(brushedPart(['time:soon'], { from: at(0), to: at(1) })).toBeNull();
  });
});
