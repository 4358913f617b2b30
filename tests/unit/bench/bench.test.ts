import { expect, it } from 'vitest';
import { type Bound, rateMetric } from '#tests/bench/bounds';
import { type Metrics, percentile } from '#tests/bench/measurements';
import { findLinkedFiles } from '#tests/bench/measures/bundle';
import { summarizeBursts } from '#tests/bench/measures/burst';
import { longestWorkMs } from '#tests/bench/measures/longest-work';

function rate(value: number, must: Bound['must'], aim: Bound['aim']) {
  return rateMetric({ name: 'Stall', unit: 'ms', value: () => value, must, aim }, {} as Metrics);
}

it('the percentile of a share is the value at or below which that share of the values lies, also if the values are unsorted', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
});

it('a measured value meets its target, meets only its required maximum, or misses both', () => {
  expect([rate(50, 100, 50), rate(100, 100, 50), rate(101, 100, 50)]).toEqual(['aim', 'must', 'missed']);
  expect([rate(1, 1.3, null), rate(7, null, null)]).toEqual(['must', 'reported']);
});

it('a measured value of 1 misses a required maximum of 0', () => {
  expect(rate(1, 0, 0)).toBe('missed');
});

it('several bursts are summarized by the medians of their times, their worst stall, and the maximums of other values', () => {
  const burst = (longestStallMs: number, lost: number) => {
    return { allRowsMs: longestStallMs * 2, longestStallMs, domNodes: 900 + lost, lost, duplicates: 0 };
  };
  expect(summarizeBursts([burst(70, 0), burst(300, 0), burst(90, 3), burst(80, 0), burst(120, 0)])).toEqual({
    allRowsMs: 180,
    longestStallMs: 90,
    worstStallMs: 300,
    domNodes: 903,
    lost: 3,
    duplicates: 0,
  });
});

it('longestWorkMs returns the longest thread time between two turns of the panel in a trace', () => {
  const callOf = (tts: number, functionName: string) => ({
    name: 'FunctionCall',
    tts,
    args: { data: { functionName } },
  });
  const turns = [1_000, 5_000, 25_500, 26_000].map((tts) => callOf(tts, 'turn'));
  expect(longestWorkMs({ traceEvents: [{ name: 'RunTask' }, ...turns, callOf(900_000, 'other')] })).toBe(20.5);
  expect(() => longestWorkMs({ traceEvents: [] })).toThrow('no turns');
});

it('the initial resources of a page are the scripts and styles that its HTML references, each once, without images and linked pages', () => {
  const html = `<script type="module" crossorigin src="/chunks/panel.js"></script>
      <link rel="modulepreload" href="/chunks/a.js"><link rel="stylesheet" href="/assets/a.css">
      <link rel="icon" href="/icon.svg"><script src="/chunks/a.js"></script><a href="/other.html">`;
  expect(findLinkedFiles(html)).toEqual(['chunks/panel.js', 'chunks/a.js', 'assets/a.css']);
});
