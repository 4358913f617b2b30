import { test as base } from '@playwright/test';
import type { Page } from 'playwright';
import type { OpenedPanel } from '../../demo/browser/devtools';
import { openPanel } from '../../demo/browser/devtools';
import { findChromium } from '../../demo/browser/find-chromium';
import type { LaunchedBrowser } from '../../demo/browser/launch';
import { launchChromium } from '../../demo/browser/launch';
import { thisMachine } from '../../demo/browser/this-machine';
import { extensionFolder } from '../../demo/build-extension';
import type { SdkVersion } from '../../demo/site/sdk-pages';
import { sdkPages } from '../../demo/site/sdk-pages';
import type { Stack } from '../../demo/stack';
import { startStack } from '../../demo/stack';

/** The running demo: its local parts, and Chromium with the built extension. */
export interface World extends Stack {
  readonly browser: LaunchedBrowser;
  readonly addressOf: (sdk: SdkVersion) => string;
}

interface TestParts {
  /** A tab of its own for each test. */
  readonly tab: Page;
  /** The real DevTools of `tab`, at our panel. The tab is still empty: what it visits is watched from the start. */
  readonly opened: OpenedPanel;
}

interface WorkerParts {
  readonly world: World;
}

/** Tests in real Chromium with the built extension, the real DevTools and the real SDKs. */
export const test = base.extend<TestParts, WorkerParts>({
  world: [
    async ({ headless }, use) => {
      const stack = await startStack();
      const browser = await launch(headless ?? true);
      const addressOf = (sdk: SdkVersion) => `${stack.site.url}${sdkPages[sdk].path}`;
      await use({ ...stack, browser, addressOf });
      await browser.close();
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  tab: async ({ world }, use) => {
    const tab = await world.browser.context.newPage();
    await tab.goto(`${world.site.url}/blank/`);
    await use(tab);
    await tab.close();
  },
  opened: async ({ world, tab }, use) => {
    const opened = await openPanel(world.browser.context, tab, world.browser.extensionId);
    await opened.devtools.setViewportSize({ width: 1280, height: 800 });
    await use(opened);
  },
});

export function launch(headless: boolean, keepsLeftPages = false): Promise<LaunchedBrowser> {
  const chromium = findChromium(thisMachine);
  if (!chromium.ok) throw new Error(chromium.failure);
  // Another build than the usual one can be named, so that two runs on one machine do not disturb each other.
  const folder = process.env.EXTENSION_FOLDER ?? extensionFolder;
  return launchChromium({ executablePath: chromium.value.path, extensionFolder: folder, headless, keepsLeftPages });
}
