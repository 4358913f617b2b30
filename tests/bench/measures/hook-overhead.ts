import type { BrowserContext } from 'playwright';
import { openBenchPage } from '../bench-page';
import { type Figures, percentile, rounded } from '../figures';

/** Each load of a page is compiled anew by the engine, now a little better, now a little worse. */
const LOADS = 20;
const TURNS = 3;
const ROUNDS = 10;
const CALLS = 200;

/**
 * What a call costs the page with the hook and without it: two fresh tabs of one browser, in turns, so that a busy
 * machine slows down both. Of a load the quickest quarter counts, as what is slower was disturbed by something else; of
 * all loads the middle.
 */
export async function measureHookOverhead(
  context: BrowserContext,
  addresses: { readonly watched: string; readonly unwatched: string },
): Promise<Figures['hookOverhead']> {
  const costs = { watched: [] as number[], unwatched: [] as number[] };
  for (let load = 0; load < LOADS; load += 1) {
    const [watched, unwatched] = await measureLoad(context, [addresses.watched, addresses.unwatched]);
    costs.watched.push(watched);
    costs.unwatched.push(unwatched);
  }
  const own = percentile(costs.unwatched, 0.5);
  const added = Math.max(0, percentile(costs.watched, 0.5) - own);
  return { microsecondsPerCall: rounded(added, 2), shareOfSdkCall: rounded(added / own, 4) };
}

/** Microseconds of one call on each page. */
async function measureLoad(context: BrowserContext, addresses: readonly [string, string]): Promise<[number, number]> {
  const pages = [await context.newPage(), await context.newPage()] as const;
  const costs: [number[], number[]] = [[], []];
  for (const which of [0, 1] as const) await openBenchPage(pages[which], addresses[which]);
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const which of [0, 1] as const) {
      const rounds = await pages[which].evaluate<number[]>(`bench.rounds(${ROUNDS}, ${CALLS})`);
      // The first turn is for the engine to warm up.
      if (turn > 0) costs[which].push(...rounds);
    }
  }
  for (const page of pages) await page.close();
  return [percentile(costs[0], 0.25), percentile(costs[1], 0.25)];
}
