import { chromium, type Page } from 'playwright';
import { chromiumHere } from '#tests/drivers/browser/chromium-here';
import { t } from '#tests/drivers/texts';
import { installProbe } from '../panel-probe';

const TIMEOUT_MS = 60_000;

/** A page of a collector, in a browser of its own. */
export interface ShownPage {
  /** Watches the page until it shows so many events. Returns a function that settles then. */
  watch(events: number): Promise<() => Promise<WatchedPage>>;
  /** Waits until the page shows so many events, and costs the page nothing before it is called. */
  waitUntilShown(events: number): Promise<void>;
  close(): Promise<void>;
}

interface WatchedPage {
  /** When all events were shown, in epoch milliseconds. */
  readonly at: number;
  readonly longestStallMs: number;
  /** The largest number of changes that the page said it was behind; 0 where it said none. */
  readonly mostBehind: number;
}

/** Notes the numbers of the status that says how far the page is behind. As text: it runs in the page. */
const NOTE_BEHIND = `
{
  globalThis.mostBehind = 0;
  const title = ${JSON.stringify(t('panel.collector.behindHint'))};
  const note = () => {
    const status = [...document.querySelectorAll('.state')].find((each) => each.title === title);
    const { textContent } = status ?? { textContent: '' };
    globalThis.mostBehind = Math.max(globalThis.mostBehind, Number(textContent.replace(/\\D/g, '')));
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}`;

/** Opens the page of a collector, which shows its events live. */
export async function openShownPage(url: string): Promise<ShownPage> {
  const browser = await chromium.launch({ executablePath: chromiumHere().path, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1100, height: 620 } });
  await page.goto(url);
  await page.locator('#app[data-ready=true]').waitFor();
  await installProbe(page.mainFrame());
  return {
    async watch(events) {
      await page.evaluate(NOTE_BEHIND);
      await page.evaluate('probe.startStalls()');
      const shown = page.evaluate<number>(`probe.rowsAre(${events}, ${TIMEOUT_MS})`);
      return async () => {
        const at = await shown;
        await checkRows(page, events);
        return {
          at,
          longestStallMs: await page.evaluate<number>('probe.stopStalls()'),
          mostBehind: await page.evaluate<number>('globalThis.mostBehind'),
        };
      };
    },
    async waitUntilShown(events) {
      await page.evaluate(`probe.rowsAre(${events}, ${TIMEOUT_MS})`);
      await checkRows(page, events);
    },
    close: () => browser.close(),
  };
}

async function checkRows(page: Page, events: number): Promise<void> {
  const count = await page.evaluate<number>('probe.rowCount()');
  if (count !== events) throw new Error(`The page shows ${count} of ${events} events.`);
}
