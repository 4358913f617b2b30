import '#tests/drivers/english';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { i18n } from '#i18n';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { RUN_TIMEOUT_MS, selectKind } from '#tests/drivers/panel-driver';
import { projectFolder } from '../build-extension';
import { printLine } from '../print-line';
import { type Album, createAlbum } from '../screenshots';
import { sdkPages } from '../site/sdk-pages';
import { takeTour } from '../tour';
import { withProduct } from '../with-product';
import { readPngHeader } from './png-header';
import { popupOverPage, storeArt } from './store-art';

// Takes the pictures that stores require from the running product, in `.output/store`.
// Run by `npm run store`.
const folder = join(projectFolder, '.output/store');
const views = join(folder, 'views');
const SCREENSHOT = { width: 1280, height: 800 };
/** In the order of the listing. */
const SCREENSHOTS = ['panel-light', 'journey-dark', 'compose-light', 'negative-tests-dark', 'popup-over-page-light'];

await withProduct(async ({ stack, browser }) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(views, { recursive: true });
  const album = await createAlbum(views);
  await takeTour(stack, browser, album, (opened) => takeNegativeTests(opened, album));
  const page = await browser.context.newPage();
  for (const scheme of ['light', 'dark'] as const)
    await takePopupOverPage(page, `${stack.site.url}${sdkPages['2.0.1'].path}`, scheme);
  for (const [index, name] of SCREENSHOTS.entries()) {
    const file = `screenshot-${index + 1}.png`;
    copyFileSync(join(views, `${name}.png`), join(folder, file));
    assertPng(file, SCREENSHOT);
  }
  await takeArt(page);
  copyFileSync(join(projectFolder, 'public/icon/128.png'), join(folder, 'icon-128.png'));
  printLine(`The pictures for the stores are in ${folder}. Each view in the other colors is in views.`);
});

/** Fires every negative test of a kind with so few tests that the whole table is visible. */
async function takeNegativeTests({ devtools, panel }: OpenedPanel, album: Album): Promise<readonly string[]> {
  await selectKind(panel, 'heartbeat');
  await panel.getByRole('button', { name: i18n.t('negativeTests.open') }).click();
  const tests = panel.getByRole('region', { name: i18n.t('negativeTests.table') }).locator('tbody tr');
  await panel.getByRole('button', { name: 'HEARTBEAT' }).click();
  await panel.getByRole('alertdialog').getByRole('button').last().click();
  const progress = panel.getByRole('progressbar');
  await progress.waitFor();
  await progress.waitFor({ state: 'detached', timeout: RUN_TIMEOUT_MS });
  await panel.getByRole('checkbox', { name: i18n.t('negativeTests.envelope') }).uncheck();
  await tests.last().getByText('200').first().waitFor();
  return album.take(devtools, 'negative-tests', panel);
}

async function takePopupOverPage(page: Page, url: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(SCREENSHOT);
  await page.emulateMedia({ colorScheme });
  await page.goto(url);
  const visited = (await page.screenshot()).toString('base64');
  const popup = readFileSync(join(views, `popup-${colorScheme}.png`)).toString('base64');
  await page.goto('about:blank');
  await page.setContent(popupOverPage(visited, popup));
  await page.screenshot({ path: join(views, `popup-over-page-${colorScheme}.png`) });
}

async function takeArt(page: Page): Promise<void> {
  const icon = readFileSync(join(projectFolder, 'public/icon.svg'), 'utf8');
  const parts = { icon, name: i18n.t('manifest.name'), description: i18n.t('manifest.description') };
  for (const { file, width, height, html } of storeArt(parts)) {
    await page.setViewportSize({ width, height });
    await page.setContent(html);
    writeFileSync(join(folder, file), await page.screenshot());
    assertPng(file, { width, height });
  }
}

/** Throws if a store would reject the picture. */
function assertPng(file: string, size: { readonly width: number; readonly height: number }): void {
  const header = readPngHeader(readFileSync(join(folder, file)));
  if (header?.width !== size.width || header.height !== size.height || header.hasAlpha)
    throw new Error(`${file} is not a PNG of ${size.width}×${size.height} pixels without alpha.`);
}
