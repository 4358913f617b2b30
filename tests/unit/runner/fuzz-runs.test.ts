import { expect, test } from 'vitest';
import { parseFuzzRuns } from '#tests/fuzz/fuzz-runs';

test.each([
  [undefined, 2_000],
  ['', 2_000],
  ['1', 1],
  ['1000000', 1_000_000],
])('FUZZ_RUNS %j results in %i cases per target', (text, runs) => {
  expect(parseFuzzRuns(text)).toBe(runs);
});

test.each(['0', '-1', '1.5', '1e6', 'many', '9'.repeat(20)])('FUZZ_RUNS %j is rejected', (text) => {
  expect(() => parseFuzzRuns(text)).toThrow(`"${text}" is not a number of fuzz runs`);
});
