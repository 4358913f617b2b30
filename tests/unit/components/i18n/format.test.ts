import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatClockTime,
  formatDateTime,
  formatDuration,
  formatSentence,
  formatShortDuration,
  formatTimeLeft,
  formatTimeOfDay,
} from '#components/i18n/format.ts';
import { messageText } from '#components/i18n/message-text.ts';

describe('times and sizes', () => {
  it.each([
    [252_000, '4:12'],
    [300_000, '5:00'],
    [299_001, '5:00'],
    [299_000, '4:59'],
    [42_000, '0:42'],
    [1, '0:01'],
    [0, '0:00'],
    [3_723_000, '1:02:03'],
  ])('the time left of %i ms is formatted as %s', (milliseconds, text) => {
    expect(formatTimeLeft(milliseconds)).toBe(text);
  });

  it('the time of day of a time that no date can represent is that of the last date', () => {
    expect(formatClockTime(Number.MAX_SAFE_INTEGER)).toBe(formatClockTime(8.64e15));
    expect(formatClockTime(Number.MAX_SAFE_INTEGER)).toMatch(/^\d\d:\d\d:00\.000$/);
  });

  it.each([
    [250, '250 ms'],
    [1540, '1.5 s'],
    [10_000, '10 s'],
    [42_000, '42 s'],
    [125_000, '2 min 5 s'],
  ])('the duration of %i ms is formatted as %s', (milliseconds, text) => {
    expect(formatShortDuration(milliseconds)).toBe(text);
    expect(messageText({ durationMs: milliseconds })).toBe(text);
  });

  it.each([
    [999.4, '999 ms', '999 ms'],
    [999.6, '1.00 s', '1 s'],
    [59_994, '59.99 s', '1 min 0 s'],
    [59_996, '1 min 0 s', '1 min 0 s'],
    [59_940, '59.94 s', '59.9 s'],
  ])('a duration of %d ms that rounds up to the next unit is formatted in that unit', (milliseconds, long, short) => {
    expect(formatDuration(milliseconds)).toBe(long);
    expect(formatShortDuration(milliseconds)).toBe(short);
  });

  it.each([
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_951, '1.0 MB'],
    [1_400_000, '1.4 MB'],
  ])('a size of %i bytes is formatted as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('a time that no date can represent is formatted as the nearest date', () => {
    expect(formatDateTime(Number.MAX_SAFE_INTEGER, 'UTC')).toBe(formatDateTime(8.64e15, 'UTC'));
    expect(formatDateTime(Number.MIN_SAFE_INTEGER, 'UTC')).toBe(formatDateTime(-8.64e15, 'UTC'));
  });

  it('a time of day is formatted with 24 hours', () => {
    expect(formatTimeOfDay(Date.UTC(2026, 0, 1, 13, 31), 'UTC')).toBe('13:31');
    expect(formatTimeOfDay(Date.UTC(2026, 0, 1, 0, 5), 'UTC')).toBe('00:05');
  });
});

it.each([
  ['The SDK drops it', 'The SDK drops it.'],
  ['Failed to fetch! ', 'Failed to fetch!'],
  ['SDK उसे drop कर देता है।', 'SDK उसे drop कर देता है।'],
  ['', ''],
])('“%s” is completed to the sentence “%s”', (text, sentence) => {
  expect(formatSentence(text)).toBe(sentence);
});
