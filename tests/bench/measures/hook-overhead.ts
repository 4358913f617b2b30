import type { BrowserContext, Page } from 'playwright';
import { openBenchPage } from '../bench-page';
import { type Figures, percentile, rounded } from '../figures';

/** Each load of a page is compiled anew by the engine, now a little better, now a little worse. */
const LOADS = 16;
const TURNS = 6;
const ROUNDS = 5;
const CALLS = 200;

/**
 * What a call costs the page with the hook and without it: two fresh tabs of one browser, in turns, each turn against
 * the one beside it, as a machine is quicker now and slower a minute later by more than the hook costs. Of a turn the
 * quickest quarter of its rounds counts, as what is slower was disturbed by something else; of all turns the middle.
 */
export async function measureHookOverhead(
  context: BrowserContext,
  addresses: { readonly watched: string; readonly unwatched: string },
): Promise<Figures['hookOverhead']> {
  const pairs: Pair[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    pairs.push(...(await measureLoad(context, [addresses.watched, addresses.unwatched])));
  }
  const own = middle(pairs, ([, { inCall }]) => inCall);
  const added = Math.max(
    0,
    middle(pairs, ([watched, unwatched]) => watched.inCall - unwatched.inCall),
  );
  const left = Math.max(
    0,
    middle(pairs, ([watched, unwatched]) => watched.afterwards - unwatched.afterwards),
  );
  return {
    microsecondsPerCall: rounded(added, 2),
    shareOfSdkCall: rounded(added / own, 4),
    microsecondsAfterwards: rounded(left, 2),
  };
}

/** Microseconds of one call: while it runs, and when the page's script is done. */
interface Cost {
  readonly inCall: number;
  readonly afterwards: number;
}

/** Of the watched page, and of the other one right before or after. */
type Pair = readonly [Cost, Cost];

const middle = (pairs: readonly Pair[], value: (pair: Pair) => number): number => percentile(pairs.map(value), 0.5);

async function measureLoad(context: BrowserContext, addresses: readonly [string, string]): Promise<readonly Pair[]> {
  const pages = [await context.newPage(), await context.newPage()] as const;
  for (const which of [0, 1] as const) await openBenchPage(pages[which], addresses[which]);
  const pairs: Pair[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const isWatchedFirst = turn % 2 === 0;
    const first = await costIn(pages[isWatchedFirst ? 0 : 1]);
    const second = await costIn(pages[isWatchedFirst ? 1 : 0]);
    // The first turn is for the engine to warm up.
    if (turn > 0) pairs.push(isWatchedFirst ? [first, second] : [second, first]);
  }
  for (const page of pages) await page.close();
  return pairs;
}

async function costIn(page: Page): Promise<Cost> {
  const { inCalls, afterwards } = await page.evaluate<Rounds>(`bench.rounds(${ROUNDS}, ${CALLS})`);
  return { inCall: percentile(inCalls, 0.25), afterwards };
}

/** What `bench.rounds` of the page answers. */
interface Rounds {
  readonly inCalls: readonly number[];
  readonly afterwards: number;
}
