import type { BrowserContext, Page } from 'playwright';
import { openOfflinePage } from '../bench-page';
import { type Figures, percentile, roundMs } from '../measurements';

/** Each load of a page is compiled again by the engine, now a little better, now a little worse. */
const LOADS = 12;
/** For the engine. */
const WARM_UPS = 5;
const TURNS = 24;
/** In one turn: ten batches. */
const CALLS = 200;

/** The same page, where the extension watches and where it does not. */
interface Addresses {
  readonly watched: string;
  readonly unwatched: string;
}

/**
 * What a call costs the page with the hook and without it: two fresh tabs of one browser, in turns, as a machine is
 * quicker now and slower a minute later by more than the hook costs. What the hook adds is measured while nothing is
 * sent: the browser's sending takes ten times as long, and never twice the same. The SDK's own call is measured with it.
 * Of a tab the quickest quarter of its turns counts, as what is slower was disturbed by something else; of all loads the
 * middle.
 */
export async function measureHookOverhead(
  context: BrowserContext,
  addresses: Addresses,
): Promise<Figures['hookOverhead']> {
  const loads: Load[] = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await measureLoad(context, addresses));
  const added = Math.max(
    0,
    middle(loads, ({ watched, unwatched }) => watched.inCall - unwatched.inCall),
  );
  const left = Math.max(
    0,
    middle(loads, ({ watched, unwatched }) => watched.afterwards - unwatched.afterwards),
  );
  return {
    microsecondsPerCall: roundMs(added, 2),
    shareOfSdkCall: roundMs(added / middle(loads, ({ sending }) => sending.inCall), 4),
    shareWithoutSending: roundMs(added / middle(loads, ({ unwatched }) => unwatched.inCall), 4),
    microsecondsAfterwards: roundMs(left, 2),
  };
}

/** Microseconds of one call: while it runs, and when the page's script is done. */
interface Cost {
  readonly inCall: number;
  readonly afterwards: number;
}

/** With the hook and without it, while nothing is sent; without it, while the SDK sends. */
interface Load {
  readonly watched: Cost;
  readonly unwatched: Cost;
  readonly sending: Cost;
}

const middle = (loads: readonly Load[], value: (load: Load) => number): number => valueAt(0.5, loads, value);

function valueAt<Item>(share: number, items: readonly Item[], value: (item: Item) => number): number {
  return percentile(items.map(value), share);
}

async function measureLoad(context: BrowserContext, addresses: Addresses): Promise<Load> {
  const pages = [await context.newPage(), await context.newPage()] as const;
  await openOfflinePage(pages[0], addresses.watched);
  await openOfflinePage(pages[1], addresses.unwatched);
  const costs: [Cost[], Cost[]] = [[], []];
  for (let turn = 0; turn < WARM_UPS + TURNS; turn += 1) {
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const cost = await costIn(pages[which]);
      if (turn >= WARM_UPS) costs[which].push(cost);
    }
  }
  await pages[1].evaluate('isOffline = false');
  const sending: Cost[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) sending.push(await costIn(pages[1]));
  for (const page of pages) await page.close();
  return { watched: quickest(costs[0]), unwatched: quickest(costs[1]), sending: quickest(sending) };
}

const quickest = (costs: readonly Cost[]): Cost => ({
  inCall: valueAt(0.25, costs, ({ inCall }) => inCall),
  afterwards: valueAt(0.25, costs, ({ afterwards }) => afterwards),
});

/** The return value of `bench.round` in the page. */
function costIn(page: Page): Promise<Cost> {
  return page.evaluate<Cost>(`bench.round(${CALLS})`);
}
