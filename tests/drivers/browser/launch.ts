import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Worker } from 'playwright';
import { chromium } from 'playwright';
import { WAIT_TIMEOUT_MS } from '../time-limits';
import { until } from '../until';

export interface LaunchOptions {
  /** The browser's binary, not a wrapper script; see find-chromium. */
  readonly executablePath: string;
  /** A built, unpacked extension: `.output/chrome-mv3`. */
  readonly extensionFolder: string;
  readonly headless: boolean;
  readonly colorScheme?: 'light' | 'dark';
  /** Further arguments of the browser's command line. */
  readonly extraArguments?: readonly string[];
  /** The X display for windows; by default, the display of this process. */
  readonly display?: string;
  /** `WIDTH,HEIGHT` of the window in pixels. */
  readonly windowSize?: string;
  /** Folder of a profile that outlives the browser. By default, a temporary profile is used. */
  readonly profile?: string;
  /** Enables the back/forward cache, which Playwright disables by default. */
  readonly hasBfcache?: boolean;
}

export interface LaunchedBrowser {
  readonly context: BrowserContext;
  readonly version: string;
  readonly extensionId: string;
  /** Closes the browser, and removes a temporary profile. May be called twice. */
  readonly close: () => Promise<void>;
}

/** Starts Chromium with the extension, and waits until the extension watches sites. */
export async function launchChromium(options: LaunchOptions): Promise<LaunchedBrowser> {
  // Without this variable, Playwright sees neither devtools:// pages nor the popup (undocumented; the version is
  // pinned).
  process.env.PW_CHROMIUM_ATTACH_TO_OTHER = '1';
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'telemetry-v3-profile-')));
  const removeProfile = async () => {
    if (options.profile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const context = await chromium.launchPersistentContext(profile, contextOptions(options)).catch(async (problem) => {
    await removeProfile();
    throw problem;
  });
  const close = runOnce(() => context.close().finally(removeProfile));
  try {
    const worker = await findWorker(context);
    await Promise.all([waitUntilWatching(worker), closeWelcome(worker)]);
    const extensionId = new URL(worker.url()).host;
    return { context, version: context.browser()?.version() ?? 'unknown', extensionId, close };
  } catch (problem) {
    // Only the first problem matters: the browser may have crashed.
    await close().catch(() => undefined);
    throw problem;
  }
}

function contextOptions(options: LaunchOptions) {
  return {
    executablePath: options.executablePath,
    headless: options.headless,
    // Only local pages are opened, and the sandbox does not start for root or inside most containers.
    chromiumSandbox: false,
    viewport: null,
    colorScheme: options.colorScheme ?? null,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(options.hasBfcache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      ...extensionArguments(options.extensionFolder),
      `--window-size=${options.windowSize ?? '1400,1000'}`,
      ...(options.extraArguments ?? []),
    ],
    ...(options.display === undefined ? {} : { env: { ...process.env, DISPLAY: options.display } }),
  };
}

/** Returns the arguments that load an unpacked extension, and no other extension. */
export function extensionArguments(folder: string): readonly string[] {
  return [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`, '--test-type'];
}

async function findWorker(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: WAIT_TIMEOUT_MS }));
}

/**
 * Waits for the welcome page, which opens after an installation, and closes it.
 * An extension from the command line is installed at every start, in any profile.
 */
export async function closeWelcome(worker: Worker): Promise<void> {
  const closeExpression = `chrome.tabs.query({ url: chrome.runtime.getURL('welcome.html') })
    .then((tabs) => Promise.all(tabs.map(({ id }) => chrome.tabs.remove(id))))
    .then(({ length }) => length > 0)`;
  await until(() => worker.evaluate<boolean>(closeExpression), 'The extension opened no welcome page.');
}

/** Waits until the extension has registered its scripts. A page that loads earlier would be watched late. */
export async function waitUntilWatching(worker: Worker): Promise<void> {
  const watchingExpression = 'chrome.scripting.getRegisteredContentScripts().then((scripts) => scripts.length > 0)';
  await until(() => worker.evaluate<boolean>(watchingExpression), 'The extension watches no site.');
}

function runOnce(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= action();
    return running;
  };
}
