import { type Counts, NO_COUNTS, type ReadCounts, sum, withoutNotRun } from './counts';
import type { StepResult } from './summary';

/** One part of the whole run. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  /** For test runners: the report that they write, and how to count it. */
  readonly report?: { readonly file: string; readonly counts: ReadCounts };
  /** Steps without which this one cannot run. */
  readonly needs?: readonly string[];
  /** Why this machine cannot run the step, where that is known beforehand. */
  readonly missing?: string;
  /** Needs what a CI machine may lack, such as Docker. All other steps must run in CI. */
  readonly isOptionalInCi?: boolean;
}

export interface StepDeps {
  /** Runs a command, its output visible, and gives its exit code. */
  readonly run: (command: readonly [string, ...string[]], env: NodeJS.ProcessEnv) => number;
  readonly forget: (file: string) => void;
  /** The JSON of a file, or undefined if there is none. */
  readonly read: (file: string) => unknown;
  readonly log: (line: string) => void;
  readonly now: () => number;
  /** In CI a step or test that was not run has failed, unless its step is optional there. */
  readonly isCi: boolean;
}

/** Runs all steps in order, and counts: each step is one, and each test in it is one. */
export function runSteps(steps: readonly Step[], deps: StepDeps): readonly StepResult[] {
  const failed = new Set<string>();
  return steps.map((step) => {
    deps.log(`\n== ${step.name}`);
    const startMs = deps.now();
    const found = countsOf(step, failed, deps);
    const counts = mustRun(step, deps) ? withoutNotRun(found) : found;
    if (counts.failed > 0) failed.add(step.name);
    return { name: step.name, counts, durationMs: deps.now() - startMs };
  });
}

function mustRun({ isOptionalInCi = false }: Step, { isCi }: StepDeps): boolean {
  return isCi && !isOptionalInCi;
}

function countsOf(step: Step, failed: ReadonlySet<string>, deps: StepDeps): Counts {
  const { name, needs = [], missing } = step;
  if (missing !== undefined) {
    deps.log(`Not run: ${missing}`);
    if (mustRun(step, deps)) return failedStep(`not run: ${missing}`);
    return { ...NO_COUNTS, notRun: [{ name, reason: missing }] };
  }
  const lacking = needs.find((need) => failed.has(need));
  if (lacking !== undefined) {
    deps.log(`Cannot run: ${lacking} failed.`);
    return failedStep(`not run: ${lacking} failed`);
  }
  return runStep(step, deps);
}

function runStep({ command, env = {}, report }: Step, { run, forget, read, log }: StepDeps): Counts {
  if (report) forget(report.file);
  const code = run(command, env);
  const ending = `${command.join(' ')} ended with ${code}`;
  if (code !== 0) log(`${ending}.`);
  const step: Counts = code === 0 ? { ...NO_COUNTS, passed: 1 } : failedStep(ending);
  if (!report) return step;
  const tests = report.counts(read(report.file));
  if (tests !== null && tests.passed + tests.failed + tests.notRun.length > 0) {
    return tests.failures.length > 0 ? sum([{ ...step, failures: [] }, tests]) : sum([step, tests]);
  }
  log('Not one test was run.');
  return failedStep('not one test was run');
}

function failedStep(failure: string): Counts {
  return { ...NO_COUNTS, failed: 1, failures: [failure] };
}
