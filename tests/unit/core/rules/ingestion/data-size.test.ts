import { expect, it } from 'vitest';
import { toDataSize } from '#core/rules/ingestion/pipeline-numbers';

it.each([
  [100, 100, 'B'],
  [1_023, 1_020, 'B'],
  [1_024, 1, 'KiB'],
  [1_000_000, 977, 'KiB'],
  [1_048_576, 1, 'MiB'],
  [5_242_880, 5, 'MiB'],
])('a message shows %i bytes as %d %s', (bytes, amount, unit) => {
  expect(toDataSize(bytes)).toEqual({ amount, unit });
});
