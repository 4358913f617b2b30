import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';
import { createEnding } from '#demo/ending';
import { sdkPages } from '#demo/site/sdk-pages';
import { type Stack, startStack } from '#demo/stack';
import { launchChromium } from '#tests/drivers/browser/launch';
import { openSizedPanel } from '#tests/drivers/devtools';
import { openBenchPage } from './bench-page';
import type { HookOverhead, Latency, Metrics } from './measurements';
import { measureBundle } from './measures/bundle';
import { type Burst, measureBurst, summarizeBursts } from './measures/burst';
import { measureEventToRow } from './measures/event-to-row';
import { fillPanel } from './measures/fill';
import { measureFilterKeys } from './measures/filter-keys';
import { measureFreezes } from './measures/freezes';
import { measureHeap } from './measures/heap';
import { type HeapAfter, measureHeapAfter } from './measures/heap-after';
import { measureHookOverhead } from './measures/hook-overhead';
import { measureFile, measureLargeEvent } from './measures/large-file';
import { measureLongestWork } from './measures/longest-work';
import { measureRejudging, measureSchemaRejudging } from './measures/rejudging';
import { measureScroll } from './measures/scroll';
import { measureSessionAudit, measureSessionsBurst, measureSessionsView } from './measures/user-sessions';
import { measureValidation } from './measures/validate';
import { waitUntilIdle } from './measures/wait-until-idle';
import { installProbe } from './panel-probe';
import { withProfile } from './profile';
import { recordCallStacks } from './record-call-stacks';

const namesAt100k = [
  'event-to-row-100k',
  'scroll100k',
  'filter100k',
  'heap100k',
  'rejudging100k',
  'schemaRejudging100k',
] as const;
const namesInPanel = ['event-to-row', 'filter10k', ...namesAt100k] as const;

/** The measures. Each can be selected; several run in this order. */
export const measureNames = [
  'bundle',
  'validate',
  'freezes',
  'sessionAudit',
  'burst10k',
  'hook',
  'heapAfter',
  'file100k',
  'largeEvent',
  'sessionsView',
  'sessionsBurst',
  ...namesInPanel,
] as const;
export type MeasureName = (typeof measureNames)[number];

const BURST_RUNS = 5;

export interface Bench {
  readonly executablePath: string;
  readonly extensionFolder: string;
  readonly only: ReadonlySet<MeasureName>;
  /** Folder for a CPU profile of the panel for each measure; null for none. */
  readonly profiles: string | null;
  readonly log: (line: string) => void;
}

/** The measured metrics, which are complete if all measures were selected. */
export interface Measured {
  readonly metrics: Partial<Metrics>;
  readonly browser: string;
}

/** The real DevTools with the panel, and a page with the real SDK. */
interface Scene {
  readonly bench: Bench;
  readonly tab: Page;
  readonly devtools: Page;
  readonly panel: Frame;
  readonly session: CDPSession;
}

/** Runs the selected measures, in the real DevTools with the real SDK and a local collector. */
export async function measureAll(bench: Bench): Promise<Measured> {
  const { only, extensionFolder } = bench;
  const metrics: Partial<Metrics> = {
    ...(only.has('bundle') ? { bundleKb: logMeasure(bench, 'Bundle', measureBundle(extensionFolder)) } : {}),
    ...(only.has('freezes') ? { freezes: logMeasure(bench, 'Freezes', await measureFreezes()) } : {}),
    ...(only.has('sessionAudit') ? { sessionAudit: logMeasure(bench, 'Session audit', measureSessionAudit()) } : {}),
    ...(only.has('validate') ? { validate: logMeasure(bench, 'Validation', measureValidation()) } : {}),
  };
  const burst = only.has('burst10k') ? await measureBursts(bench) : null;
  const hook = only.has('hook') ? await runInBrowser(bench, (setup) => measureHook(bench, setup)) : null;
  const stackHook = only.has('hook') ? await runInBrowser(bench, (setup) => measureStackHook(bench, setup)) : null;
  const heapAfter = only.has('heapAfter') ? await runInBrowser(bench, (setup) => measureHeaps(bench, setup)) : null;
  const measureInNewPanel = <Value>(name: MeasureName, measure: (panel: Frame, tab: Page) => Promise<Value>) =>
    runInBrowser(bench, async (setup) => {
      const scene = await createScene(bench, setup);
      return logMeasure(bench, name, await withProfile(scene, name, () => measure(scene.panel, scene.tab)));
    });
  const file = only.has('file100k') ? await measureInNewPanel('file100k', measureFile) : null;
  const largeEvent = only.has('largeEvent') ? await measureInNewPanel('largeEvent', measureLargeEvent) : null;
  const sessionsView = only.has('sessionsView') ? await measureInNewPanel('sessionsView', measureSessionsView) : null;
  const sessionsBurst = only.has('sessionsBurst')
    ? await measureInNewPanel('sessionsBurst', measureSessionsBurst)
    : null;
  const panel = namesInPanel.some((name) => only.has(name))
    ? await runInBrowser(bench, async (setup) => measureInPanel(await createScene(bench, setup)))
    : null;
  return {
    metrics: {
      ...metrics,
      ...panel?.value,
      ...heapAfter?.value,
      ...(file ? { file100k: file.value } : {}),
      ...(largeEvent ? { largeEventMs: largeEvent.value } : {}),
      ...(sessionsView ? { sessionsView: sessionsView.value } : {}),
      ...(sessionsBurst ? { sessionsBurst: sessionsBurst.value } : {}),
      ...(burst ? { burst10k: burst.value } : {}),
      ...(hook ? { hookOverhead: hook.value } : {}),
      ...(stackHook ? { stackHookOverhead: stackHook.value } : {}),
    },
    browser:
      (panel ?? hook ?? burst ?? heapAfter ?? file ?? largeEvent ?? sessionsView ?? sessionsBurst)?.browser ??
      'no browser',
  };
}

/** The browser and the local servers of a measure. */
interface BenchSetup {
  readonly stack: Stack;
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** URL of the page with the real SDK. */
  readonly pageUrl: string;
}

/** Runs a measure in a new browser, so that an earlier measure has no effect on it. */
async function runInBrowser<Value>(
  { executablePath, extensionFolder }: Bench,
  measure: (setup: BenchSetup) => Promise<Value>,
): Promise<{ readonly value: Value; readonly browser: string }> {
  const ending = createEnding();
  try {
    const stack = await startStack();
    ending.add(stack.stop);
    const { context, extensionId, version, close } = await launchChromium({
      executablePath,
      extensionFolder,
      headless: true,
    });
    ending.add(close);
    const pageUrl = `${stack.site.url}${sdkPages['2.0.1'].path}`;
    const value = await measure({ stack, context, extensionId, pageUrl });
    return { value, browser: `Chromium ${version}` };
  } finally {
    await ending.run();
  }
}

async function createScene(bench: Bench, { stack, context, extensionId, pageUrl }: BenchSetup): Promise<Scene> {
  const tab = await context.newPage();
  await tab.goto(`${stack.site.url}/blank/`);
  const { devtools, panel } = await openSizedPanel(context, tab, extensionId);
  await openBenchPage(tab, pageUrl);
  await installProbe(panel);
  const session = await context.newCDPSession(panel);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { bench, tab, devtools, panel, session };
}

/**
 * Measures bursts, each in a new browser after a few single events.
 * A busy moment of the machine doubles the time of a single burst.
 */
async function measureBursts(bench: Bench): Promise<{ readonly value: Metrics['burst10k']; readonly browser: string }> {
  const bursts: Burst[] = [];
  let browser = '';
  for (let run = 0; run < BURST_RUNS; run += 1) {
    const measured = await runInBrowser(bench, async (setup) => {
      const scene = await createScene(bench, setup);
      await measureEventToRow(scene.tab, scene.panel, 'single');
      return withProfile(scene, `burst10k-${run + 1}`, () => measureBurst(scene.tab, scene.panel));
    });
    bursts.push(logMeasure(bench, 'burst10k', measured.value));
    browser = measured.browser;
  }
  const { value: longestWorkMs } = await runInBrowser(bench, async (setup) => {
    const { tab, panel } = await createScene(bench, setup);
    await measureEventToRow(tab, panel, 'single');
    const { longestWorkMs: ms } = await measureLongestWork(setup.context, () => measureBurst(tab, panel));
    return logMeasure(bench, 'Longest work', ms);
  });
  return { value: { ...summarizeBursts(bursts), longestWorkMs }, browser };
}

/** Runs the measures in the panel while it fills up to 10,000 and then to 100,000 events. */
async function measureInPanel(scene: Scene): Promise<Partial<Metrics>> {
  const { bench, tab, devtools, panel, session } = scene;
  const { only } = bench;
  const measure = <Value>(name: MeasureName, run: () => Promise<Value>): Promise<Value | undefined> =>
    only.has(name)
      ? withProfile(scene, name, run).then((value) => logMeasure(bench, name, value))
      : Promise.resolve(undefined);

  const atFewEvents = await measure('event-to-row', () => measureEventToRow(tab, panel, 'single'));
  if (only.has('filter10k')) await fillPanel(tab, panel, session, 10_000, bench.log);
  const at10k = await measure('filter10k', () => measureFilterKeys(devtools, panel, session));
  if (namesAt100k.some((name) => only.has(name))) await fillPanel(tab, panel, session, 100_000, bench.log);
  const eventToRowAt100k = await measure('event-to-row-100k', () => measureEventToRow(tab, panel, 'single-of-many'));
  if (eventToRowAt100k) await waitUntilIdle(panel, session);
  const scroll100k = await measure('scroll100k', () => measureScroll(panel));
  const at100k = await measure('filter100k', () => measureFilterKeys(devtools, panel, session));
  // Measured late, with the garbage of scrolling and searching: the browser collects garbage again some seconds after a
  // requested collection.
  const heap100kMb = await measure('heap100k', () => measureHeap(session));
  const rejudging100k = await measure('rejudging100k', () => measureRejudging(panel, session));
  const schemaRejudging100k = await measure('schemaRejudging100k', () => measureSchemaRejudging(panel, session));
  return {
    ...((atFewEvents ?? eventToRowAt100k) && {
      eventToRowMs: { ...(atFewEvents ?? NO_LATENCY), at100k: eventToRowAt100k ?? NO_LATENCY },
    }),
    ...((at10k ?? at100k) === undefined ? {} : { filterKeyMs: { at10k: at10k ?? 0, at100k: at100k ?? 0 } }),
    ...(heap100kMb === undefined ? {} : { heap100kMb }),
    ...(scroll100k && { scroll100k }),
    ...(rejudging100k && { rejudging100k }),
    ...(schemaRejudging100k && { schemaRejudging100k }),
  };
}

const NO_LATENCY: Latency = { p50: 0, p95: 0 };

async function measureHeaps(bench: Bench, setup: BenchSetup): Promise<HeapAfter> {
  const { stack, pageUrl } = setup;
  const scene = await createScene(bench, setup);
  const emptyPage = `${stack.site.url}/blank/`;
  const { log } = bench;
  return logMeasure(bench, 'heapAfter', await measureHeapAfter({ ...scene, pageUrl, emptyPage, log }));
}

/** Measures the hook without a panel, compared with the same page under a host that is not watched. */
async function measureHook(bench: Bench, { context, pageUrl }: BenchSetup): Promise<HookOverhead> {
  const unwatched = pageUrl.replace('127.0.0.1', 'unwatched.localhost');
  return logMeasure(bench, 'hook', await measureHookOverhead(context, { watched: pageUrl, unwatched }));
}

/** Measures the hook that reads call stacks. */
async function measureStackHook(bench: Bench, setup: BenchSetup): Promise<HookOverhead> {
  await recordCallStacks(setup.context);
  return measureHook(bench, setup);
}

function logMeasure<Value>({ log }: Bench, name: string, value: Value): Value {
  log(`${name}: ${JSON.stringify(value)}`);
  return value;
}
