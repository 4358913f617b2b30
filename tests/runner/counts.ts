import * as z from '#core/util/zod';

/** A test or a step that was not run, because this machine lacks something. */
interface NotRun {
  readonly name: string;
  /** What is missing, for the user. */
  readonly reason: string;
}

/** How many passed and failed, and which failed, by name. A test that was skipped without a reason has failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
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
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      }),
    ),
    [],
  ),
});

const suiteSchema = z.object({
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

/** The counts in a runner's JSON report; null where it is none. */
export type ReadCounts = (report: unknown) => Counts | null;

export const vitestCounts: ReadCounts = (report) => {
  const parsed = vitestSchema.safeParse(report);
  if (!parsed.success) return null;
  const { numTotalTests, numPassedTests, testResults } = parsed.data;
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status !== 'passed').map((test) => test.fullName);
    // A file whose set-up failed has no failed test of its own.
    return tests.length === 0 && status !== 'passed' ? [name] : tests.map((test) => `${name}: ${test}`);
  });
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests, failures, notRun: [] };
};

export const playwrightCounts: ReadCounts = (report) => {
  const parsed = playwrightSchema.safeParse(report);
  if (!parsed.success) return null;
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  const specs = parsed.data.suites.flatMap(specsOf);
  const notRun = specs.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
  return {
    passed: expected,
    failed: unexpected + flaky + skipped - notRun.length,
    failures: specs.filter(({ ok, reason }) => !ok && reason === null).map(({ name }) => name),
    notRun,
  };
};

interface Spec {
  readonly name: string;
  readonly ok: boolean;
  /** Why it was skipped, or `null` if it ran or was skipped without a reason. */
  readonly reason: string | null;
}

function specsOf({ file, specs, suites = [] }: Suite): readonly Spec[] {
  const own = specs.map(({ title, ok, tests }): Spec => {
    const skipped = tests.find(({ status }) => status === 'skipped');
    const reason = skipped?.annotations.find(({ type }) => type === 'skip')?.description || null;
    // To Playwright a skipped test is fine.
    return { name: `${file}: ${title}`, ok: ok && skipped === undefined, reason };
  });
  return [...own, ...suites.flatMap(specsOf)];
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    failures: all.flatMap(({ failures }) => failures),
    notRun: all.flatMap(({ notRun }) => notRun),
  };
}

/** Counts what was not run as failed: on a machine that must be able to run everything. */
export function withoutNotRun({ passed, failed, failures, notRun }: Counts): Counts {
  return {
    passed,
    failed: failed + notRun.length,
    failures: [...failures, ...notRun.map(({ name, reason }) => `${name}: not run: ${reason}`)],
    notRun: [],
  };
}
