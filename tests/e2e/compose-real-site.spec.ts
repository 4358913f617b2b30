import { expect, test } from '@playwright/test';
import type { Frame } from 'playwright';
import { type Stack, startStack } from '#demo/stack';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { composeSample, selectCollectorTransport, selectPageTransport } from '#tests/drivers/compose-driver';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { fireDraft, readRecords, waitForRecords } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { launchWithHosts } from './changed-build';

async function startSetup(): Promise<{ stack: Stack; browser: LaunchedBrowser; end: () => Promise<void> }> {
  const { browser, end: endBrowser } = await launchWithHosts('learn.test', 'other.test', 'collector.test');
  const stack = await startStack();
  const end = async () => {
    await endBrowser();
    await stack.stop();
  };
  return { stack, browser, end };
}

test('firing at a live site requires one confirmation, which shows channel and endpoint, until the site is removed', async () => {
  const { stack, browser, end } = await startSetup();
  try {
    const { collector } = stack;
    const pageUrlAt = (name: string) => `${stack.site.url.replace('127.0.0.1', name)}/sdk-2.0.1/`;
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(pageUrlAt('learn.test'));
    const { panel } = await openPanel(browser.context, page, browser.extensionId);
    const calls = await playLesson(page);
    await waitForRecords(panel, (all) => all.length >= calls.length && all.some(({ requests }) => requests.length > 0));
    const countBefore = (await readRecords(panel)).length;
    const site = new URL(page.url()).host;

    await composeSample(panel, 'log');
    await selectPageTransport(panel);
    await fireDraft(panel);
    expect(await readConfirmationFacts(panel)).toEqual([
      [t('compose.site'), site],
      [t('collector.channel'), 'demo-channel'],
      [t('collector.endpoint'), `${collector.url}/content/data/v1/telemetry`],
    ]);
    await siteConfirmation(panel)
      .getByRole('button', { name: t('collector.confirmSite.cancel') })
      .click();
    expect(await readRecords(panel)).toHaveLength(countBefore);

    await fireDraft(panel);
    await siteConfirmation(panel)
      .getByRole('button', { name: t('collector.confirmSite.confirm', { site }) })
      .click();
    await expect.poll(async () => (await readRecords(panel)).length).toBe(countBefore + 1);
    await fireDraft(panel);
    await expect.poll(async () => (await readRecords(panel)).length).toBe(countBefore + 2);
    await expect(siteConfirmation(panel)).toHaveCount(0);

    const endpoint = `${collector.url.replace('127.0.0.1', 'collector.test')}/v1/telemetry`;
    await selectCollectorTransport(panel, endpoint);
    collector.forget();
    await fireDraft(panel);
    expect(await readConfirmationFacts(panel)).toEqual([
      [t('compose.site'), new URL(endpoint).host],
      // The page's context is filled in by default.
      [t('collector.channel'), 'demo-channel'],
      [t('collector.endpoint'), endpoint],
    ]);
    expect(collector.received).toEqual([]);
    await siteConfirmation(panel)
      .getByRole('button', { name: t('collector.confirmSite.confirm', { site: new URL(endpoint).host }) })
      .click();
    await expect(panel.getByText(tPattern('collector.postedWithResponse', { kind: 'LOG' }))).toBeVisible();
    expect(collector.received).toHaveLength(1);

    await page.goto(pageUrlAt('other.test'));
    await selectPageTransport(panel);
    await fireDraft(panel);
    await siteConfirmation(panel)
      .getByRole('button', { name: t('collector.confirmSite.cancel') })
      .click();
    await page.goto(pageUrlAt('learn.test'));
    await panel.getByRole('button', { name: t('settings.title') }).click();
    await panel.getByRole('button', { name: t('settings.forgetSite', { site }) }).click();
    await panel
      .getByRole('dialog', { name: t('settings.title') })
      .getByRole('button', { name: t('common.close') })
      .click();
    await fireDraft(panel);
    await expect(siteConfirmation(panel)).toContainText(site);
  } finally {
    await end();
  }
});

function siteConfirmation(panel: Frame) {
  return panel.getByRole('alertdialog', { name: t('collector.confirmSite.title') });
}

async function readConfirmationFacts(panel: Frame): Promise<readonly (readonly string[])[]> {
  await expect(siteConfirmation(panel)).toBeVisible();
  const [names, values] = await Promise.all(
    ['dt', 'dd'].map((tag) => siteConfirmation(panel).locator(tag).allInnerTexts()),
  );
  return (names ?? []).map((name, index) => [name, values?.[index] ?? '']);
}
