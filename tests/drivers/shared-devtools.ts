import type { Page } from 'playwright';
import type { LaunchedBrowser } from './browser/launch';
import { emptyDatabases, NEUTRAL_PAGE } from './browser/reset-browser';
import { type OpenedPanel, openSizedPanel } from './devtools';
import { readStoredValues, resetPanel, resetUndo, type StoredValues } from './panel-reset';

/** A tab at an empty page, and the real DevTools of it at our panel. */
export interface InspectedTab {
  readonly tab: Page;
  readonly opened: OpenedPanel;
  /** What the extension had stored when they were opened. */
  readonly stored: StoredValues;
}

/** Where tabs are opened, and the page that they begin with. */
export interface TabPlace {
  readonly browser: LaunchedBrowser;
  readonly emptyPage: string;
}

/** One tab with its DevTools, which the tests of a file use one after another: opening them takes longest of all. */
export interface SharedDevtools {
  /** Gives what the test before gave back, made as new, or opens a tab and its DevTools. */
  take(place: TabPlace): Promise<InspectedTab>;
  /** Keeps them for the next test of the file, unless something happened to them. */
  giveBack(pair: InspectedTab, file: string, hasPassed: boolean): Promise<void>;
  /** Closes what is kept, unless it is kept for this file; null stands for a test that wants to be alone. */
  leaveOnlyFor(file: string | null): Promise<void>;
}

export function createSharedDevtools(): SharedDevtools {
  let cached: { readonly pair: InspectedTab; readonly file: string } | null = null;

  return {
    async take(place) {
      if (!cached) return openInspected(place);
      const { pair } = cached;
      cached = null;
      await resetUndo(place.browser.context, pair.tab);
      await resetPanel(pair.opened, place.browser.extensionId, pair.stored);
      return pair;
    },
    async giveBack(pair, file, hasPassed) {
      if (hasPassed && !pair.tab.isClosed() && !pair.opened.devtools.isClosed()) cached = { pair, file };
      else await pair.tab.close();
    },
    async leaveOnlyFor(file) {
      if (!cached || cached.file === file) return;
      await cached.pair.tab.close();
      cached = null;
    },
  };
}

async function openInspected(place: TabPlace): Promise<InspectedTab> {
  const tab = await openEmptyTab(place);
  const opened = await openSizedPanel(place.browser.context, tab, place.browser.extensionId);
  return { tab, opened, stored: await readStoredValues(opened.panel) };
}

/** Opens a tab at an empty page. Nothing is in the extension's databases any more: a test before may have left a set of schemas. */
export async function openEmptyTab({ browser, emptyPage }: TabPlace): Promise<Page> {
  const { context, extensionId } = browser;
  const tab = await context.newPage();
  await tab.goto(`chrome-extension://${extensionId}/${NEUTRAL_PAGE}`);
  await tab.evaluate(emptyDatabases);
  await tab.goto(emptyPage);
  await resetUndo(context, tab);
  return tab;
}
