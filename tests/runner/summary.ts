import { type Counts, sumCounts } from './counts';

/** The result of one step. */
export interface StepResult {
  readonly name: string;
  readonly counts: Counts;
  readonly durationMs: number;
}

/** Maximum number of listed failures, because many have the same cause. The runners' output contains all failures. */
const MAX_FAILURES = 20;

/**
 * Formats the summary: a line per step, the duration, the first failures, and the total.
 * The durations of parallel steps add up to more than the total duration.
 */
export function formatSummaryLines(results: readonly StepResult[], durationMs: number): readonly string[] {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  const failures = results.flatMap(({ name, counts }) =>
    counts.failures.map((failure) => `Failed: ${name}: ${failure}`),
  );
  const total = sumCounts(results.map(({ counts }) => counts));
  return [
    ...results.map((result) => `${result.name.padEnd(width)}  ${formatResult(result)}`),
    `Took ${formatSeconds(durationMs)}`,
    ...failures.slice(0, MAX_FAILURES),
    ...(failures.length > MAX_FAILURES ? [`Failed: ${failures.length - MAX_FAILURES} more`] : []),
    `${total.passed} passed, ${total.failed} failed`,
  ];
}

function formatResult({ counts: { passed, failed, notRun }, durationMs }: StepResult): string {
  const reasons = [...new Set(notRun.map(({ reason }) => reason))].join('; ');
  if (passed + failed === 0 && notRun.length > 0) return `not run: ${reasons}`;
  const duration = formatSeconds(durationMs);
  const counts = `${passed} passed, ${failed} failed`;
  return notRun.length === 0
    ? `${counts} (${duration})`
    : `${counts}, ${notRun.length} not run: ${reasons} (${duration})`;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
