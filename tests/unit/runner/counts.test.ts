import { expect, test } from 'vitest';
import { countsLine, playwrightCounts, sum, vitestCounts } from '../../runner/counts';

test('of vitest, a test that was skipped counts as failed', () => {
  expect(vitestCounts({ numTotalTests: 10, numPassedTests: 7, numFailedTests: 1, numPendingTests: 2 })).toEqual({
    passed: 7,
    failed: 3,
  });
});

test('of Playwright, flaky and skipped tests count as failed', () => {
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1, duration: 3 } })).toEqual({
    passed: 5,
    failed: 3,
  });
});

test.each([undefined, null, {}, { stats: {} }, [], 'text'])('%j is no report', (report) => {
  expect(vitestCounts(report)).toBeNull();
  expect(playwrightCounts(report)).toBeNull();
});

test('the closing line is the sum', () => {
  expect(
    countsLine(
      sum([
        { passed: 2, failed: 0 },
        { passed: 3, failed: 1 },
      ]),
    ),
  ).toBe('5 passed, 1 failed');
  expect(countsLine(sum([]))).toBe('0 passed, 0 failed');
});
