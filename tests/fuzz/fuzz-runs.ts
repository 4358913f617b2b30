/**
 * Default number of cases, which are generated inputs, per target.
 * Each test run generates new inputs. `.github/workflows/ci.yml` sets a higher number.
 */
const DEFAULT_FUZZ_RUNS = 2_000;

/** Parses the number of cases per target. Throws if the text is not a whole number above zero. */
export function parseFuzzRuns(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_FUZZ_RUNS;
  const runs = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(runs) || runs === 0) {
    throw new Error(`"${text}" is not a number of fuzz runs. Use a whole number such as 10000.`);
  }
  return runs;
}

/** The number of cases per target. Pass it to fast-check: `fc.assert(property, { numRuns: fuzzRuns })`. */
export const fuzzRuns = parseFuzzRuns(process.env.FUZZ_RUNS);

/** Returns the number of cases for each test of a target whose tests share them. */
export function shareRuns(tests: number): number {
  return Math.ceil(fuzzRuns / tests);
}
