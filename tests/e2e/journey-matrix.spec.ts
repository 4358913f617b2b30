import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { stopWorkers } from '#tests/drivers/browser/stop-workers';
import type { TestSetup } from './fixtures';
import { openPlayPage, showPanel, test } from './pages/journey-test';
import { arrivedLedger, marksOf, readLedger, uniformLedger } from './pages/ledger';
import { type Combination, combinations } from './pages/matrix';
import type { PlayOptions } from './pages/play-page';
import type { Pages } from './pages/server';

/** Two requests of {@link EVENTS_PER_BATCH} events each. */
const CALLS = 6;
const EVENTS_PER_BATCH = 3;
const LEAVING_CALLS = 3;

test.describe('with the panel open', () => {
  test.use({ devtools: 'shared' });

  for (const combination of combinations.filter(({ time }) => time !== 'panel opened later')) {
    test(nameOf(combination), async ({ setup, pages, tab, opened: { panel } }) => {
      const { received } = setup.collector;
      const expected = await perform(combination, { setup, pages, tab });
      await expect(async () => {
        expect(await readLedger(panel, received)).toEqual(
          isEndedByBrowser(combination) ? arrivedLedger('leave', received, combination.line) : expected,
        );
      }).toPass();
    });
  }
});

for (const combination of combinations.filter(({ time }) => time === 'panel opened later')) {
  test(nameOf(combination), async ({ setup, pages, tab }) => {
    const expected = await perform(combination, { setup, pages, tab });
    const panel = await showPanel(setup, tab);
    await expect.poll(() => readLedger(panel, setup.collector.received)).toEqual(expected);
  });
}

function nameOf({ sdk, transport, documentKind, time, because }: Combination): string {
  return `each event is one row with SDK ${sdk}, ${documentKind}, transport “${transport}”, ${time}: ${because}`;
}

/** Whether the browser may end the process of the frame before the frame has made all calls. */
function isEndedByBrowser({ documentKind, time }: Combination): boolean {
  return documentKind === 'cross-site' && time === 'pagehide';
}

interface Stage {
  readonly setup: TestSetup;
  readonly pages: Pages;
  readonly tab: Page;
}

function documentOptions(kind: Combination['documentKind']): Partial<PlayOptions> {
  if (kind === 'top page') return {};
  return kind === 'loaded late' ? { isLate: true } : { around: kind };
}

async function perform(combination: Combination, { setup, pages, tab }: Stage) {
  const { sdk, transport, documentKind, time, line } = combination;
  const leaving = time === 'pagehide' || time === 'visibilitychange' || time === 'unload';
  const page = await openPlayPage(tab, pages.url, {
    sdk,
    transport,
    batch: leaving ? 20 : EVENTS_PER_BATCH,
    ...(leaving ? { leaving: { on: time, calls: LEAVING_CALLS } } : {}),
    ...documentOptions(documentKind),
  });
  if (leaving) {
    await tab.goto(`${pages.url}/empty/`);
    return uniformLedger(marksOf('leave', LEAVING_CALLS), line);
  }
  await page.makeCalls('first', CALLS / 2);
  if (time === 'worker stopped') await stopWorkers(setup.browser.context, tab);
  await page.makeCalls('then', CALLS / 2);
  if (transport === 'sync-xhr') await page.frame.evaluate('player.flush()');
  const made = [...marksOf('first', CALLS / 2), ...marksOf('then', CALLS / 2)];
  expect(await page.readMarks()).toEqual(made);
  return uniformLedger(made, line);
}
