import type { Counts, ReadCounts } from './counts';
import { sum } from './counts';

/** One part of the whole run. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  /** For test runners: the report that they write, and how to count it. */
  readonly report?: { readonly file: string; readonly counts: ReadCounts };
  /** Steps without which this one cannot run. */
  readonly needs?: readonly string[];
  /** Why it cannot run at all, where that is known beforehand. */
  readonly blocked?: string;
}

export interface Surroundings {
  /** Runs a command, its output visible, and gives its exit code. */
  readonly run: (command: readonly [string, ...string[]], env: NodeJS.ProcessEnv) => number;
  readonly forget: (file: string) => void;
  /** The JSON of a file, or undefined where there is none. */
  readonly read: (file: string) => unknown;
  readonly say: (line: string) => void;
}

/** Runs the steps in order, all of them, and counts: each step is one, and each test in it is one. */
export function runSteps(steps: readonly Step[], surroundings: Surroundings): readonly Counts[] {
  const failed = new Set<string>();
  return steps.map((step) => {
    surroundings.say(`\n== ${step.name}`);
    const reason = reasonAgainst(step, failed);
    const counts = reason === null ? runStep(step, surroundings) : cannotRun(step, reason, surroundings);
    if (counts.failed > 0) failed.add(step.name);
    return counts;
  });
}

function reasonAgainst({ blocked, needs = [] }: Step, failed: ReadonlySet<string>): string | null {
  if (blocked !== undefined) return blocked;
  const lacking = needs.find((name) => failed.has(name));
  return lacking === undefined ? null : `${lacking} failed.`;
}

function cannotRun({ name }: Step, reason: string, { say }: Surroundings): Counts {
  say(`Cannot run: ${reason}`);
  return { passed: 0, failed: 1, failures: [name] };
}

function runStep({ name, command, env = {}, report }: Step, { run, forget, read, say }: Surroundings): Counts {
  // A report of an earlier run must not be counted for this one.
  if (report) forget(report.file);
  const code = run(command, env);
  const step: Counts = code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] };
  if (code !== 0) say(`${command.join(' ')} ended with ${code}.`);
  if (!report) return step;
  const tests = report.counts(read(report.file));
  if (tests !== null && tests.passed + tests.failed > 0) return sum([step, tests]);
  say('Not one test was run.');
  return { passed: 0, failed: 1, failures: [name] };
}
