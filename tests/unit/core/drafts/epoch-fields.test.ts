import { expect, it } from 'vitest';
import { isEpochField } from '#core/drafts/epoch-fields';

it.each([
  ['interact', ['event', 'ets'], true],
  ['interact', ['event', 'syncts'], true],
  [null, ['event', 'ets'], true],
  ['summary', ['event', 'edata', 'starttime'], true],
  ['summary', ['event', 'edata', 'edata', 'starttime'], true],
  ['summary', ['call', 'data', 'edata', 'endtime'], true],
  ['summary', ['event', 'edata', 'timespent'], false],
  ['interact', ['event', 'edata', 'starttime'], false],
  ['interact', ['event', 'mid'], false],
  ['interact', ['event', 'edata', 'ets'], false],
  ['interact', ['event', 'context', 'ets'], false],
  [null, ['event', 'edata', 'starttime'], false],
  [null, ['call', 'ets'], false],
  ['interact', ['event'], false],
  ['interact', ['event', 'edata'], false],
] as const)('isEpochField for the kind %s and the path %j returns %s', (kind, path, isEpoch) => {
  expect(isEpochField(kind, [...path])).toBe(isEpoch);
});
