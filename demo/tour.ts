import type { Frame, Page } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { type OpenedPanel, openSizedPanel } from '#tests/drivers/devtools';
import { selectKind, showView, waitForDetails, waitForRecords } from '#tests/drivers/panel-driver';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, logIn, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import type { Album } from './screenshots';
import { sdkPages } from './site/sdk-pages';
import type { Stack } from './stack';
import { testEntity } from './stack';

/** A draft with one defect of each common kind. */
const WRONG_DRAFT = '{\n  "data": {\n    "type": "click",\n    "subtype": 5,\n    "pageid": ""\n  }\n}';

/**
 * Operates the product as a user would, and takes pictures of it.
 * `takeMore` takes further pictures at the end.
 */
export async function takeTour(
  stack: Stack,
  browser: LaunchedBrowser,
  album: Album,
  takeMore: (opened: OpenedPanel) => Promise<readonly string[]> = async () => [],
): Promise<readonly string[]> {
  const { context, extensionId } = browser;
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${stack.site.url}${sdkPages['2.0.1'].path}`);
  const popup = await pictureOfPopup(stack, browser, album);

  const { devtools, panel } = await openSizedPanel(context, page, extensionId);
  await playLesson(page, panel);
  await openRow(panel, 'hint-button');
  const inspected = await album.take(devtools, 'panel', panel);
  await openRow(panel, 'FEEDBACK');
  await panel.getByRole('tab', { name: t('detail.journey') }).click();
  const journey = await album.take(devtools, 'journey', panel);
  await showView(panel, 'compose');
  await selectKind(panel, 'interact');
  await writeDraft(devtools, panel, WRONG_DRAFT);
  const composed = await album.take(devtools, 'compose', panel);
  return [...popup, ...inspected, ...journey, ...composed, ...(await takeMore({ devtools, panel }))];
}

async function pictureOfPopup(stack: Stack, browser: LaunchedBrowser, album: Album): Promise<readonly string[]> {
  await addEnvironment(browser.context, browser.extensionId, toEnvironmentDraft(stack.provider));
  const popup = await openPopup(browser.context, browser.extensionId);
  await logIn(popup, testEntity(stack));
  await popup.getByText(t('popup.inUse')).waitFor();
  const files = await album.take(popup, 'popup');
  await popup.close();
  return files;
}

async function playLesson(page: Page, panel: Frame): Promise<void> {
  await page.getByRole('button', { name: 'Play the whole lesson' }).click();
  await page.locator('body[data-played]').waitFor();
  await waitForRecords(panel, (all) => all.length > 0 && all.every(({ requests }) => requests.length > 0));
}

async function openRow(panel: Frame, text: string): Promise<void> {
  await panel.getByRole('row').filter({ hasText: text }).first().click();
  await waitForDetails(panel);
}

async function writeDraft(devtools: Page, panel: Frame, text: string): Promise<void> {
  await panel.locator('[data-editor="ready"]').waitFor();
  await panel.getByRole('textbox', { name: tPattern('compose.asJson') }).click();
  await devtools.keyboard.press('ControlOrMeta+A');
  await devtools.keyboard.insertText(text);
}
