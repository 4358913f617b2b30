import { describe, expect, it } from 'vitest';
import { bounds, standing } from '../../bench/bounds';
import { type Figures, percentile } from '../../bench/figures';
import { loadedBy } from '../../bench/measures/bundle';
import { figuresTable } from '../../bench/table';

const figures: Figures = {
  eventToRowMs: { p50: 20, p95: 40 },
  flood10k: { allRowsMs: 900, longestStallMs: 120, domNodes: 1056, lost: 0 },
  filterKeyMs: { at10k: 7, at100k: 45 },
  scroll100k: { p95FrameMs: 17 },
  heap100kMb: 180,
  hookOverhead: { microsecondsPerCall: 9.5, shareOfSdkCall: 0.08 },
  validate: { opsPerSecond: 270_000, shareOfAjvCompiled: 0.05 },
  bundleKb: { pageHook: 4.9, relay: 1.7, panel: 121, background: 44, popup: 61 },
};
const standingOf = (name: string) =>
  bounds.filter((bound) => bound.name.includes(name)).map((bound) => standing(bound, figures));

describe('a percentile', () => {
  it('is the value below which that share of all lies, in whatever order they come', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
  });

  it('of nothing is 0', () => {
    expect(percentile([], 0.95)).toBe(0);
  });
});

describe('a figure', () => {
  it('reaches its aim, or only what it must, or misses that', () => {
    expect(standingOf('DOM nodes')).toEqual(['aim']);
    expect(standingOf('100,000 events')).toEqual(['must', 'aim']);
    expect(standingOf('stall')).toEqual(['missed']);
    expect(standingOf('SDK 2.0.1’s own call')).toEqual(['must']);
    expect(standingOf('p50')).toEqual(['told']);
  });

  it('that must be 0 is not reached by 1', () => {
    const [lost] = bounds.filter(({ name }) => name === 'Events lost');
    expect(lost && standing(lost, { ...figures, flood10k: { ...figures.flood10k, lost: 1 } })).toBe('missed');
  });
});

describe('the table', () => {
  it('has a row for each figure, with units and what they must reach', () => {
    const where = { browser: 'Chromium 1', processor: 'P', cores: 2, load: 0.4, day: '2026-01-02' };
    const table = figuresTable(figures, where);
    expect(table).toContain('| Longest stall of the panel meanwhile | 120 ms | 100 ms | 50 ms | missed |');
    expect(table).toContain('| Hook’s cost, share of SDK 2.0.1’s own call | 8 % | 10 % | 5 % | reached |');
    expect(table).toContain('| Validation of one 1 kB event, all findings | 270,000 per second | | | |');
    expect(table.split('\n').at(-1)).toBe(
      'Measured on 2026-01-02 in Chromium 1 (P, 2 cores, load 0.4 before) by `npm run bench`.',
    );
  });
});

describe('what a page loads first', () => {
  it('is every script and style that its HTML names, once; not pictures or other pages', () => {
    const html = `<script type="module" crossorigin src="/chunks/panel.js"></script>
      <link rel="modulepreload" href="/chunks/a.js"><link rel="stylesheet" href="/assets/a.css">
      <link rel="icon" href="/icon.svg"><script src="/chunks/a.js"></script><a href="/other.html">`;
    expect(loadedBy(html)).toEqual(['chunks/panel.js', 'chunks/a.js', 'assets/a.css']);
  });
});
