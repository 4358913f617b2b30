import { test as base } from '@playwright/test';
import type { Page } from 'playwright';
import { extensionFolder } from '#demo/build-extension';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { endpointOf, issuerOf } from '#demo/identity-provider/login-provider';
import type { ResourceServer } from '#demo/resource-server/resource-server';
import { startResourceServer } from '#demo/resource-server/resource-server';
import { chromiumHere } from '#tests/drivers/browser/chromium-here';
import type { LaunchedBrowser, LaunchOptions } from '#tests/drivers/browser/launch';
import { launchChromium } from '#tests/drivers/browser/launch';
import { openPopup } from '#tests/drivers/popup';
import { ask } from '#tests/drivers/popup-driver';

interface TestParts {
  /** The real popup. Nobody is logged in. */
  readonly popup: Page;
}

interface WorkerParts<Provider extends LoginProvider> {
  readonly pathPrefix: string;
  readonly provider: Provider;
  readonly resources: ResourceServer;
  readonly launched: LaunchedBrowser;
}

/** Tests of logging in, with a provider that `start` gives, through the real popup in Chromium. */
export function logInTest<Provider extends LoginProvider>(start: (pathPrefix: string) => Promise<Provider>) {
  return base.extend<TestParts, WorkerParts<Provider>>({
    pathPrefix: ['/auth', { scope: 'worker', option: true }],
    provider: [
      async ({ pathPrefix }, use) => {
        const provider = await start(pathPrefix);
        await use(provider);
        await provider.stop();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    resources: [
      async ({ provider }, use) => {
        const server = await startResourceServer({
          issuer: issuerOf(provider),
          keysUrl: endpointOf(provider, 'certs'),
        });
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    launched: [
      async ({ headless }, use) => {
        const browser = await launchForIdentity({ headless: headless ?? true });
        await use(browser);
        await browser.close();
      },
      { scope: 'worker' },
    ],
    popup: async ({ launched }, use) => {
      const popup = await openPopup(launched.context, launched.extensionId);
      await logOutAll(popup);
      await use(popup);
      await popup.close();
    },
  });
}

/** Chromium with the built extension. */
export function launchForIdentity(
  options: Omit<LaunchOptions, 'executablePath' | 'extensionFolder'>,
): Promise<LaunchedBrowser> {
  return launchChromium({ executablePath: chromiumHere().path, extensionFolder, ...options });
}

export type LogInTest = ReturnType<typeof logInTest<LoginProvider>>;

/** Ends every session that an earlier test left. */
export async function logOutAll(popup: Page): Promise<void> {
  const { sessions } = await ask(popup, 'state', {});
  for (const { id } of sessions) await ask(popup, 'logout', { sessionId: id });
}
