import { z } from '../../lib/zod';

/** How many passed and failed. A test that was skipped has failed to run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const vitestSchema = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
});

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** The counts in a runner's JSON report; null where it is none. */
export type ReadCounts = (report: unknown) => Counts | null;

export const vitestCounts: ReadCounts = (report) => {
  const parsed = vitestSchema.safeParse(report);
  if (!parsed.success) return null;
  const { numTotalTests, numPassedTests } = parsed.data;
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
};

export const playwrightCounts: ReadCounts = (report) => {
  const parsed = playwrightSchema.safeParse(report);
  if (!parsed.success) return null;
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
};

export function sum(all: readonly Counts[]): Counts {
  return all.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** The closing line. */
export function countsLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}
