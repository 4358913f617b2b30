import { expect, test } from 'vitest';
import { readVitestCounts } from '#tests/runner/counts';
import type { Lane, Step } from '#tests/runner/step';
import { runLanes } from '#tests/runner/step';

const tests: Step = { name: 'Tests', command: ['vitest'], report: { file: 'r.json', counts: readVitestCounts } };
const build: Step = { name: 'Build', command: ['wxt'] };

async function runLane(
  steps: Lane,
  codes: Readonly<Record<string, number>>,
  reports: Record<string, unknown> = {},
  isCi = false,
) {
  return runTestLanes([steps], codes, reports, isCi);
}

async function runTestLanes(
  lanes: readonly Lane[],
  codes: Readonly<Record<string, number>>,
  reports: Record<string, unknown> = {},
  isCi = false,
) {
  const lines: string[] = [];
  const startedCommands: string[] = [];
  const reportFiles: Record<string, unknown> = { 'r.json': { numTotalTests: 99, numPassedTests: 99 } };
  let now = 0;
  const results = await runLanes(lanes, {
    run: async ([command]) => {
      startedCommands.push(command);
      Object.assign(reportFiles, reports);
      return { exitCode: codes[command] ?? 0, output: '' };
    },
    removeFile: (file) => delete reportFiles[file],
    readJson: (file) => reportFiles[file],
    log: (text) => lines.push(...text.trimStart().split('\n')),
    now: () => ++now,
    isCi,
  });
  const counts = results.map((result) => result.counts);
  return { counts, lines, startedCommands, names: results.map(({ name }) => name) };
}

test('a step counts as one, and each of its tests as one', async () => {
  const { counts } = await runLane([build, tests], {}, { 'r.json': { numTotalTests: 5, numPassedTests: 5 } });
  expect(counts).toEqual([
    { passed: 1, failed: 0, failures: [], notRun: [] },
    { passed: 6, failed: 0, failures: [], notRun: [] },
  ]);
});

test('a step with a failed test counts that test only', async () => {
  const { counts } = await runLane([tests], { vitest: 1 }, { 'r.json': { numTotalTests: 5, numPassedTests: 4 } });
  expect(counts).toEqual([{ passed: 4, failed: 1, failures: ['vitest ended with 1'], notRun: [] }]);
});

test('a test runner that reports no tests has failed, whatever its exit code is', async () => {
  const { counts, lines } = await runLane([tests], {}, { 'r.json': { numTotalTests: 0, numPassedTests: 0 } });
  expect(counts).toEqual([{ passed: 0, failed: 1, failures: ['not one test was run'], notRun: [] }]);
  expect(lines).toContain('Not one test was run.');
});

test('the report of an earlier run is ignored', async () => {
  expect((await runLane([tests], { vitest: 1 })).counts).toEqual([
    { passed: 0, failed: 1, failures: ['not one test was run'], notRun: [] },
  ]);
});

test('a step whose prerequisite failed is not run, states the reason, and counts as failed', async () => {
  const { counts, lines, startedCommands } = await runLane([build, { ...tests, needs: [build] }], { wxt: 1 });
  expect(counts).toEqual([
    { passed: 0, failed: 1, failures: ['wxt ended with 1'], notRun: [] },
    { passed: 0, failed: 1, failures: ['not run: Build failed'], notRun: [] },
  ]);
  expect(lines).toContain('Cannot run: Build failed.');
  expect(startedCommands).toEqual(['wxt']);
});

const NO_CHROMIUM = 'There is no Chromium.';

test('a step for which the machine lacks a requirement is not run, states the reason, and does not fail', async () => {
  const { counts, lines, startedCommands } = await runLane([{ ...tests, missing: NO_CHROMIUM }], {});
  expect(counts).toEqual([{ passed: 0, failed: 0, failures: [], notRun: [{ name: 'Tests', reason: NO_CHROMIUM }] }]);
  expect(lines).toContain(`Not run: ${NO_CHROMIUM}`);
  expect(startedCommands).toEqual([]);
});

test('a step that is not run in CI fails, unless its requirement may be missing on a CI machine', async () => {
  const lacking = { ...tests, missing: NO_CHROMIUM };
  const { counts } = await runLane([lacking, { ...lacking, isOptionalInCi: true }], {}, {}, true);
  expect(counts).toEqual([
    { passed: 0, failed: 1, failures: [`not run: ${NO_CHROMIUM}`], notRun: [] },
    { passed: 0, failed: 0, failures: [], notRun: [{ name: 'Tests', reason: NO_CHROMIUM }] },
  ]);
});

test('a single test that is not run in CI also fails', async () => {
  const skipped = { passed: 4, failed: 0, failures: [], notRun: [{ name: 'keys', reason: 'no display' }] };
  const step: Step = { ...tests, report: { file: 'r.json', counts: () => skipped } };
  expect((await runLane([step], {})).counts).toEqual([{ ...skipped, passed: 5 }]);
  expect((await runLane([step], {}, {}, true)).counts).toEqual([
    { passed: 5, failed: 1, failures: ['keys: not run: no display'], notRun: [] },
  ]);
});

const check: Step = { name: 'Check', command: ['tsc'] };
const browser: Step = { name: 'Browser', command: ['playwright'] };

test('a step waits for a prerequisite in another lane without blocking that lane', async () => {
  const { startedCommands } = await runTestLanes([[{ ...check, needs: [browser] }], [build, browser]], {});
  expect(startedCommands).toEqual(['wxt', 'playwright', 'tsc']);
});

test('a step is not run if its prerequisite in another lane failed, whether before or after the step was ready', async () => {
  const dependent = { ...check, needs: [build] };
  for (const lanes of [
    [[dependent], [build]],
    [[build], [browser, dependent]],
  ]) {
    const { startedCommands, counts, names } = await runTestLanes(lanes, { wxt: 1 });
    expect(startedCommands).not.toContain('tsc');
    expect(counts[names.indexOf('Check')]?.failures).toEqual(['not run: Build failed']);
  }
});

test('a step is requested from its lane only after the previous step has ended, so that it can depend on the result', async () => {
  const events: string[] = [];
  function* lane(): Generator<Step, void> {
    yield build;
    events.push('after the build');
    yield browser;
  }
  const { startedCommands } = await runTestLanes([lane()], {});
  expect([events, startedCommands]).toEqual([['after the build'], ['wxt', 'playwright']]);
});

test('lanes that share steps run each step once, with two steps at a time', async () => {
  function* lane(): Generator<Step, void> {
    yield build;
    yield check;
    yield browser;
  }
  const shared = lane();
  const { startedCommands, names } = await runTestLanes([shared, shared], {});
  expect(startedCommands).toEqual(['wxt', 'tsc', 'playwright']);
  expect(names).toEqual(['Build', 'Browser', 'Check']);
});
