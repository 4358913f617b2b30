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
  /** The X display for windows, if it is not that of this process. */
  readonly display?: string;
  /** `WIDTH,HEIGHT` of the window in pixels. */
  readonly windowSize?: string;
  /** Folder of a profile that outlives the browser. By default, a temporary profile is used. */
  readonly profile?: string;
  /** Enables the back/forward cache, which Playwright disables by default. */
  readonly keepsUnloadedPages?: boolean;
}

export interface LaunchedBrowser {
  readonly context: BrowserContext;
  /** The browser's version, as it reports it. */
  readonly version: string;
  readonly extensionId: string;
  /** Closes the browser and removes its profile, unless the profile was given. May be called twice. */
  readonly close: () => Promise<void>;
}

/** Starts Chromium with the extension, in a temporary profile unless one is given. */
export async function launchChromium(options: LaunchOptions): Promise<LaunchedBrowser> {
  // Without it, Playwright sees neither devtools:// pages nor the popup (undocumented; Playwright's version is pinned).
  process.env.PW_CHROMIUM_ATTACH_TO_OTHER = '1';
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'telemetry-v3-profile-')));
  const removeProfile = async () => {
    if (options.profile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const context = await chromium.launchPersistentContext(profile, contextOptions(options));
    const worker = await findWorker(context);
    await Promise.all([waitUntilWatching(worker), closeWelcome(worker)]);
    const extensionId = new URL(worker.url()).host;
    const close = runOnce(() => context.close().finally(removeProfile));
    return { context, version: context.browser()?.version() ?? 'unknown', extensionId, close };
  } catch (problem) {
    await removeProfile();
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
    ...(options.keepsUnloadedPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      ...withExtension(options.extensionFolder),
      `--window-size=${options.windowSize ?? '1400,1000'}`,
      ...(options.extraArguments ?? []),
    ],
    ...(options.display === undefined ? {} : { env: { ...process.env, DISPLAY: options.display } }),
  };
}

/** Returns the arguments that load an unpacked extension, and no other. */
export function withExtension(folder: string): readonly string[] {
  return [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`, '--test-type'];
}

async function findWorker(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: WAIT_TIMEOUT_MS }));
}

/**
 * Waits for the page that opens after an installation, and closes it.
 * An extension from the command line is installed at every start, in any profile.
 */
export async function closeWelcome(worker: Worker): Promise<void> {
  const closeExpression = `chrome.tabs.query({ url: chrome.runtime.getURL('welcome.html') })
    .then((tabs) => Promise.all(tabs.map(({ id }) => chrome.tabs.remove(id))))
    .then(({ length }) => length > 0)`;
  await until(() => worker.evaluate<boolean>(closeExpression), 'The extension opened no welcome page.');
}

/** Waits until the extension has registered its scripts: earlier pages would be watched with a delay. */
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
