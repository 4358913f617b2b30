import { test as base } from '@playwright/test';
import type { Page } from 'playwright';
import { extensionFolder } from '#demo/build-extension';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { endpointOf, issuerOf } from '#demo/identity-provider/login-provider';
import type { ResourceServer } from '#demo/resource-server/resource-server';
import { startResourceServer } from '#demo/resource-server/resource-server';
import type { LaunchedBrowser, LaunchOptions } from '#tests/drivers/browser/launch';
import { launchChromium } from '#tests/drivers/browser/launch';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { openPopup } from '#tests/drivers/popup';
import { callIdentityService } from '#tests/drivers/popup-driver';

/** The current browser of a worker; null before the launch. */
interface WorkerBrowser {
  current: LaunchedBrowser | null;
}

interface BrowserParts {
  readonly workerBrowser: WorkerBrowser;
  /** The only browser of this worker. Specs that launch another one state why. */
  readonly launched: LaunchedBrowser;
}

const browserTest = base.extend<object, BrowserParts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  workerBrowser: [async ({}, use) => use({ current: null }), { scope: 'worker' }],
  launched: [
    async ({ headless, workerBrowser }, use) => {
      const browser = await launchBuiltExtension({ headless: headless ?? true });
      workerBrowser.current = browser;
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

interface Servers<Provider> {
  readonly provider: Provider;
  readonly resources: ResourceServer;
}

interface LogInParts<Provider> extends Servers<Provider> {
  readonly pathPrefix: string;
  /** The real popup, in which no entity is logged in. */
  readonly popup: Page;
}

interface LogInWorkerParts<Provider> {
  readonly startServersAt: (pathPrefix: string) => Promise<Servers<Provider>>;
}

/** Timeout of a provider's start, which may be a container. */
const START_TIMEOUT_MS = 300_000;

/**
 * Creates the fixtures of log-in tests, with the real popup in Chromium and a provider that `start` returns.
 * Starts a provider once per worker and path prefix. The prefix is an option of the test, because another value of a
 * worker option would need another browser.
 */
export function createLogInTest<Provider extends LoginProvider>(start: (pathPrefix: string) => Promise<Provider>) {
  return browserTest.extend<LogInParts<Provider>, LogInWorkerParts<Provider>>({
    pathPrefix: ['/auth', { option: true }],
    startServersAt: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
      async ({}, use) => {
        const started = new Map<string, Promise<Servers<Provider>>>();
        await use((pathPrefix) => {
          const servers = started.get(pathPrefix) ?? startServers(start, pathPrefix);
          started.set(pathPrefix, servers);
          return servers;
        });
        for (const servers of started.values()) {
          const { provider, resources } = await servers;
          await resources.stop();
          await provider.stop();
        }
      },
      { scope: 'worker' },
    ],
    provider: [
      async ({ startServersAt, pathPrefix }, use) => use((await startServersAt(pathPrefix)).provider),
      { timeout: START_TIMEOUT_MS },
    ],
    resources: [
      async ({ startServersAt, pathPrefix }, use) => use((await startServersAt(pathPrefix)).resources),
      { timeout: START_TIMEOUT_MS },
    ],
    popup: async ({ launched }, use) => {
      const popup = await openPopup(launched.context, launched.extensionId);
      await logOutAll(popup);
      await use(popup);
      await popup.close();
    },
  });
}

async function startServers<Provider extends LoginProvider>(
  start: (pathPrefix: string) => Promise<Provider>,
  pathPrefix: string,
): Promise<Servers<Provider>> {
  const provider = await start(pathPrefix);
  const resources = await startResourceServer({ issuer: issuerOf(provider), keysUrl: endpointOf(provider, 'certs') });
  return { provider, resources };
}

/** Launches Chromium with the built extension. */
export function launchBuiltExtension(
  options: Omit<LaunchOptions, 'executablePath' | 'extensionFolder'>,
): Promise<LaunchedBrowser> {
  return launchChromium({ executablePath: requireChromium().path, extensionFolder, ...options });
}

export type LogInTest = ReturnType<typeof createLogInTest<LoginProvider>>;

/** Logs out every session of an earlier test. */
export async function logOutAll(popup: Page): Promise<void> {
  const { sessions } = await callIdentityService(popup, 'state', {});
  for (const { id } of sessions) await callIdentityService(popup, 'logout', { sessionId: id });
}
