import type { BrowserContext, CDPSession, Page } from 'playwright';
import { openOfflinePage } from '../bench-page';
import { type HookOverhead, percentile, roundTo } from '../measurements';
import { readMainThreadMs } from '../panel-probe';

/** Number of page loads. The engine compiles each load again, with varying results. */
const LOADS = 12;
/** Unmeasured rounds, in which the engine compiles. */
const WARM_UP_ROUNDS = 5;
const ROUNDS = 24;
/** Calls in one round, which are ten batches. */
const CALLS_PER_ROUND = 200;

/** URLs of the same page, on a host that the extension watches and on one that it does not. */
interface PageUrls {
  readonly watched: string;
  readonly unwatched: string;
}

/**
 * Measures the cost of a call with and without the hook.
 * Two new tabs of one browser take turns, because a machine's speed changes within a minute by more than the hook
 * costs. The hook is measured while nothing is sent, because sending takes ten times as long, and varies. The SDK's own
 * call is measured with sending. Uses the first quartile of the rounds of a tab, because other work of the machine
 * slows rounds down. Uses the median of the loads.
 */
export async function measureHookOverhead(context: BrowserContext, urls: PageUrls): Promise<HookOverhead> {
  const loads: Load[] = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await measureLoad(context, urls));
  const added = Math.max(
    0,
    medianOf(loads, ({ watched, unwatched }) => watched.inCall - unwatched.inCall),
  );
  const afterwards = Math.max(
    0,
    medianOf(loads, ({ watched, unwatched }) => watched.afterwards - unwatched.afterwards),
  );
  const processor = Math.max(
    0,
    medianOf(loads, ({ watched, unwatched }) => watched.processor - unwatched.processor),
  );
  return {
    microsecondsPerCall: roundTo(added, 2),
    shareOfSdkCall: roundTo(added / medianOf(loads, ({ sending }) => sending.inCall), 4),
    shareWithoutSending: roundTo(added / medianOf(loads, ({ unwatched }) => unwatched.inCall), 4),
    microsecondsAfterwards: roundTo(afterwards, 2),
    processorMicroseconds: roundTo(processor, 2),
    shareOfSdkProcessorTime: roundTo(processor / medianOf(loads, ({ sending }) => sending.processor), 4),
  };
}

/** Microseconds of one call: during the call, and after the page's script has ended. */
interface WallCost {
  readonly inCall: number;
  readonly afterwards: number;
}

/** Adds the CPU time of the page's main thread for both, which other processes do not affect. */
interface Cost extends WallCost {
  readonly processor: number;
}

/** A page, and the session that reads its CPU time. */
interface MeasuredPage {
  readonly page: Page;
  readonly session: CDPSession;
}

/** Costs with and without the hook while nothing is sent, and without the hook while the SDK sends. */
interface Load {
  readonly watched: Cost;
  readonly unwatched: Cost;
  readonly sending: Cost;
}

const medianOf = (loads: readonly Load[], value: (load: Load) => number): number => valueAt(0.5, loads, value);

function valueAt<Item>(share: number, items: readonly Item[], value: (item: Item) => number): number {
  return percentile(items.map(value), share);
}

async function measureLoad(context: BrowserContext, urls: PageUrls): Promise<Load> {
  const pages = [
    await openMeasuredPage(context, urls.watched),
    await openMeasuredPage(context, urls.unwatched),
  ] as const;
  const costs: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const pageIndex of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const cost = await measureRound(pages[pageIndex]);
      if (round >= WARM_UP_ROUNDS) costs[pageIndex].push(cost);
    }
  }
  await pages[1].page.evaluate('isOffline = false');
  const sending: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) sending.push(await measureRound(pages[1]));
  for (const { page } of pages) await page.close();
  return {
    watched: firstQuartileOf(costs[0]),
    unwatched: firstQuartileOf(costs[1]),
    sending: firstQuartileOf(sending),
  };
}

const firstQuartileOf = (costs: readonly Cost[]): Cost => ({
  inCall: valueAt(0.25, costs, ({ inCall }) => inCall),
  afterwards: valueAt(0.25, costs, ({ afterwards }) => afterwards),
  processor: valueAt(0.25, costs, ({ processor }) => processor),
});

async function openMeasuredPage(context: BrowserContext, pageUrl: string): Promise<MeasuredPage> {
  const page = await context.newPage();
  await openOfflinePage(page, pageUrl);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** Runs a round of calls in the page. Returns the cost of one call. */
async function measureRound({ page, session }: MeasuredPage): Promise<Cost> {
  const before = await readMainThreadMs(session);
  const cost = await page.evaluate<WallCost>(`bench.round(${CALLS_PER_ROUND})`);
  return { ...cost, processor: (((await readMainThreadMs(session)) - before) * 1_000) / CALLS_PER_ROUND };
}
