import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { chromiumHere } from '#tests/drivers/browser/chromium-here';
import { type LaunchedBrowser, launchChromium } from '#tests/drivers/browser/launch';
import { compose, fireThroughPage } from '#tests/drivers/compose-driver';
import { openPanel } from '#tests/drivers/devtools';
import { fireDraft, recordsOf } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { defaultFolder } from './fixtures';
import { addressOf, type FrameKind } from './pages/play-page';
import { type Pages, startPages } from './pages/server';

interface Setup {
  readonly browser: LaunchedBrowser;
  readonly pages: Pages;
  /** The page server under a name that is not this machine's. */
  readonly liveUrl: string;
}

const test = base.extend<object, { readonly setup: Setup }>({
  setup: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'telemetry-v3-extension-'));
      await cp(defaultFolder, folder, { recursive: true });
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
      manifest.host_permissions.push('http://live.test/*');
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
      const pages = await startPages('http://collector.test/');
      const browser = await launchChromium({
        executablePath: chromiumHere().path,
        extensionFolder: folder,
        headless: true,
        extraArguments: ['--host-resolver-rules=MAP *.test 127.0.0.1'],
      });
      browser.context.setDefaultTimeout(20_000);
      await use({ browser, pages, liveUrl: pages.url.replace('127.0.0.1', 'live.test') });
      await browser.close();
      await pages.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** A page of this machine, in it a frame of a live site, and in that a frame with the SDK. Opens the draft of a LOG. */
async function openDraft({ browser, pages, liveUrl }: Setup, around: FrameKind): Promise<Frame> {
  const page = await browser.context.newPage();
  await page.goto(`${pages.url}/empty/`);
  const { panel } = await openPanel(browser.context, page, browser.extensionId);
  const src = addressOf(liveUrl, { sdk: '2.0.1', transport: 'own', batch: 3, around });
  await page.evaluate((address) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
  }, src);
  await compose(panel, 'log');
  await fireThroughPage(panel);
  return panel;
}

const question = (panel: Frame) => panel.getByRole('alertdialog', { name: t('collector.confirmSite.title') });

for (const around of ['srcdoc', 'about:blank', 'written', 'blob', 'javascript', 'sandboxed'] as const) {
  test(`a ${around} frame inside a live site’s frame is fired into only after the question for that site`, async ({
    setup,
  }) => {
    const panel = await openDraft(setup, around);
    await fireDraft(panel);
    await expect(question(panel)).toContainText(new URL(setup.liveUrl).host);
    expect(await recordsOf(panel)).toEqual([]);
  });
}

for (const around of ['sandboxed-srcdoc', 'data'] as const) {
  test(`a ${around} frame, whose origin is opaque, is fired into only after a question`, async ({ setup }) => {
    const panel = await openDraft(setup, around);
    await fireDraft(panel);
    await expect(question(panel)).toBeVisible();
    expect(await recordsOf(panel)).toEqual([]);
  });
}
