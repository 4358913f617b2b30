import { z } from '../../lib/zod';

/** How many passed and failed, and which failed, by name. A test that was skipped has failed to run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

const vitestSchema = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  testResults: z
    .array(
      z.object({
        name: z.string(),
        status: z.string(),
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      }),
    )
    .default([]),
});

const suiteSchema = z.object({
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), ok: z.boolean() })),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
type Suite = z.infer<typeof suiteSchema>;

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(suiteSchema).default([]),
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
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests, failures };
};

export const playwrightCounts: ReadCounts = (report) => {
  const parsed = playwrightSchema.safeParse(report);
  if (!parsed.success) return null;
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: parsed.data.suites.flatMap(failuresOf),
  };
};

function failuresOf({ file, specs, suites = [] }: Suite): readonly string[] {
  return [...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`), ...suites.flatMap(failuresOf)];
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    failures: all.flatMap(({ failures }) => failures),
  };
}

/** What failed, a line each, and the closing line. */
export function closingLines({ passed, failed, failures }: Counts): readonly string[] {
  return [...failures.map((name) => `Failed: ${name}`), `${passed} passed, ${failed} failed`];
}
