import { expect, it } from 'vitest';
import { rangeAfterKey } from '#components/panel/timeline/time-range.ts';

const rounded = (part: ReturnType<typeof rangeAfterKey>) =>
  part && [part.start, part.end].map((share) => Math.round(share * 100));

it('A stretch of time by keys begins at the newest', () => {
  expect(rounded(rangeAfterKey(null, 'ArrowLeft', false))).toEqual([90, 100]);
});

it('A stretch of time by keys moves with the arrows, never over an end', () => {
  expect(rounded(rangeAfterKey({ start: 0.5, end: 0.6 }, 'ArrowLeft', false))).toEqual([48, 58]);
  expect(rounded(rangeAfterKey({ start: 0.9, end: 1 }, 'ArrowRight', false))).toEqual([90, 100]);
  expect(rounded(rangeAfterKey({ start: 0.5, end: 0.6 }, 'Home', false))).toEqual([0, 10]);
});

it('A stretch of time by keys becomes longer and shorter with Shift', () => {
  expect(rounded(rangeAfterKey({ start: 0.5, end: 0.6 }, 'ArrowRight', true))).toEqual([50, 62]);
  expect(rounded(rangeAfterKey({ start: 0.5, end: 0.52 }, 'ArrowLeft', true))).toEqual([50, 52]);
  expect(rounded(rangeAfterKey({ start: 0.5, end: 0.6 }, 'End', true))).toEqual([50, 100]);
});

it('A stretch of time by keys is left alone by other keys', () => {
  expect(rangeAfterKey(null, 'Enter', false)).toBeNull();
});
