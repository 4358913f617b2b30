import { type Counts, sum } from './counts';

/** What became of one step. */
export interface StepResult {
  readonly name: string;
  readonly counts: Counts;
  readonly durationMs: number;
}

/** The end of the output: a line per step, a line per failure, and the total. */
export function formatSummary(results: readonly StepResult[]): readonly string[] {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  const total = sum(results.map(({ counts }) => counts));
  return [
    ...results.map((result) => `${result.name.padEnd(width)}  ${formatResult(result)}`),
    ...total.failures.map((name) => `Failed: ${name}`),
    `${total.passed} passed, ${total.failed} failed`,
  ];
}

function formatResult({ counts: { passed, failed, notRun }, durationMs }: StepResult): string {
  const reasons = [...new Set(notRun.map(({ reason }) => reason))].join('; ');
  if (passed + failed === 0 && notRun.length > 0) return `not run: ${reasons}`;
  const duration = `${(durationMs / 1000).toFixed(0)} s`;
  const ran = `${passed} passed, ${failed} failed`;
  return notRun.length === 0 ? `${ran} (${duration})` : `${ran}, ${notRun.length} not run: ${reasons} (${duration})`;
}
