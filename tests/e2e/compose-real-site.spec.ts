import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Frame } from 'playwright';
import { type Stack, startStack } from '#demo/stack';
import { chromiumHere } from '#tests/drivers/browser/chromium-here';
import { type LaunchedBrowser, launchChromium } from '#tests/drivers/browser/launch';
import { compose, fireAtCollector, fireThroughPage } from '#tests/drivers/compose-driver';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { fireDraft, recordsOf, recordsWhen } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';
import { defaultFolder } from './fixtures';

/**
 * A browser of its own: names that are not this machine's lead here, and another manifest gives the extension access to
 * them, because no user is there to be asked.
 */
async function startSetup(): Promise<{ stack: Stack; browser: LaunchedBrowser; end: () => Promise<void> }> {
  const { path: executablePath } = chromiumHere();
  const folder = await mkdtemp(join(tmpdir(), 'telemetry-v3-extension-'));
  await cp(defaultFolder, folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  manifest.host_permissions.push('http://learn.test/*', 'http://other.test/*', 'http://collector.test/*');
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const stack = await startStack();
  const browser = await launchChromium({
    executablePath,
    extensionFolder: folder,
    headless: true,
    extraArguments: ['--host-resolver-rules=MAP *.test 127.0.0.1'],
  });
  browser.context.setDefaultTimeout(WAIT_TIMEOUT_MS);
  const end = async () => {
    await browser.close();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { stack, browser, end };
}

test('at each site beyond this machine it is asked once, with channel and endpoint, until the site is forgotten', async () => {
  const { stack, browser, end } = await startSetup();
  try {
    const { collector } = stack;
    const addressAt = (name: string) => `${stack.site.url.replace('127.0.0.1', name)}/sdk-2.0.1/`;
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(addressAt('learn.test'));
    const { panel } = await openPanel(browser.context, page, browser.extensionId);
    const calls = await playLesson(page);
    await recordsWhen(panel, (all) => all.length >= calls.length && all.some(({ requests }) => requests.length > 0));
    const before = (await recordsOf(panel)).length;
    const site = new URL(page.url()).host;

    await compose(panel, 'log');
    await fireThroughPage(panel);
    await fireDraft(panel);
    expect(await askedFacts(panel)).toEqual([
      [t('compose.site'), site],
      [t('collector.channel'), 'demo-channel'],
      [t('collector.endpoint'), `${collector.url}/content/data/v1/telemetry`],
    ]);
    await question(panel)
      .getByRole('button', { name: t('collector.confirmSite.cancel') })
      .click();
    expect(await recordsOf(panel)).toHaveLength(before);

    await fireDraft(panel);
    await question(panel)
      .getByRole('button', { name: t('collector.confirmSite.confirm', { site }) })
      .click();
    await expect.poll(async () => (await recordsOf(panel)).length).toBe(before + 1);
    await fireDraft(panel);
    await expect.poll(async () => (await recordsOf(panel)).length).toBe(before + 2);
    await expect(question(panel)).toHaveCount(0);

    const endpoint = `${collector.url.replace('127.0.0.1', 'collector.test')}/v1/telemetry`;
    await fireAtCollector(panel, endpoint);
    collector.forget();
    await fireDraft(panel);
    expect(await askedFacts(panel)).toEqual([
      [t('compose.site'), new URL(endpoint).host],
      // The page's context is filled in by default.
      [t('collector.channel'), 'demo-channel'],
      [t('collector.endpoint'), endpoint],
    ]);
    expect(collector.received).toEqual([]);
    await question(panel)
      .getByRole('button', { name: t('collector.confirmSite.confirm', { site: new URL(endpoint).host }) })
      .click();
    await expect(panel.getByText(tPattern('collector.postedWithResponse', { kind: 'LOG' }))).toBeVisible();
    expect(collector.received).toHaveLength(1);

    await page.goto(addressAt('other.test'));
    await fireThroughPage(panel);
    await fireDraft(panel);
    await question(panel)
      .getByRole('button', { name: t('collector.confirmSite.cancel') })
      .click();
    await page.goto(addressAt('learn.test'));
    await panel.getByRole('button', { name: t('settings.title') }).click();
    await panel.getByRole('button', { name: t('settings.forgetSite', { site }) }).click();
    await panel
      .getByRole('dialog', { name: t('settings.title') })
      .getByRole('button', { name: t('common.close') })
      .click();
    await fireDraft(panel);
    await expect(question(panel)).toContainText(site);
  } finally {
    await end();
  }
});

function question(panel: Frame) {
  return panel.getByRole('alertdialog', { name: t('collector.confirmSite.title') });
}

async function askedFacts(panel: Frame): Promise<readonly (readonly string[])[]> {
  await expect(question(panel)).toBeVisible();
  const [names, values] = await Promise.all(['dt', 'dd'].map((tag) => question(panel).locator(tag).allInnerTexts()));
  return (names ?? []).map((name, index) => [name, values?.[index] ?? '']);
}
