import { expect, test } from 'vitest';
import { notRunTitle, readPlaywrightCounts, readVitestCounts } from '#tests/runner/counts';

test('a skipped test of vitest counts as failed', () => {
  expect(readVitestCounts({ numTotalTests: 10, numPassedTests: 7, numFailedTests: 1, numPendingTests: 2 })).toEqual({
    passed: 7,
    failed: 3,
    failures: [],
    notRun: [],
  });
});

test('flaky and skipped tests of Playwright count as failed', () => {
  expect(readPlaywrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1, duration: 3 } })).toEqual({
    passed: 5,
    failed: 3,
    failures: [],
    notRun: [],
  });
});

test('a Playwright test that several projects skip with a reason counts as not run in each of them', () => {
  const skippedIn = (project: string) => ({
    status: 'skipped',
    annotations: [{ type: 'skip', description: `${project}, not downloadable` }],
    results: [],
  });
  const specs = [{ title: 'works', ok: true, tests: [skippedIn('Firefox'), skippedIn('WebKit')] }];
  const report = {
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 2, duration: 3 },
    suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', specs }],
  };
  expect(readPlaywrightCounts(report)).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    notRun: [
      { name: 'a.spec.ts › works', reason: 'Firefox, not downloadable' },
      { name: 'a.spec.ts › works', reason: 'WebKit, not downloadable' },
    ],
  });
});

test('a Playwright test that fails in one project and is skipped with a reason in another is listed as a failure', () => {
  const tests = [
    { status: 'unexpected', annotations: [], results: [{ errors: [{ message: 'Expected 1, got 2.' }] }] },
    { status: 'skipped', annotations: [{ type: 'skip', description: 'WebKit, not downloadable' }], results: [] },
  ];
  const report = {
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 1, duration: 3 },
    suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [{ title: 'works', ok: false, tests }] }],
  };
  expect(readPlaywrightCounts(report)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['a.spec.ts › works: Expected 1, got 2.'],
    notRun: [{ name: 'a.spec.ts › works', reason: 'WebKit, not downloadable' }],
  });
});

test('a vitest test that is skipped with a reason in its title counts as not run', () => {
  const assertionResults = [
    { ancestorTitles: ['group'], title: notRunTitle('in a browser', 'No Chromium (yet).'), status: 'skipped' },
    { ancestorTitles: [], title: 'of old (not run: at times)', status: 'passed' },
    { ancestorTitles: [], title: 'without a reason', status: 'skipped' },
  ];
  const testResults = [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }];
  expect(readVitestCounts({ numTotalTests: 3, numPassedTests: 1, testResults })).toEqual({
    passed: 1,
    failed: 1,
    failures: ['a.test.ts › without a reason: skipped'],
    notRun: [{ name: 'a.test.ts › in a browser', reason: 'No Chromium (yet).' }],
  });
});

test.each([undefined, null, {}, { stats: {} }, [], 'text'])(
  'the value %j is not a valid report of a test runner',
  (report) => {
    expect(readVitestCounts(report)).toBeNull();
    expect(readPlaywrightCounts(report)).toBeNull();
  },
);

test('a Playwright test that is skipped with a reason counts as not run, and one without a reason counts as failed', () => {
  const specOf = (title: string, description?: string) => ({
    title,
    ok: true,
    tests: [
      {
        status: 'skipped',
        annotations: [{ type: 'skip', ...(description === undefined ? {} : { description }) }],
        results: [],
      },
    ],
  });
  const suite = {
    title: 'a.spec.ts',
    file: 'a.spec.ts',
    specs: [specOf('keys', 'no display'), specOf('hidden'), specOf('empty', '')],
  };
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 3 };
  expect(readPlaywrightCounts({ stats, suites: [suite] })).toEqual({
    passed: 5,
    failed: 2,
    failures: ['a.spec.ts › hidden: skipped', 'a.spec.ts › empty: skipped'],
    notRun: [{ name: 'a.spec.ts › keys', reason: 'no display' }],
  });
});
