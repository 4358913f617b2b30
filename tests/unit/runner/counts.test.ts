import { expect, test } from 'vitest';
import { closingLines, playwrightCounts, sum, vitestCounts } from '../../runner/counts';

test('of vitest, a test that was skipped counts as failed', () => {
  expect(vitestCounts({ numTotalTests: 10, numPassedTests: 7, numFailedTests: 1, numPendingTests: 2 })).toEqual({
    passed: 7,
    failed: 3,
    failures: [],
  });
});

test('of Playwright, flaky and skipped tests count as failed', () => {
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1, duration: 3 } })).toEqual({
    passed: 5,
    failed: 3,
    failures: [],
  });
});

test('of vitest, what failed is named, and a file of which nothing ran', () => {
  const report = {
    numTotalTests: 3,
    numPassedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          { fullName: 'takes away', status: 'failed' },
          { fullName: 'halves', status: 'skipped' },
        ],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  expect(vitestCounts(report)?.failures).toEqual(['a.test.ts: takes away', 'a.test.ts: halves', 'b.test.ts']);
});

test('of Playwright, what failed is named, however deep it stands', () => {
  const inner = { file: 'a.spec.ts', specs: [{ title: 'inner', ok: false }] };
  const outer = {
    file: 'a.spec.ts',
    specs: [
      { title: 'outer', ok: false },
      { title: 'good', ok: true },
    ],
    suites: [inner],
  };
  const stats = { expected: 1, unexpected: 2, flaky: 0, skipped: 0 };
  expect(playwrightCounts({ stats, suites: [outer] })?.failures).toEqual(['a.spec.ts: outer', 'a.spec.ts: inner']);
});

test.each([undefined, null, {}, { stats: {} }, [], 'text'])('%j is no report', (report) => {
  expect(vitestCounts(report)).toBeNull();
  expect(playwrightCounts(report)).toBeNull();
});

test('the closing lines name what failed, and end with the sum', () => {
  const all = [
    { passed: 2, failed: 0, failures: [] },
    { passed: 3, failed: 1, failures: ['Types'] },
  ];
  expect(closingLines(sum(all))).toEqual(['Failed: Types', '5 passed, 1 failed']);
  expect(closingLines(sum([]))).toEqual(['0 passed, 0 failed']);
});
