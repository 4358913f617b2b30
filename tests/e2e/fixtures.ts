import type { Page } from 'playwright';
import { extensionFolder } from '#demo/build-extension';
import { startIdentityProvider } from '#demo/identity-provider/identity-provider';
import type { SdkVersion } from '#demo/site/sdk-pages';
import { sdkPages } from '#demo/site/sdk-pages';
import type { Stack } from '#demo/stack';
import { startStack } from '#demo/stack';
import type { LaunchedBrowser, LaunchOptions } from '#tests/drivers/browser/launch';
import { launchChromium } from '#tests/drivers/browser/launch';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { resetBrowser } from '#tests/drivers/browser/reset-browser';
import { type OpenedPanel, openSizedPanel } from '#tests/drivers/devtools';
import type { InspectedTab, SharedDevtools, TabSetup } from '#tests/drivers/shared-devtools';
import { createSharedDevtools, openEmptyTab } from '#tests/drivers/shared-devtools';
import { createLogInTest } from '#tests/keycloak/log-in-fixtures';
import { type Pages, startPages } from './pages/server';

/** The running demo: its local servers, and Chromium with the built extension. */
export interface TestSetup extends Stack {
  readonly browser: LaunchedBrowser;
  readonly pageUrlOf: (sdk: SdkVersion) => string;
}

interface TestParts {
  /**
   * Whether the tab and its DevTools belong to one test or are shared.
   * The tests of a file share one pair with a reset between them, and its DevTools are open whether or not the test
   * uses them. A test needs its own pair if it opens or closes DevTools, uses several tabs, or creates so many events
   * that the next test would be slow.
   */
  readonly devtools: 'own' | 'shared';
  readonly tab: Page;
  /**
   * The real DevTools of `tab`, which show the panel.
   * The tab is still empty, so that its pages are watched from the start.
   */
  readonly opened: OpenedPanel;
  readonly sharedPair: InspectedTab | null;
  readonly exclusiveBrowser: null;
}

interface WorkerParts {
  readonly setup: TestSetup;
  readonly sharedDevtools: SharedDevtools;
  /** Pages whose behavior is defined by their URL. */
  readonly pages: Pages;
  /** The file whose tests used the browser last. */
  readonly lastFile: { path: string | null };
}

/**
 * Tests in real Chromium with the built extension, the real DevTools and the real SDKs.
 * All worker fixtures are defined here, because Playwright starts another worker, and so another browser, for each set
 * of worker fixtures.
 */
export const test = createLogInTest((pathPrefix) => startIdentityProvider({ pathPrefix })).extend<
  TestParts,
  WorkerParts
>({
  setup: [
    async ({ launched }, use) => {
      const stack = await startStack();
      const pageUrlOf = (sdk: SdkVersion) => `${stack.site.url}${sdkPages[sdk].path}`;
      await use({ ...stack, browser: launched, pageUrlOf });
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ setup }, use) => {
      const pages = await startPages(setup.collector.url);
      await use(pages);
      await pages.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  lastFile: [async ({}, use) => use({ path: null }), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  sharedDevtools: [async ({}, use) => use(createSharedDevtools()), { scope: 'worker' }],
  devtools: ['own', { option: true }],
  // Runs for every test, because tests that open tabs also need a browser without the tabs of other tests.
  exclusiveBrowser: [
    async ({ devtools, sharedDevtools, workerBrowser, lastFile }, use, { file }) => {
      await sharedDevtools.closeUnlessFor(devtools === 'shared' ? file : null);
      if (workerBrowser.current && lastFile.path !== null && lastFile.path !== file) {
        await resetBrowser(workerBrowser.current);
      }
      lastFile.path = file;
      await use(null);
    },
    { auto: true },
  ],
  sharedPair: async ({ setup, devtools, sharedDevtools }, use, info) => {
    if (devtools === 'own') return use(null);
    const pair = await sharedDevtools.acquire(toTabSetup(setup));
    await use(pair);
    if (!pair.tab.isClosed()) await pair.tab.goto(toTabSetup(setup).emptyPage);
    await sharedDevtools.release(pair, info.file, info.status === info.expectedStatus);
  },
  tab: async ({ setup, sharedPair }, use) => {
    if (sharedPair) return use(sharedPair.tab);
    const tab = await openEmptyTab(toTabSetup(setup));
    await use(tab);
    await tab.close();
  },
  opened: async ({ setup, tab, sharedPair }, use) => {
    await use(sharedPair?.opened ?? (await openSizedPanel(setup.browser.context, tab, setup.browser.extensionId)));
  },
});

function toTabSetup({ browser, site }: TestSetup): TabSetup {
  return { browser, emptyPage: `${site.url}/blank/` };
}

/** Folder of the extension. `EXTENSION_FOLDER` selects another build, so that two runs on a machine are independent. */
export const testedExtensionFolder = process.env.EXTENSION_FOLDER ?? extensionFolder;

/** Launches Chromium with the tested extension. */
export function launch(
  headless: boolean,
  options: Partial<
    Pick<LaunchOptions, 'display' | 'extensionFolder' | 'extraArguments' | 'hasBfcache' | 'profile'>
  > = {},
): Promise<LaunchedBrowser> {
  return launchChromium({
    executablePath: requireChromium().path,
    extensionFolder: testedExtensionFolder,
    headless,
    ...options,
  });
}
