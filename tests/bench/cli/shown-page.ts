import { chromium, type Page } from 'playwright';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { t } from '#tests/drivers/texts';
import { installProbe } from '../panel-probe';

const TIMEOUT_MS = 60_000;

/** A collector's page, in a separate browser. */
export interface ShownPage {
  /** Starts to watch the page. Returns a function that resolves when the page shows this number of events. */
  watch(events: number): Promise<() => Promise<WatchedPage>>;
  /** Waits until the page shows this number of events. The page does no additional work before the call. */
  waitUntilShown(events: number): Promise<void>;
  close(): Promise<void>;
}

interface WatchedPage {
  /** Time at which all events were shown, in epoch milliseconds. */
  readonly at: number;
  readonly longestStallMs: number;
  /** The largest number of pending changes that the page showed; 0 if it showed none. */
  readonly mostBehind: number;
}

/** Records the largest number in the status of pending changes. A string because it runs in the page. */
const RECORD_PENDING = `
{
  globalThis.mostBehind = 0;
  const title = ${JSON.stringify(t('panel.collector.behindHint'))};
  const recordLargest = () => {
    const status = [...document.querySelectorAll('.state')].find((each) => each.title === title);
    const { textContent } = status ?? { textContent: '' };
    globalThis.mostBehind = Math.max(globalThis.mostBehind, Number(textContent.replace(/\\D/g, '')));
  };
  new MutationObserver(recordLargest).observe(document.body, { subtree: true, childList: true, characterData: true });
}`;

/** Opens the page of a collector, which shows its events live. */
export async function openShownPage(url: string): Promise<ShownPage> {
  const browser = await chromium.launch({ executablePath: requireChromium().path, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1100, height: 620 } });
  await page.goto(url);
  await page.locator('#app[data-ready=true]').waitFor();
  await installProbe(page.mainFrame());
  return {
    async watch(events) {
      await page.evaluate(RECORD_PENDING);
      await page.evaluate('probe.startStalls()');
      const shownAt = page.evaluate<number>(`probe.waitForRows(${events}, ${TIMEOUT_MS})`);
      return async () => {
        const at = await shownAt;
        await checkRows(page, events);
        return {
          at,
          longestStallMs: await page.evaluate<number>('probe.stopStalls()'),
          mostBehind: await page.evaluate<number>('globalThis.mostBehind'),
        };
      };
    },
    async waitUntilShown(events) {
      await page.evaluate(`probe.waitForRows(${events}, ${TIMEOUT_MS})`);
      await checkRows(page, events);
    },
    close: () => browser.close(),
  };
}

async function checkRows(page: Page, events: number): Promise<void> {
  const count = await page.evaluate<number>('probe.rowCount()');
  if (count !== events) throw new Error(`The page shows ${count} of ${events} events.`);
}
