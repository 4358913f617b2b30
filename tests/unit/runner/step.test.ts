import { expect, test } from 'vitest';
import { vitestCounts } from '../../runner/counts';
import type { Step } from '../../runner/step';
import { runSteps } from '../../runner/step';

const tests: Step = { name: 'Tests', command: ['vitest'], report: { file: 'r.json', counts: vitestCounts } };
const build: Step = { name: 'Build', command: ['wxt'] };

function runWith(
  steps: readonly Step[],
  codes: Readonly<Record<string, number>>,
  reports: Record<string, unknown> = {},
) {
  const said: string[] = [];
  const ran: string[] = [];
  const old: Record<string, unknown> = { 'r.json': { numTotalTests: 99, numPassedTests: 99 } };
  const counts = runSteps(steps, {
    run: ([command]) => {
      ran.push(command);
      Object.assign(old, reports);
      return codes[command] ?? 0;
    },
    forget: (file) => delete old[file],
    read: (file) => old[file],
    say: (line) => said.push(line),
  });
  return { counts, said, ran };
}

test('a step counts as one, and each test in it as one', () => {
  const { counts } = runWith([build, tests], {}, { 'r.json': { numTotalTests: 5, numPassedTests: 5 } });
  expect(counts).toEqual([
    { passed: 1, failed: 0, failures: [] },
    { passed: 6, failed: 0, failures: [] },
  ]);
});

test('a failed test fails its step too', () => {
  const { counts } = runWith([tests], { vitest: 1 }, { 'r.json': { numTotalTests: 5, numPassedTests: 4 } });
  expect(counts).toEqual([{ passed: 4, failed: 2, failures: ['Tests'] }]);
});

test('a runner that counted no test has failed, whatever it ended with', () => {
  const { counts, said } = runWith([tests], {}, { 'r.json': { numTotalTests: 0, numPassedTests: 0 } });
  expect(counts).toEqual([{ passed: 0, failed: 1, failures: ['Tests'] }]);
  expect(said).toContain('Not one test was run.');
});

test('the report of an earlier run is not counted', () => {
  expect(runWith([tests], { vitest: 1 }).counts).toEqual([{ passed: 0, failed: 1, failures: ['Tests'] }]);
});

test('a step whose need failed is not run, says why, and counts as failed', () => {
  const { counts, said, ran } = runWith([build, { ...tests, needs: ['Build'] }], { wxt: 1 });
  expect(counts).toEqual([
    { passed: 0, failed: 1, failures: ['Build'] },
    { passed: 0, failed: 1, failures: ['Tests'] },
  ]);
  expect(said).toContain('Cannot run: Build failed.');
  expect(ran).toEqual(['wxt']);
});

test('a step that is known to be impossible says why, and counts as failed', () => {
  const { counts, said, ran } = runWith([{ ...tests, blocked: 'There is no Chromium.' }], {});
  expect(counts).toEqual([{ passed: 0, failed: 1, failures: ['Tests'] }]);
  expect(said).toContain('Cannot run: There is no Chromium.');
  expect(ran).toEqual([]);
});
