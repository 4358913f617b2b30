import { expect, it } from 'vitest';
import { rangeAfterKey } from '#components/panel/timeline/time-range.ts';

const toPercents = (part: ReturnType<typeof rangeAfterKey>) =>
  part && [part.start, part.end].map((share) => Math.round(share * 100));

it('a time range that is selected by keyboard starts at the newest events', () => {
  expect(toPercents(rangeAfterKey(null, 'ArrowLeft', false))).toEqual([90, 100]);
});

it('a time range that is selected by keyboard moves with the arrow keys, within the limits', () => {
  expect(toPercents(rangeAfterKey({ start: 0.5, end: 0.6 }, 'ArrowLeft', false))).toEqual([48, 58]);
  expect(toPercents(rangeAfterKey({ start: 0.9, end: 1 }, 'ArrowRight', false))).toEqual([90, 100]);
  expect(toPercents(rangeAfterKey({ start: 0.5, end: 0.6 }, 'Home', false))).toEqual([0, 10]);
});

it('a time range that is selected by keyboard is extended and shortened with Shift and the arrow keys', () => {
  expect(toPercents(rangeAfterKey({ start: 0.5, end: 0.6 }, 'ArrowRight', true))).toEqual([50, 62]);
  expect(toPercents(rangeAfterKey({ start: 0.5, end: 0.52 }, 'ArrowLeft', true))).toEqual([50, 52]);
  expect(toPercents(rangeAfterKey({ start: 0.5, end: 0.6 }, 'End', true))).toEqual([50, 100]);
});

it('a time range that is selected by keyboard ignores other keys', () => {
  expect(rangeAfterKey(null, 'Enter', false)).toBeNull();
});
