import { test as base, expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { composeSample, selectPageTransport } from '#tests/drivers/compose-driver';
import { fireDraft, readRecords } from '#tests/drivers/panel-driver';
import { createSharedDevtools, type InspectedTab, type SharedDevtools } from '#tests/drivers/shared-devtools';
import { t } from '#tests/drivers/texts';
import { launchWithHosts } from './changed-build';
import { type FrameKind, playUrlOf } from './pages/play-page';
import { type Pages, startPages } from './pages/server';

interface Setup {
  readonly browser: LaunchedBrowser;
  readonly pages: Pages;
  /** URL of the page server with a host that is not local. */
  readonly liveUrl: string;
}

interface WorkerParts {
  readonly setup: Setup;
  readonly sharedDevtools: SharedDevtools;
}

const test = base.extend<{ readonly inspected: InspectedTab }, WorkerParts>({
  setup: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
    async ({}, use) => {
      const pages = await startPages('http://collector.test/');
      const { browser, end } = await launchWithHosts('live.test');
      await use({ browser, pages, liveUrl: pages.url.replace('127.0.0.1', 'live.test') });
      await end();
      await pages.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  sharedDevtools: [async ({}, use) => use(createSharedDevtools()), { scope: 'worker' }],
  inspected: async ({ setup: { browser, pages }, sharedDevtools }, use, info) => {
    const emptyPage = `${pages.url}/empty/`;
    const inspected = await sharedDevtools.acquire({ browser, emptyPage });
    await use(inspected);
    await inspected.tab.goto(emptyPage);
    await sharedDevtools.release(inspected, info.file, info.status === info.expectedStatus);
  },
});

/** Adds a frame of a live site, which contains a frame with the SDK, to a local page. Opens the draft of a LOG. */
async function openDraft({ tab, opened: { panel } }: InspectedTab, liveUrl: string, around: FrameKind): Promise<void> {
  const src = playUrlOf(liveUrl, { sdk: '2.0.1', transport: 'own', batch: 3, around });
  await tab.evaluate((url) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
  }, src);
  await composeSample(panel, 'log');
  await selectPageTransport(panel);
}

const siteConfirmation = (panel: Frame) => panel.getByRole('alertdialog', { name: t('collector.confirmSite.title') });

for (const around of ['srcdoc', 'about:blank', 'written', 'blob', 'javascript', 'sandboxed'] as const) {
  test(`a ${around} frame inside a live site’s frame is fired into only after a confirmation for that site`, async ({
    setup: { liveUrl },
    inspected,
  }) => {
    const { panel } = inspected.opened;
    await openDraft(inspected, liveUrl, around);
    await fireDraft(panel);
    await expect(siteConfirmation(panel)).toContainText(new URL(liveUrl).host);
    expect(await readRecords(panel)).toEqual([]);
  });
}

for (const around of ['sandboxed-srcdoc', 'data'] as const) {
  test(`a ${around} frame, whose origin is opaque, is fired into only after a confirmation`, async ({
    setup: { liveUrl },
    inspected,
  }) => {
    const { panel } = inspected.opened;
    await openDraft(inspected, liveUrl, around);
    await fireDraft(panel);
    await expect(siteConfirmation(panel)).toBeVisible();
    expect(await readRecords(panel)).toEqual([]);
  });
}
