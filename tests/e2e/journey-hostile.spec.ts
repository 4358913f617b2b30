import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import type { Collector } from '#demo/collector/collector';
import { readRecords } from '#tests/drivers/panel-driver';
import type { TestSetup } from './fixtures';
import { test, waitForPlayer } from './pages/journey-test';
import { arrivedEvents, arrivedSorted, marksOf } from './pages/ledger';
import { type PlayOptions, playUrlOf } from './pages/play-page';

test.use({ devtools: 'shared' });

const kinds: readonly PlayOptions[] = [
  { sdk: '0.0.29', transport: 'own', batch: 1 },
  { sdk: '1.3.0', transport: 'own', batch: 1 },
  { sdk: '2.0.1', transport: 'own', batch: 1 },
];

for (const options of kinds) {
  test.describe(`SDK ${options.sdk}`, () => {
    test('hostile arguments return, throw and log the same in the page as without the extension', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      const pageUrl = playUrlOf(pages.url, options);
      const watched = await observeBehavior(tab, pageUrl, setup.collector, options);
      const rows = await readRecords(panel);
      const plain = await withoutExtension(setup, (page) => observeBehavior(page, pageUrl, setup.collector, options));
      expect(watched).toEqual(plain);
      expect(rows.filter(({ call }) => call !== null)).toHaveLength(watched.attempts.length);
      const reasons = new Set(rows.flatMap(({ call }) => call?.truncations.map(({ reason }) => reason) ?? []));
      for (const reason of ['getter', 'unreadable', 'cycle', 'not-plain', 'bigint', 'function', 'symbol', 'too-long']) {
        expect(reasons).toContain(reason);
      }
      expect(reasons).toContain('too-deep');
      const ofFramework = rows.find(({ call }) => JSON.stringify(call?.args).includes('"id":"accessor"'));
      expect(ofFramework?.call).toMatchObject({ args: [{ id: 'accessor', type: 'TOUCH' }], truncations: [] });
    });

    test('built-ins that the page replaces after load are not called by the hook, and rows are still captured', async ({
      setup,
      pages,
      tab,
      opened: { panel },
    }) => {
      const pageUrl = playUrlOf(pages.url, { ...options, batch: 3 });
      const watched = await countBuiltInCalls(tab, pageUrl, options);
      await expect
        .poll(async () => (await readRecords(panel)).map(({ requests }) => requests.at(-1)?.end.status))
        .toEqual(Array(6).fill('responded'));
      const plain = await withoutExtension(setup, async (page) => {
        const counts = await countBuiltInCalls(page, pageUrl, options);
        await expect.poll(() => setup.collector.received.flatMap(arrivedEvents).length).toBe(12);
        return counts;
      });
      expect(watched).toEqual(plain);
    });
  });
}

interface Behavior {
  readonly attempts: readonly unknown[];
  readonly [aspect: string]: unknown;
}

async function observeBehavior(
  page: Page,
  pageUrl: string,
  collector: Collector,
  options: PlayOptions,
): Promise<Behavior> {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (problem) => logged.push(`uncaught: ${problem}`));
  await load(page, pageUrl, options);
  collector.forget();
  const keys = await page.evaluate('hostile.keys().toSorted()');
  const attempts: readonly { result: string }[] = await page.evaluate('hostile.attempts()');
  const readKeys = await page.evaluate('[...new Set(hostile.readKeys)].toSorted()');
  const methods = await page.evaluate('hostile.describeMethods()');
  const arrived = () => arrivedSorted(collector.received, ({ eid, edata }) => `${eid} ${edata?.id}`);
  const returnedCount = attempts.filter(({ result }) => result.startsWith('returned')).length;
  await expect
    .poll(() => arrived().length + countFailedSyncs(logged))
    .toBeGreaterThanOrEqual(Math.min(1, returnedCount));
  await page.waitForLoadState('networkidle');
  return { attempts, readKeys, keys, methods, logs: logged, arrived: arrived() };
}

/** Counts the messages of an SDK about a batch that it could not send. */
function countFailedSyncs(logged: readonly string[]): number {
  return logged.filter((text) => text.includes('Sync Failed')).length;
}

async function countBuiltInCalls(page: Page, pageUrl: string, options: PlayOptions): Promise<unknown> {
  const { readMarks } = await load(page, pageUrl, options);
  const counts = await page.evaluate(`(() => {
    const counts = hostile.countBuiltInCalls();
    player.calls('spied', 6);
    return { ...counts };
  })()`);
  expect(await readMarks()).toEqual(marksOf('spied', 6));
  return counts;
}

async function load(page: Page, pageUrl: string, options: PlayOptions) {
  await page.goto(pageUrl);
  const player = await waitForPlayer(page.mainFrame(), options);
  await page.addScriptTag({ url: '/hostile.js', type: 'module' });
  return player;
}

/** Runs `observe` in a private window of the worker's browser, where the extension does not run. */
async function withoutExtension<Value>(
  { browser }: TestSetup,
  observe: (page: Page) => Promise<Value>,
): Promise<Value> {
  const context = await browser.context.browser()?.newContext();
  if (!context) throw new Error('The browser was started without a browser-level connection.');
  try {
    return await observe(await context.newPage());
  } finally {
    await context.close();
  }
}
