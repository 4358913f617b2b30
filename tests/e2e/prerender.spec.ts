import { expect } from '@playwright/test';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { startUndriven, type UndrivenBrowser } from '#tests/drivers/browser/undriven-browser';
import { openPanelOfTarget } from '#tests/drivers/devtools';
import { testedExtensionFolder } from './fixtures';
import { test as base } from './pages/journey-test';
import { marksOf, readLedger, uniformLedger } from './pages/ledger';
import { type PlayOptions, playUrlOf } from './pages/play-page';

/** A browser without a driver until the page is prerendered, because Chromium prerenders no page of a driven tab. */
const test = base.extend<{ readonly undriven: UndrivenBrowser }>({
  undriven: async ({ headless }, use) => {
    const { path: executablePath } = requireChromium();
    const browser = await startUndriven({
      executablePath,
      extensionFolder: testedExtensionFolder,
      headless: headless ?? true,
    });
    await use(browser);
    await browser.close();
  },
});

const options: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 20, prerendered: 2 };

test('a panel opened after a prerendered page is activated lists the events of the prerendering first', async ({
  setup,
  pages,
  undriven,
}) => {
  const pageUrl = playUrlOf(pages.url, options);
  const targetId = await undriven.open(`${pages.url}/speculating/?${new URLSearchParams({ to: pageUrl })}`);
  await expect.poll(() => undriven.readUrl(targetId)).toBe(pageUrl);
  const { panel } = await openPanelOfTarget(await undriven.attachDriver(), targetId, undriven.extensionId);
  const waiting = { state: 'waiting', tries: 0, arrived: 0 } as const;
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger([...marksOf('unseen', 2), ...marksOf('shown', 2)], waiting));
});
