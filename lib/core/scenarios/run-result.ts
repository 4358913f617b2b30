import { findTruncatePoint } from '#core/secrets/truncate-point';
import { type Message, type MessageText, message } from '#core/util/message';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';
import type { RunState } from './run-state';
import type { Scenario } from './scenario';
import { messageForStep, withoutRows } from './step-labels';

const stepResultSchema = z.object({
  status: z.enum(['passed', 'failed', 'stopped', 'not reached']),
  tookMs: z.number(),
  /** The observed event, or the difference. */
  details: messageTextSchema,
});

/** The stored result of a run. */
export const runResultSchema = z.object({
  startedAt: z.number(),
  tookMs: z.number(),
  status: z.enum(['passed', 'failed', 'stopped']),
  steps: z.array(stepResultSchema),
});

/** The result of a run, as it is stored and exported. */
export type RunResult = z.infer<typeof runResultSchema>;
type StepResult = z.infer<typeof stepResultSchema>;

/** Returns the result of a run. A run that has not ended counts as stopped. */
export function toRunResult(run: RunState): RunResult {
  const endedAt = run.endedAt ?? run.startedAt;
  return {
    startedAt: run.startedAt,
    tookMs: endedAt - run.startedAt,
    status: run.status === 'running' ? 'stopped' : run.status,
    steps: run.steps.map(toStepResult),
  };
}

const MAX_STORED_TEXT_CHARS = 2000;

function truncateDetails(details: MessageText): MessageText {
  if (typeof details === 'string') return details.slice(0, findTruncatePoint(details, MAX_STORED_TEXT_CHARS));
  if ('finding' in details || 'durationMs' in details) return details;
  if (!('code' in details)) return details.map(truncateDetails);
  const values = Object.entries(details.params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : truncateDetails(value),
  ]);
  return { ...details, params: Object.fromEntries(values) };
}

function toStepResult(state: RunState['steps'][number]): StepResult {
  switch (state.status) {
    case 'passed':
      return { status: 'passed', tookMs: state.tookMs, details: truncateDetails(state.details) };
    case 'failed':
      return { status: 'failed', tookMs: state.tookMs, details: truncateDetails(state.difference) };
    case 'stopped':
      return { status: 'stopped', tookMs: state.tookMs, details: '' };
    default:
      return { status: 'not reached', tookMs: 0, details: '' };
  }
}

/**
 * Reduces a result to its status and the details of the failed step, which the history shows.
 * The results of 500 steps, repeated 50 times, would fill the extension's storage.
 */
export function toStoredResult(result: RunResult): RunResult {
  const failed = result.steps.findIndex(({ status }) => status === 'failed');
  const steps = result.steps
    .slice(0, failed + 1)
    .map((step, index) => (index === failed ? step : { ...step, details: '' }));
  return { ...result, steps };
}

/**
 * Returns the differences between runs of one scenario: steps with different outcomes or events.
 * Ignores durations.
 */
export function findDifferences(scenario: Scenario, runs: readonly RunResult[]): readonly Message[] {
  return scenario.steps.flatMap((step, index) => {
    const groups = new Map<string, { readonly outcome: Message; readonly numbers: number[] }>();
    for (const [run, { steps }] of runs.entries()) {
      const outcome = outcomeOf(steps[index] ?? { status: 'not reached', details: '' });
      const key = JSON.stringify(outcome);
      const group = groups.get(key) ?? { outcome, numbers: [] };
      group.numbers.push(run + 1);
      groups.set(key, group);
    }
    if (groups.size < 2) return [];
    const details = joinMessages(
      [...groups.values()].map(({ outcome, numbers }) =>
        message('scenarios.result.ofRuns', { runs: formatRuns(numbers), outcome }),
      ),
    );
    return [message('scenarios.result.differs', { n: index + 1, step: messageForStep(step), details })];
  });
}

function joinMessages([first, ...rest]: readonly Message[]): MessageText {
  if (first === undefined) return '';
  return rest.length === 0 ? first : message('scenarios.result.andRuns', { first, rest: joinMessages(rest) });
}

const outcomeKeys = {
  passed: 'scenarios.outcomes.passed',
  failed: 'scenarios.outcomes.failed',
  stopped: 'scenarios.outcomes.stopped',
  'not reached': 'scenarios.outcomes.notReached',
} as const;

function outcomeOf({ status, details }: Pick<StepResult, 'status' | 'details'>): Message {
  const outcome = message(outcomeKeys[status]);
  return details === '' ? outcome : message('scenarios.result.outcome', { outcome, details: withoutRows(details) });
}

function formatRuns(numbers: readonly number[]): Message {
  return message('scenarios.result.runs', numbers.length, { numbers: numbers.join(', ') });
}
