import type { Page } from 'playwright';
import type { LaunchedBrowser } from './browser/launch';
import { emptyDatabasesScript, SCRIPTLESS_PAGE } from './browser/reset-browser';
import { type OpenedPanel, openSizedPanel } from './devtools';
import { clearTabHistory, readStoredValues, resetPanel, type StoredValues } from './panel-reset';

/** A tab with an empty page, and its real DevTools with the extension's panel. */
export interface InspectedTab {
  readonly tab: Page;
  readonly opened: OpenedPanel;
  /** The persistent values of the extension when the tab and its DevTools were opened. */
  readonly stored: StoredValues;
}

/** The browser of the tabs, and the page that they start with. */
export interface TabSetup {
  readonly browser: LaunchedBrowser;
  readonly emptyPage: string;
}

/** One tab with its DevTools, which the tests of a file share, because opening DevTools is slow. */
export interface SharedDevtools {
  /** Returns the released tab and DevTools after a reset, or opens new ones. */
  acquire(setup: TabSetup): Promise<InspectedTab>;
  /** Makes the pair available to the next test of the file, or closes its tab if the test failed. */
  release(pair: InspectedTab, file: string, hasPassed: boolean): Promise<void>;
  /** Closes the released tab, unless a test of `file` released it. Pass null for a test that shares no tab. */
  closeUnlessFor(file: string | null): Promise<void>;
}

export function createSharedDevtools(): SharedDevtools {
  let cached: { readonly pair: InspectedTab; readonly file: string } | null = null;

  return {
    async acquire(setup) {
      if (!cached) return openInspected(setup);
      const { pair } = cached;
      cached = null;
      await clearTabHistory(setup.browser.context, pair.tab);
      await resetPanel(pair.opened, setup.browser.extensionId, pair.stored);
      return pair;
    },
    async release(pair, file, hasPassed) {
      if (hasPassed && !pair.tab.isClosed() && !pair.opened.devtools.isClosed()) cached = { pair, file };
      else await pair.tab.close();
    },
    async closeUnlessFor(file) {
      if (!cached || cached.file === file) return;
      await cached.pair.tab.close();
      cached = null;
    },
  };
}

async function openInspected(setup: TabSetup): Promise<InspectedTab> {
  const tab = await openEmptyTab(setup);
  const opened = await openSizedPanel(setup.browser.context, tab, setup.browser.extensionId);
  return { tab, opened, stored: await readStoredValues(opened.panel) };
}

/**
 * Opens a tab with an empty page, after emptying the extension's databases.
 * An earlier test may have stored a set of schemas.
 */
export async function openEmptyTab({ browser, emptyPage }: TabSetup): Promise<Page> {
  const { context, extensionId } = browser;
  const tab = await context.newPage();
  await tab.goto(`chrome-extension://${extensionId}/${SCRIPTLESS_PAGE}`);
  await tab.evaluate(emptyDatabasesScript);
  await tab.goto(emptyPage);
  await clearTabHistory(context, tab);
  return tab;
}
