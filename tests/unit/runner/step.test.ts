import { expect, test } from 'vitest';
import { vitestCounts } from '#tests/runner/counts';
import type { Step } from '#tests/runner/step';
import { runSteps } from '#tests/runner/step';

const tests: Step = { name: 'Tests', command: ['vitest'], report: { file: 'r.json', counts: vitestCounts } };
const build: Step = { name: 'Build', command: ['wxt'] };

function runWith(
  steps: readonly Step[],
  codes: Readonly<Record<string, number>>,
  reports: Record<string, unknown> = {},
  isCi = false,
) {
  const lines: string[] = [];
  const ran: string[] = [];
  const old: Record<string, unknown> = { 'r.json': { numTotalTests: 99, numPassedTests: 99 } };
  let now = 0;
  const results = runSteps(steps, {
    run: ([command]) => {
      ran.push(command);
      Object.assign(old, reports);
      return codes[command] ?? 0;
    },
    forget: (file) => delete old[file],
    read: (file) => old[file],
    log: (line) => lines.push(line),
    now: () => ++now,
    isCi,
  });
  const counts = results.map((result) => result.counts);
  return { counts, lines, ran };
}

test('a step counts as one, and each test in it as one', () => {
  const { counts } = runWith([build, tests], {}, { 'r.json': { numTotalTests: 5, numPassedTests: 5 } });
  expect(counts).toEqual([
    { passed: 1, failed: 0, failures: [], notRun: [] },
    { passed: 6, failed: 0, failures: [], notRun: [] },
  ]);
});

test('a failed test fails its step too', () => {
  const { counts } = runWith([tests], { vitest: 1 }, { 'r.json': { numTotalTests: 5, numPassedTests: 4 } });
  expect(counts).toEqual([{ passed: 4, failed: 2, failures: ['vitest ended with 1'], notRun: [] }]);
});

test('a step names its failed tests, not the exit code that they caused', () => {
  const red = { passed: 4, failed: 1, failures: ['a.test.ts › adds: expected 2 to be 3'], notRun: [] };
  const step: Step = { ...tests, report: { file: 'r.json', counts: () => red } };
  expect(runWith([step], { vitest: 1 }).counts).toEqual([{ ...red, failed: 2 }]);
});

test('a runner that counted no test has failed, whatever it ended with', () => {
  const { counts, lines } = runWith([tests], {}, { 'r.json': { numTotalTests: 0, numPassedTests: 0 } });
  expect(counts).toEqual([{ passed: 0, failed: 1, failures: ['not one test was run'], notRun: [] }]);
  expect(lines).toContain('Not one test was run.');
});

test('the report of an earlier run is not counted', () => {
  expect(runWith([tests], { vitest: 1 }).counts).toEqual([
    { passed: 0, failed: 1, failures: ['not one test was run'], notRun: [] },
  ]);
});

test('a step whose need failed is not run, says why, and counts as failed', () => {
  const { counts, lines, ran } = runWith([build, { ...tests, needs: ['Build'] }], { wxt: 1 });
  expect(counts).toEqual([
    { passed: 0, failed: 1, failures: ['wxt ended with 1'], notRun: [] },
    { passed: 0, failed: 1, failures: ['not run: Build failed'], notRun: [] },
  ]);
  expect(lines).toContain('Cannot run: Build failed.');
  expect(ran).toEqual(['wxt']);
});

const NO_CHROMIUM = 'There is no Chromium.';

test('a step for which the machine lacks something is not run, says why, and does not fail', () => {
  const { counts, lines, ran } = runWith([{ ...tests, missing: NO_CHROMIUM }], {});
  expect(counts).toEqual([{ passed: 0, failed: 0, failures: [], notRun: [{ name: 'Tests', reason: NO_CHROMIUM }] }]);
  expect(lines).toContain(`Not run: ${NO_CHROMIUM}`);
  expect(ran).toEqual([]);
});

test('in CI it fails, unless it needs what a CI machine may lack', () => {
  const lacking = { ...tests, missing: NO_CHROMIUM };
  const { counts } = runWith([lacking, { ...lacking, isOptionalInCi: true }], {}, {}, true);
  expect(counts).toEqual([
    { passed: 0, failed: 1, failures: [`not run: ${NO_CHROMIUM}`], notRun: [] },
    { passed: 0, failed: 0, failures: [], notRun: [{ name: 'Tests', reason: NO_CHROMIUM }] },
  ]);
});

test('in CI a single test that was not run fails too', () => {
  const skipped = { passed: 4, failed: 0, failures: [], notRun: [{ name: 'keys', reason: 'no display' }] };
  const step: Step = { ...tests, report: { file: 'r.json', counts: () => skipped } };
  expect(runWith([step], {}).counts).toEqual([{ ...skipped, passed: 5 }]);
  expect(runWith([step], {}, {}, true).counts).toEqual([
    { passed: 5, failed: 1, failures: ['keys: not run: no display'], notRun: [] },
  ]);
});
