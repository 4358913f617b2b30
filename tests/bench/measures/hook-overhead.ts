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
  const loads = [noTimes(), noTimes()] as const;
  for (let load = 0; load < LOADS; load += 1) {
    const costs = await measureLoad(context, [addresses.watched, addresses.unwatched]);
    for (const which of [0, 1] as const) add(loads[which], [costs[which].inCall], costs[which].afterwards);
  }
  const [watched, own] = [costAt(0.5, loads[0]), costAt(0.5, loads[1])];
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
  const times = [noTimes(), noTimes()] as const;
  for (const which of [0, 1] as const) await openBenchPage(pages[which], addresses[which]);
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const which of [0, 1] as const) {
      const { inCalls, afterwards } = await pages[which].evaluate<Rounds>(`bench.rounds(${ROUNDS}, ${CALLS})`);
      // The first turn is for the engine to warm up.
      if (turn > 0) add(times[which], inCalls, afterwards);
    }
  }
  for (const page of pages) await page.close();
  return [costAt(0.25, times[0]), costAt(0.25, times[1])];
}

/** What was measured of one page, or of all loads of it. */
interface Times {
  readonly inCall: number[];
  readonly afterwards: number[];
}

const noTimes = (): Times => ({ inCall: [], afterwards: [] });

function add(times: Times, inCalls: readonly number[], afterwards: number): void {
  times.inCall.push(...inCalls);
  times.afterwards.push(afterwards);
}

function costAt(share: number, { inCall, afterwards }: Times): Cost {
  return { inCall: percentile(inCall, share), afterwards: percentile(afterwards, share) };
}

/** What `bench.rounds` of the page answers. */
interface Rounds {
  readonly inCalls: readonly number[];
  readonly afterwards: number;
}
