import { expect, it } from 'vitest';
import { type RunResult, runResultSchema, toStoredResult } from '#core/scenarios/run-result';

const step = (status: RunResult['steps'][number]['status'], details = 'INTERACT next') => ({
  status,
  tookMs: 1,
  details,
});

it('a stored result omits the details of passed steps, and the steps that were not reached', () => {
  const steps = [step('passed'), step('failed', 'Expected END next.'), step('not reached', '')];
  const stored = toStoredResult({ startedAt: 1, tookMs: 2, status: 'failed', steps });
  expect(stored).toEqual({
    startedAt: 1,
    tookMs: 2,
    status: 'failed',
    steps: [step('passed', ''), step('failed', 'Expected END next.')],
  });
  expect(runResultSchema.parse(stored)).toEqual(stored);
});

it('the stored results of a long scenario that was repeated often take little storage', () => {
  const steps = Array.from({ length: 500 }, () => step('passed', 'x'.repeat(2000)));
  const runs = Array.from({ length: 50 }, () => toStoredResult({ startedAt: 1, tookMs: 2, status: 'passed', steps }));
  expect(JSON.stringify(runs).length).toBeLessThan(10_000);
});
