import type { Frame, Page } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { DEFAULT_SIZE, type OpenedPanel, openSizedPanel } from '#tests/drivers/devtools';
import { openExport } from '#tests/drivers/export-driver';
import { playLesson, playSession } from '#tests/drivers/lesson';
import { RUN_TIMEOUT_MS, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import type { Album } from '../screenshots';
import type { SessionSiteId } from '../site/lesson/session-sites';

/** Height of the page above a docked panel, in pixels. */
const PAGE_HEIGHT = 280;

/** Takes further pictures for the user guide, from a panel with the events of the lesson. */
export async function takeGuidePictures(
  opened: OpenedPanel,
  browser: LaunchedBrowser,
  album: Album,
  parts: Album,
  url: string,
): Promise<readonly string[]> {
  await takeDockedParts(opened, browser, parts, url);
  const filtered = await takeFilter(opened, album);
  const exported = await takeExport(opened, album);
  const scenario = await takeScenario(opened, album);
  const tests = await takeNegativeTests(opened, album);
  const rule = await takeRule(browser, album);
  return [...filtered, ...exported, ...scenario, ...tests, ...rule];
}

const sessionPictures: readonly (readonly [id: SessionSiteId, name: string])[] = [
  ['start-as-config', 'session-without-type'],
  ['player-summary', 'session-summary'],
];

/** Height for a few sessions and their findings, in pixels. */
const SESSIONS_HEIGHT = 520;

/** Takes the page and the panel below it separately: no screenshot can show both. */
async function takeDockedParts(
  { devtools, panel }: OpenedPanel,
  { context }: LaunchedBrowser,
  parts: Album,
  url: string,
): Promise<void> {
  const { width, height } = DEFAULT_SIZE;
  // A separate page: DevTools shows the size of the inspected page over it while it is resized.
  const page = await context.newPage();
  await page.setViewportSize({ width, height: PAGE_HEIGHT });
  await page.goto(url);
  await playLesson(page);
  await page.evaluate('scrollTo(0, 0)');
  await parts.take(page, 'page');
  await page.close();
  await showView(panel, 'events');
  await panel.getByRole('row').filter({ hasText: 'hint-button' }).first().click();
  await panel.getByRole('tab', { name: tPattern('detail.findings') }).click();
  await devtools.setViewportSize({ width, height: height - PAGE_HEIGHT });
  await parts.take(devtools, 'panel', panel);
  await devtools.setViewportSize(DEFAULT_SIZE);
}

/** Fires every negative test of a kind with so few tests that the whole table is visible. */
async function takeNegativeTests({ devtools, panel }: OpenedPanel, album: Album): Promise<readonly string[]> {
  await showView(panel, 'compose');
  await selectKind(panel, 'heartbeat');
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  const tests = panel.getByRole('region', { name: t('negativeTests.table') }).locator('tbody tr');
  await panel.getByRole('button', { name: 'HEARTBEAT' }).click();
  await panel.getByRole('alertdialog').getByRole('button').last().click();
  const progress = panel.getByRole('progressbar');
  await progress.waitFor();
  await progress.waitFor({ state: 'detached', timeout: RUN_TIMEOUT_MS });
  await panel.getByRole('checkbox', { name: t('negativeTests.envelope') }).uncheck();
  await tests.last().getByText('200').first().waitFor();
  return album.take(devtools, 'negative-tests', panel);
}

async function takeFilter({ devtools, panel }: OpenedPanel, album: Album): Promise<readonly string[]> {
  await showView(panel, 'events');
  await filterBy(devtools, panel, 'kind:interact,impression is:invalid ');
  await panel.getByRole('row').filter({ hasText: 'hint-button' }).first().click();
  await panel.getByRole('tab', { name: tPattern('detail.findings') }).click();
  const pictures = await album.take(devtools, 'filter', panel);
  await panel.getByRole('button', { name: t('filter.clear') }).click();
  return pictures;
}

/** Creates a scenario of the events of the lesson. */
async function takeScenario({ devtools, panel }: OpenedPanel, album: Album): Promise<readonly string[]> {
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: tPattern('scenarios.fromShown') }).click();
  await panel.getByRole('button', { name: t('scenarios.expect'), exact: true }).waitFor();
  return album.take(devtools, 'scenario', panel);
}

async function takeExport({ devtools, panel }: OpenedPanel, album: Album): Promise<readonly string[]> {
  await openExport(panel, 'capture');
  const pictures = await album.take(devtools, 'export', panel);
  await panel
    .getByRole('dialog')
    .getByRole('button', { name: t('export.close'), exact: true })
    .click();
  return pictures;
}

async function takeRule({ context, extensionId }: LaunchedBrowser, album: Album): Promise<readonly string[]> {
  const page = await context.newPage();
  await page.setViewportSize({ width: DEFAULT_SIZE.width, height: 560 });
  await page.goto(`chrome-extension://${extensionId}/reference.html#rule-letter-case`);
  await page.locator('#rule-letter-case').waitFor();
  const pictures = await album.take(page, 'rule');
  await page.close();
  return pictures;
}

/** Takes pictures of the sessions of the site's two pages whose sessions are useless for reports. */
export async function takeSessionPictures({ context, extensionId }: LaunchedBrowser, album: Album, siteUrl: string) {
  for (const [id, name] of sessionPictures) {
    const page = await context.newPage();
    await page.goto(`${siteUrl}/blank/`);
    const { devtools, panel } = await openSizedPanel(context, page, extensionId);
    await playSession(page, `${siteUrl}/${id}/`);
    await showView(panel, 'user-sessions');
    // A click on its time line would open an event.
    await panel
      .getByRole('treeitem')
      .last()
      .click({ position: { x: 20, y: 10 } });
    await panel.locator('.session-findings li').first().waitFor();
    await devtools.setViewportSize({ width: DEFAULT_SIZE.width, height: SESSIONS_HEIGHT });
    await album.take(devtools, name, panel);
    await devtools.close();
    await page.close();
  }
}

async function filterBy(devtools: Page, panel: Frame, text: string): Promise<void> {
  await panel
    .getByRole('combobox', { name: t('filter.title') })
    .first()
    .click();
  await devtools.keyboard.insertText(text);
}
