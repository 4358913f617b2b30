import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from '#tests/runner/counts';

test('of vitest, a test that was skipped counts as failed', () => {
  expect(vitestCounts({ numTotalTests: 10, numPassedTests: 7, numFailedTests: 1, numPendingTests: 2 })).toEqual({
    passed: 7,
    failed: 3,
    failures: [],
    notRun: [],
  });
});

test('of Playwright, flaky and skipped tests count as failed', () => {
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1, duration: 3 } })).toEqual({
    passed: 5,
    failed: 3,
    failures: [],
    notRun: [],
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

test('of Playwright, a test that was skipped with a reason is not run; without one it has failed', () => {
  const specOf = (title: string, description?: string) => ({
    title,
    ok: true,
    tests: [
      { status: 'skipped', annotations: [{ type: 'skip', ...(description === undefined ? {} : { description }) }] },
    ],
  });
  const suite = { file: 'a.spec.ts', specs: [specOf('keys', 'no display'), specOf('hidden'), specOf('empty', '')] };
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 3 };
  expect(playwrightCounts({ stats, suites: [suite] })).toEqual({
    passed: 5,
    failed: 2,
    failures: ['a.spec.ts: hidden', 'a.spec.ts: empty'],
    notRun: [{ name: 'a.spec.ts: keys', reason: 'no display' }],
  });
});
