import { chromium, type Page } from 'playwright';
import { openPanel } from '../../demo/browser/devtools';
import { launchChromium } from '../../demo/browser/launch';
import { createEnding } from '../../demo/ending';
import { sdkPages } from '../../demo/site/sdk-pages';
import { startStack } from '../../demo/stack';
import { openBenchPage } from './bench-page';
import type { Figures } from './figures';
import { measureBundle } from './measures/bundle';
import { measureEventToRow } from './measures/event-to-row';
import { fillUpTo } from './measures/fill';
import { measureFilterKeys } from './measures/filter-keys';
import { measureFlood } from './measures/flood';
import { measureHeap } from './measures/heap';
import { measureHookOverhead } from './measures/hook-overhead';
import { measureScroll } from './measures/scroll';
import { measureValidation } from './measures/validate';
import { installProbe } from './panel-probe';

interface Bench {
  readonly executablePath: string;
  readonly extensionFolder: string;
  readonly say: (line: string) => void;
}

/** Measures everything once, each figure by itself, in the real DevTools with the real SDK and a local collector. */
export async function measureAll(bench: Bench): Promise<{ readonly figures: Figures; readonly browser: string }> {
  const { executablePath, extensionFolder, say } = bench;
  const told = <Value>(name: string, value: Value): Value => {
    say(`${name}: ${JSON.stringify(value)}`);
    return value;
  };
  const ending = createEnding();
  try {
    const stack = await startStack();
    ending.add(stack.stop);
    const address = `${stack.site.url}${sdkPages['2.0.1'].path}`;
    const bundleKb = told('Bundle', measureBundle(extensionFolder));
    const validate = told('Validation', measureValidation());

    const browser = await launchChromium({ executablePath, extensionFolder, headless: true });
    ending.add(browser.close);
    const tab = await browser.context.newPage();
    await tab.goto(`${stack.site.url}/blank/`);
    const { devtools, panel } = await openPanel(browser.context, tab, browser.extensionId);
    await devtools.setViewportSize({ width: 1280, height: 800 });
    await openBenchPage(tab, address);
    await installProbe(panel);
    const session = await browser.context.newCDPSession(panel);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });

    const eventToRowMs = told('One event to its row', await measureEventToRow(tab, panel));
    const flood10k = told('10,000 calls in one burst', await measureFlood(tab, panel));
    const at10k = told('A filter key at 10,000', await measureFilterKeys(devtools, panel, session));
    say('Filling the panel with 100,000 events, by real calls.');
    await fillUpTo(tab, panel, 100_000);
    const heap100kMb = told('Heap', await measureHeap(session));
    const scroll100k = told('Scrolling', await measureScroll(panel));
    const at100k = told('A filter key at 100,000', await measureFilterKeys(devtools, panel, session));
    await devtools.close();
    const plain = await chromium.launch({ executablePath, headless: true, chromiumSandbox: false });
    ending.add(() => plain.close());
    const hookOverhead = told('Hook', await withTwoPages(tab, await plain.newPage(), address));
    const filterKeyMs = { at10k, at100k };
    return {
      figures: { eventToRowMs, flood10k, filterKeyMs, scroll100k, heap100kMb, hookOverhead, validate, bundleKb },
      browser: `Chromium ${browser.version}`,
    };
  } finally {
    await ending.run();
  }
}

/** The watched page anew, so that it starts as empty as the other. */
async function withTwoPages(watched: Page, unwatched: Page, address: string): Promise<Figures['hookOverhead']> {
  await openBenchPage(watched, address);
  await openBenchPage(unwatched, address);
  return measureHookOverhead(watched, unwatched);
}
