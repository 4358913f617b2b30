import type { BrowserContext, CDPSession, Page } from 'playwright';
import { openOfflinePage } from '../bench-page';
import { type HookOverhead, percentile, roundMs } from '../measurements';
import { workedMs } from '../panel-probe';

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
export async function measureHookOverhead(context: BrowserContext, addresses: Addresses): Promise<HookOverhead> {
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
  const processor = Math.max(
    0,
    middle(loads, ({ watched, unwatched }) => watched.processor - unwatched.processor),
  );
  return {
    microsecondsPerCall: roundMs(added, 2),
    shareOfSdkCall: roundMs(added / middle(loads, ({ sending }) => sending.inCall), 4),
    shareWithoutSending: roundMs(added / middle(loads, ({ unwatched }) => unwatched.inCall), 4),
    microsecondsAfterwards: roundMs(left, 2),
    processorMicroseconds: roundMs(processor, 2),
    shareOfSdkProcessorTime: roundMs(processor / middle(loads, ({ sending }) => sending.processor), 4),
  };
}

/** Microseconds of one call: while it runs, and when the page's script is done. */
interface WallCost {
  readonly inCall: number;
  readonly afterwards: number;
}

/** With the processor time of the page's main thread for both together, which no other process makes longer. */
interface Cost extends WallCost {
  readonly processor: number;
}

/** A page with what its processor time is read by. */
interface MeasuredPage {
  readonly page: Page;
  readonly session: CDPSession;
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
  const pages = [
    await openMeasuredPage(context, addresses.watched),
    await openMeasuredPage(context, addresses.unwatched),
  ] as const;
  const costs: [Cost[], Cost[]] = [[], []];
  for (let turn = 0; turn < WARM_UPS + TURNS; turn += 1) {
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const cost = await costIn(pages[which]);
      if (turn >= WARM_UPS) costs[which].push(cost);
    }
  }
  await pages[1].page.evaluate('isOffline = false');
  const sending: Cost[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) sending.push(await costIn(pages[1]));
  for (const { page } of pages) await page.close();
  return { watched: quickest(costs[0]), unwatched: quickest(costs[1]), sending: quickest(sending) };
}

const quickest = (costs: readonly Cost[]): Cost => ({
  inCall: valueAt(0.25, costs, ({ inCall }) => inCall),
  afterwards: valueAt(0.25, costs, ({ afterwards }) => afterwards),
  processor: valueAt(0.25, costs, ({ processor }) => processor),
});

async function openMeasuredPage(context: BrowserContext, address: string): Promise<MeasuredPage> {
  const page = await context.newPage();
  await openOfflinePage(page, address);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** The return value of `bench.round` in the page. */
async function costIn({ page, session }: MeasuredPage): Promise<Cost> {
  const before = await workedMs(session);
  const cost = await page.evaluate<WallCost>(`bench.round(${CALLS})`);
  return { ...cost, processor: (((await workedMs(session)) - before) * 1_000) / CALLS };
}
