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
  const loads = { watched: [] as Cost[], unwatched: [] as Cost[] };
  for (let load = 0; load < LOADS; load += 1) {
    const [watched, unwatched] = await measureLoad(context, [addresses.watched, addresses.unwatched]);
    loads.watched.push(watched);
    loads.unwatched.push(unwatched);
  }
  const watched = costAt(0.5, loads.watched);
  const own = costAt(0.5, loads.unwatched);
  const added = Math.max(0, watched.inCall - own.inCall);
  return {
    microsecondsPerCall: rounded(added, 2),
    shareOfSdkCall: rounded(added / own.inCall, 4),
    microsecondsAfterwards: rounded(Math.max(0, watched.afterwards - own.afterwards), 2),
  };
}

/** Microseconds of one call: while it runs, and when the page's script is done. */
interface Cost {
  readonly inCall: number;
  readonly afterwards: number;
}

/** The same on each page. */
async function measureLoad(
  context: BrowserContext,
  addresses: readonly [string, string],
): Promise<readonly [Cost, Cost]> {
  const pages = [await context.newPage(), await context.newPage()] as const;
  const costs = [[] as Cost[], [] as Cost[]] as const;
  for (const which of [0, 1] as const) await openBenchPage(pages[which], addresses[which]);
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const which of [0, 1] as const) {
      const { inCalls, afterwards } = await pages[which].evaluate<Rounds>(`bench.rounds(${ROUNDS}, ${CALLS})`);
      // The first turn is for the engine to warm up.
      if (turn > 0) costs[which].push(...inCalls.map((inCall) => ({ inCall, afterwards })));
    }
  }
  for (const page of pages) await page.close();
  return [costAt(0.25, costs[0]), costAt(0.25, costs[1])];
}

/** Each part by itself. */
function costAt(share: number, costs: readonly Cost[]): Cost {
  const inCalls = costs.map(({ inCall }) => inCall);
  const afterwards = costs.map((cost) => cost.afterwards);
  return { inCall: percentile(inCalls, share), afterwards: percentile(afterwards, share) };
}

/** What `bench.rounds` of the page answers. */
interface Rounds {
  readonly inCalls: readonly number[];
  readonly afterwards: number;
}
