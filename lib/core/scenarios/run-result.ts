import { z } from '#core/util/zod';
import { i18n } from '#i18n';
import type { RunState } from './run-state';
import type { Scenario } from './scenario';
import { stepWords, withoutRows } from './step-labels';

const stepResultSchema = z.object({
  status: z.enum(['passed', 'failed', 'stopped', 'not reached']),
  tookMs: z.number(),
  /** What was seen, or the difference. */
  said: z.string().max(4000),
});

/** One run as it is kept. */
export const runResultSchema = z.object({
  startedAt: z.number(),
  tookMs: z.number(),
  status: z.enum(['passed', 'failed', 'stopped']),
  steps: z.array(stepResultSchema),
});

export type RunResult = z.infer<typeof runResultSchema>;
type StepResult = z.infer<typeof stepResultSchema>;

export function resultOf(run: RunState): RunResult {
  const endedAt = run.endedAt ?? run.startedAt;
  return {
    startedAt: run.startedAt,
    tookMs: endedAt - run.startedAt,
    status: run.status === 'running' ? 'stopped' : run.status,
    steps: run.steps.map(stepResult),
  };
}

const LONGEST_SAID = 4000;

function stepResult(state: RunState['steps'][number]): StepResult {
  switch (state.status) {
    case 'passed':
      return { status: 'passed', tookMs: state.tookMs, said: state.said.slice(0, LONGEST_SAID) };
    case 'failed':
      return { status: 'failed', tookMs: state.tookMs, said: state.difference.slice(0, LONGEST_SAID) };
    case 'stopped':
      return { status: 'stopped', tookMs: state.tookMs, said: '' };
    default:
      return { status: 'not reached', tookMs: 0, said: '' };
  }
}

/**
 * Where runs of one scenario differ, in sentences: a step that ended otherwise, or saw something else. How long it took
 * is no difference.
 */
export function differencesBetween(scenario: Scenario, runs: readonly RunResult[]): readonly string[] {
  return scenario.steps.flatMap((step, index) => {
    const groups = new Map<string, number[]>();
    for (const [run, { steps }] of runs.entries()) {
      const result = steps[index];
      const key = result ? outcomeWords(result) : i18n.t('scenarios.outcomes.notReached');
      groups.set(key, [...(groups.get(key) ?? []), run + 1]);
    }
    if (groups.size < 2) return [];
    const said = [...groups].map(([outcome, numbers]) => `${runWords(numbers)}: ${outcome}`);
    return [i18n.t('scenarios.said.differs', { n: index + 1, step: stepWords(step), said: said.join(' / ') })];
  });
}

const outcomeKeys = { passed: 'passed', failed: 'failed', stopped: 'stopped', 'not reached': 'notReached' } as const;

function outcomeWords({ status, said }: StepResult): string {
  const outcome = i18n.t(`scenarios.outcomes.${outcomeKeys[status]}`);
  return said === '' ? outcome : `${outcome}, ${withoutRows(said)}`;
}

function runWords(numbers: readonly number[]): string {
  return i18n.t('scenarios.said.runs', numbers.length, { numbers: numbers.join(', ') });
}
