import { expect, test } from 'vitest';
import { NO_COUNTS } from '#tests/runner/counts';
import { formatSummaryLines } from '#tests/runner/summary';

test('the summary has a line per step with its tests that were not run and the reasons, then the failures of each step, then the total', () => {
  const display = "Xvfb isn't installed";
  const results = [
    { name: 'Types', counts: { ...NO_COUNTS, passed: 1 }, durationMs: 30_400 },
    {
      name: 'End-to-end tests',
      counts: {
        passed: 9,
        failed: 1,
        failures: ['a.spec.ts › adds: expected 2 to be 3'],
        notRun: [
          { name: 'keys', reason: display },
          { name: 'question', reason: display },
        ],
      },
      durationMs: 60_000,
    },
    { name: 'Firefox', counts: { ...NO_COUNTS, notRun: [{ name: 'Firefox', reason: 'No Firefox.' }] }, durationMs: 1 },
  ];
  expect(formatSummaryLines(results, 61_000)).toEqual([
    'Types             1 passed, 0 failed (30 s)',
    `End-to-end tests  9 passed, 1 failed, 2 not run: ${display} (60 s)`,
    'Firefox           not run: No Firefox.',
    'Took 61 s',
    'Failed: End-to-end tests: a.spec.ts › adds: expected 2 to be 3',
    '10 passed, 1 failed',
  ]);
  expect(formatSummaryLines([], 0)).toEqual(['Took 0 s', '0 passed, 0 failed']);
});
