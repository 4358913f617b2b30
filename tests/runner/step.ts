import { createDeferred, type Deferred } from '#tests/drivers/deferred';
import { type Counts, countNotRunAsFailed, NO_COUNTS, type ReadCounts, sumCounts } from './counts';
import type { StepResult } from './summary';

/** One step of a run. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  /** Only for test runners: the report that they write, and the function that counts its tests. */
  readonly report?: { readonly file: string; readonly counts: ReadCounts };
  /** Steps that must succeed first, of this lane or another. */
  readonly needs?: readonly Step[];
  /** Why this machine cannot run the step; omitted if it can. */
  readonly missing?: string;
  /**
   * Whether the step needs something that a CI machine may lack, such as Docker.
   * All other steps must run in CI.
   */
  readonly isOptionalInCi?: boolean;
}

/**
 * Steps that run in order.
 * A generator can inspect the machine before each step, because it creates the step after the previous one has ended.
 */
export type Lane = Iterable<Step>;

export interface CommandResult {
  readonly exitCode: number;
  /** The output of the command, unless it was shown while the command ran. */
  readonly output: string;
}

export interface StepDeps {
  /** Runs a command. Its output is shown while it runs, or returned. */
  readonly run: (
    command: readonly [string, ...string[]],
    env: NodeJS.ProcessEnv,
    isShown: boolean,
  ) => Promise<CommandResult>;
  readonly removeFile: (file: string) => void;
  /** Reads the JSON of a file; undefined if the file is missing or invalid. */
  readonly readJson: (file: string) => unknown;
  readonly log: (text: string) => void;
  readonly now: () => number;
  /**
   * Whether this is CI. There, a step or test that was not run counts as failed.
   * Steps that are optional in CI are exempt.
   */
  readonly isCi: boolean;
}

/** Returns a promise that resolves when a step has ended, with whether the step failed. */
type OutcomeOf = (step: Step) => Deferred<boolean>;

/**
 * Runs the lanes in parallel, and the steps of each in order.
 * A step counts as one result, and each of its tests as one. If tests of a step failed, only these tests count. The
 * last lane's output is shown while its steps run; the output of other lanes is shown after each step. Returns the
 * results in the order of the lanes.
 */
export async function runLanes(lanes: readonly Lane[], deps: StepDeps): Promise<readonly StepResult[]> {
  const outcomeOf = createOutcomes();
  const running = lanes.map((lane, index) => runLane(lane, outcomeOf, deps, index === lanes.length - 1));
  return (await Promise.all(running)).flat();
}

async function runLane(lane: Lane, outcomeOf: OutcomeOf, deps: StepDeps, isShown: boolean): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of lane) {
    const failedNeed = await findFailed(step.needs ?? [], outcomeOf);
    const startMs = deps.now();
    const title = `\n== ${step.name}`;
    const lines = [title];
    const log = isShown ? deps.log : (text: string) => lines.push(text);
    deps.log(isShown ? title : `-- ${step.name}: the output comes when it ends`);
    const stepCounts = await countStep(step, failedNeed, { ...deps, log }, isShown);
    const counts = mustRun(step, deps) ? countNotRunAsFailed(stepCounts) : stepCounts;
    if (!isShown) deps.log(lines.join('\n'));
    outcomeOf(step).resolve(counts.failed > 0);
    results.push({ name: step.name, counts, durationMs: deps.now() - startMs });
  }
  return results;
}

function createOutcomes(): OutcomeOf {
  const outcomes = new Map<Step, Deferred<boolean>>();
  return (step) => {
    const outcome = outcomes.get(step) ?? createDeferred<boolean>();
    outcomes.set(step, outcome);
    return outcome;
  };
}

async function findFailed(needs: readonly Step[], outcomeOf: OutcomeOf): Promise<Step | null> {
  for (const need of needs) if (await outcomeOf(need).promise) return need;
  return null;
}

function mustRun({ isOptionalInCi = false }: Step, { isCi }: StepDeps): boolean {
  return isCi && !isOptionalInCi;
}

async function countStep(step: Step, failedNeed: Step | null, deps: StepDeps, isShown: boolean): Promise<Counts> {
  const { name, missing } = step;
  if (missing !== undefined) {
    deps.log(`Not run: ${missing}`);
    if (mustRun(step, deps)) return failedStep(`not run: ${missing}`);
    return { ...NO_COUNTS, notRun: [{ name, reason: missing }] };
  }
  if (failedNeed) {
    deps.log(`Cannot run: ${failedNeed.name} failed.`);
    return failedStep(`not run: ${failedNeed.name} failed`);
  }
  return runStep(step, deps, isShown);
}

async function runStep(step: Step, { run, removeFile, readJson, log }: StepDeps, isShown: boolean): Promise<Counts> {
  const { command, env = {}, report } = step;
  if (report) removeFile(report.file);
  const { exitCode, output } = await run(command, env, isShown);
  if (output !== '') log(output.trimEnd());
  const ending = `${command.join(' ')} ended with ${exitCode}`;
  if (exitCode !== 0) log(`${ending}.`);
  const stepCounts: Counts = exitCode === 0 ? { ...NO_COUNTS, passed: 1 } : failedStep(ending);
  if (!report) return stepCounts;
  const tests = report.counts(readJson(report.file));
  if (tests !== null && tests.passed + tests.failed + tests.notRun.length > 0) {
    if (tests.failed === 0) return sumCounts([stepCounts, tests]);
    return tests.failures.length > 0 ? tests : { ...tests, failures: stepCounts.failures };
  }
  log('Not one test was run.');
  return failedStep('not one test was run');
}

function failedStep(failure: string): Counts {
  return { ...NO_COUNTS, failed: 1, failures: [failure] };
}
