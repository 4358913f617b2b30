import { percentile } from '../measurements';
import { benchLines } from './bench-events';
import { type LoadMetrics, postAll } from './http-load';
import { openShownPage } from './shown-page';
import { serveArgs, startServer } from './started-server';

/** Maximum of events in a collector. */
const EVENTS = 100_000;
const EVENT_BYTES = 1_000;
const EVENTS_PER_BATCH = 20;
const CONNECTIONS = 10;
/** Requests per second, which are 3,000 events per second. */
const FIXED_RATE = 150;
const FIXED_RATE_SECONDS = 20;
/** Duration of the warm-up, in which V8 compiles the hot code. */
const WARM_UP_SECONDS = 5;
/** Rounds of the CPU time, of which the best counts. Other work of the machine only ever adds to it. */
const ROUNDS = 3;
const BURST_EVENTS = 10_000;
const BURSTS = 5;

/** The resources that a collector uses. CPU time and memory are `null` without `/proc`. */
export interface LoadedServe {
  /** Time from the start of the process to the first response. */
  readonly startMs: number;
  readonly eventsPerSecond: number;
  /** CPU time for all events. */
  readonly processorSeconds: number | null;
  /** CPU time of a server that only reads and parses the same bodies. */
  readonly bareProcessorSeconds: number | null;
  /** Memory with all events in the collector. */
  readonly rssMegabytes: number | null;
  /** Response times at 3,000 events per second, while a page shows them. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** For a collector that has just started. */
  readonly coldP99Ms: number;
}

/** Metrics of a page over several bursts. */
export interface ShownBurst {
  /** Median time from the first request until all events are shown. */
  readonly shownMs: number;
  /** Median of the longest stalls of the bursts. */
  readonly longestStallMs: number;
  readonly worstStallMs: number;
  /** The largest number of pending changes that the page showed. */
  readonly mostBehind: number;
}

/** Measures `serve` of the built command line, compared with a bare `node:http` server. */
export async function measureLoad(cli: string): Promise<LoadedServe> {
  const bodies = createBodies(EVENTS);
  const bare = await measureBest(['tests/bench/cli/bare-server.mjs'], bodies);
  const full = await measureBest(serveArgs(cli), bodies);
  const { cold, steady } = await measureSteady(cli, bodies);
  return {
    startMs: full.startMs,
    eventsPerSecond: Math.round(EVENTS / full.load.seconds),
    processorSeconds: full.processorSeconds,
    bareProcessorSeconds: bare.processorSeconds,
    rssMegabytes: full.rssMegabytes,
    p50Ms: steady.p50Ms,
    p99Ms: steady.p99Ms,
    coldP99Ms: cold.p99Ms,
  };
}

/** Measures 10,000 events in one burst, several times, each with a new collector and a new page. */
export async function measureBursts(cli: string): Promise<ShownBurst> {
  const bodies = createBodies(BURST_EVENTS);
  const runs: { readonly shownMs: number; readonly stallMs: number; readonly behind: number }[] = [];
  for (let run = 0; run < BURSTS; run += 1) {
    const server = await startServer(serveArgs(cli));
    const page = await openShownPage(server.page);
    const waitUntilShown = await page.watch(BURST_EVENTS);
    const startedAt = Date.now();
    await postAll({ url: server.url, bodies, connections: CONNECTIONS, rate: null });
    const { at, longestStallMs, mostBehind } = await waitUntilShown();
    runs.push({ shownMs: at - startedAt, stallMs: longestStallMs, behind: mostBehind });
    await page.close();
    server.stop();
  }
  const stalls = runs.map(({ stallMs }) => stallMs);
  return {
    shownMs: percentile(
      runs.map(({ shownMs }) => shownMs),
      0.5,
    ),
    longestStallMs: percentile(stalls, 0.5),
    worstStallMs: Math.max(...stalls),
    mostBehind: Math.max(...runs.map(({ behind }) => behind)),
  };
}

function createBodies(count: number): readonly Buffer[] {
  const lines = benchLines(count * EVENT_BYTES)
    .toString('utf8')
    .trimEnd()
    .split('\n');
  return Array.from({ length: count / EVENTS_PER_BATCH }, (_, index) => {
    const events = lines.slice(index * EVENTS_PER_BATCH, (index + 1) * EVENTS_PER_BATCH).join(',');
    return Buffer.from(
      `{"id":"api.sunbird.telemetry","ver":"3.0","params":{"msgid":"m-${index}"},"events":[${events}]}`,
    );
  });
}

interface ServerRun {
  readonly startMs: number;
  readonly load: LoadMetrics;
  readonly processorSeconds: number | null;
  readonly rssMegabytes: number | null;
}

async function measureServer(args: readonly string[], bodies: readonly Buffer[]): Promise<ServerRun> {
  const startedAt = performance.now();
  const server = await startServer(args);
  try {
    await postAll({ url: server.url, bodies: bodies.slice(0, 1), connections: 1, rate: null });
    const startMs = Math.round(performance.now() - startedAt);
    const before = server.processorSeconds();
    const load = await postAll({ url: server.url, bodies, connections: CONNECTIONS, rate: null });
    const after = server.processorSeconds();
    const processorSeconds = before === null || after === null ? null : after - before;
    return { startMs, load, processorSeconds, rssMegabytes: server.rssMegabytes() };
  } finally {
    server.stop();
  }
}

/** Returns the run with the least CPU time. */
async function measureBest(args: readonly string[], bodies: readonly Buffer[]): Promise<ServerRun> {
  const runs: ServerRun[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await measureServer(args, bodies));
  return runs.reduce((best, run) => ((run.processorSeconds ?? 0) < (best.processorSeconds ?? 0) ? run : best));
}

async function measureSteady(
  cli: string,
  bodies: readonly Buffer[],
): Promise<{ readonly cold: LoadMetrics; readonly steady: LoadMetrics }> {
  const coldCount = FIXED_RATE * WARM_UP_SECONDS;
  const count = coldCount + FIXED_RATE * FIXED_RATE_SECONDS;
  const server = await startServer(serveArgs(cli));
  const page = await openShownPage(server.page);
  try {
    const post = (part: readonly Buffer[]) =>
      postAll({ url: server.url, bodies: part, connections: CONNECTIONS, rate: FIXED_RATE });
    const cold = await post(bodies.slice(0, coldCount));
    const steady = await post(bodies.slice(coldCount, count));
    await page.waitUntilShown(count * EVENTS_PER_BATCH);
    return { cold, steady };
  } finally {
    await page.close();
    server.stop();
  }
}
