import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from '#core/util/zod';

/** A test or a step that was not run because this machine lacks something. */
interface NotRun {
  readonly name: string;
  /** What the machine lacks, for the user. */
  readonly reason: string;
}

/** Numbers of passed and failed tests. A test that was skipped without a reason counts as failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** One line per failure: what failed and its messages, each on one line and truncated. */
  readonly failures: readonly string[];
  readonly notRun: readonly NotRun[];
}

export const NO_COUNTS: Counts = { passed: 0, failed: 0, failures: [], notRun: [] };

const vitestSchema = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  testResults: z._default(
    z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({
            ancestorTitles: z.array(z.string()),
            title: z.string(),
            status: z.string(),
            failureMessages: z.nullish(z.array(z.string())),
          }),
        ),
      }),
    ),
    [],
  ),
});

const suiteSchema = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z._default(
        z.array(
          z.object({
            status: z.string(),
            annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
            results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
          }),
        ),
        [],
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
type Suite = z.infer<typeof suiteSchema>;

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z._default(z.array(suiteSchema), []),
});

/** Reads the counts in a runner's JSON report. Returns `null` for a value that is no such report. */
export type ReadCounts = (report: unknown) => Counts | null;

/** Matches the title of a skipped test with its reason, because Vitest's report has no field for a reason. */
const TITLE_WITH_REASON = /^(.*) \(not run: (.+)\)$/;

/** Returns the title of a test that this machine cannot run, for Vitest. */
export function notRunTitle(title: string, reason: string): string {
  return `${title} (not run: ${reason})`;
}

export const readVitestCounts: ReadCounts = (report) => {
  const parsed = vitestSchema.safeParse(report);
  if (!parsed.success) return null;
  const { numTotalTests, numPassedTests, testResults } = parsed.data;
  const notRun = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.flatMap(({ status, title }) => {
      const [, name, reason] = (status === 'skipped' && TITLE_WITH_REASON.exec(title)) || [];
      return name === undefined || reason === undefined
        ? []
        : [{ name: `${relative('', file)}${SEPARATOR}${name}`, reason }];
    }),
  );
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('', name);
    const tests = assertionResults
      .filter(
        ({ status: outcome, title }) =>
          outcome !== 'passed' && !(outcome === 'skipped' && TITLE_WITH_REASON.test(title)),
      )
      .map(({ ancestorTitles, title, status: outcome, failureMessages }) =>
        formatFailure([file, ...ancestorTitles, title], failureMessages?.[0] ?? outcome),
      );
    return tests.length === 0 && status !== 'passed' ? [formatFailure([file], message)] : tests;
  });
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests - notRun.length, failures, notRun };
};

export const readPlaywrightCounts: ReadCounts = (report) => {
  const parsed = playwrightSchema.safeParse(report);
  if (!parsed.success) return null;
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  const specs = parsed.data.suites.flatMap((suite) => specsOf(suite, [suite.file]));
  const notRun = specs.flatMap(({ path, reasons }) =>
    reasons.map((reason) => ({ name: path.join(SEPARATOR), reason })),
  );
  return {
    passed: expected,
    failed: unexpected + flaky + skipped - notRun.length,
    failures: specs.filter(({ isFailed }) => isFailed).map(({ path, message }) => formatFailure(path, message)),
    notRun,
  };
};

interface Spec {
  /** The file, the groups and the title of the test. */
  readonly path: readonly string[];
  /** Whether the test failed in a project, or was skipped without a reason. */
  readonly isFailed: boolean;
  /** The reason of each project that skipped the test. */
  readonly reasons: readonly string[];
  /** The errors, or the outcome if there are none. */
  readonly message: string;
}

function specsOf({ specs, suites = [] }: Suite, path: readonly string[]): readonly Spec[] {
  const ownSpecs = specs.map(({ title, ok, tests }): Spec => {
    const skipped = tests.filter(({ status }) => status === 'skipped');
    const reasons = skipped.flatMap(
      ({ annotations }) => annotations.find(({ type }) => type === 'skip')?.description || [],
    );
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    const message = errors.map((error) => error.message ?? '').join('\n') || (tests[0]?.status ?? '');
    return { path: [...path, title], isFailed: !ok || skipped.length > reasons.length, reasons, message };
  });
  return [...ownSpecs, ...suites.flatMap((suite) => specsOf(suite, [...path, suite.title]))];
}

const SEPARATOR = ' › ';
/** Enough for a diff or a counterexample, because a CI log may contain only its end. */
const MAX_MESSAGE_LENGTH = 1_000;

function formatFailure(path: readonly string[], message: string): string {
  const line = stripVTControlCharacters(message)
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('at '))
    .join(' | ');
  const truncated = line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line;
  return `${path.join(SEPARATOR)}${truncated === '' ? '' : `: ${truncated}`}`;
}

export function sumCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    failures: all.flatMap(({ failures }) => failures),
    notRun: all.flatMap(({ notRun }) => notRun),
  };
}

/** Counts tests that were not run as failed. For a machine that must be able to run everything. */
export function countNotRunAsFailed({ passed, failed, failures, notRun }: Counts): Counts {
  return {
    passed,
    failed: failed + notRun.length,
    failures: [...failures, ...notRun.map(({ name, reason }) => `${name}: not run: ${reason}`)],
    notRun: [],
  };
}
