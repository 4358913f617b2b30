import '#tests/drivers/english';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { DEFAULT_SIZE } from '#tests/drivers/devtools';
import { ensurePackage } from '#tests/runner/builds';
import { projectFolder } from '../build-extension';
import { printLine } from '../print-line';
import { type Album, createAlbum } from '../screenshots';
import { sdkPages } from '../site/sdk-pages';
import type { Stack } from '../stack';
import { takeTour } from '../tour';
import { withProduct } from '../with-product';
import { takeCollectorPictures } from './collector-tour';
import { createGallery } from './gallery';
import { takeGuidePictures, takeSessionPictures } from './guide-tour';
import { takeEveryView } from './view-tour';
import { encodeWebp } from './webp';

const docsFolder = join(projectFolder, 'docs/pictures');
const pngFolder = join(projectFolder, '.output/pictures');
const partsFolder = join(projectFolder, '.output/picture-parts');

// Takes the pictures of the README and the user guide from the running product, light and dark.
// With `--sessions`, takes only those of user sessions.
// With `--all FOLDER`, takes every view instead, in each language, size and color scheme, for review.
// Run by `npm run screenshots`.
const { values } = parseArgs({ options: { all: { type: 'string' }, sessions: { type: 'boolean' } } });
await withProduct(({ stack, browser }) =>
  values.all === undefined
    ? takeDocsPictures(stack, browser, values.sessions ?? false)
    : takeViews(stack, browser, values.all),
);

async function takeDocsPictures(stack: Stack, browser: LaunchedBrowser, onlySessions: boolean): Promise<void> {
  rmSync(pngFolder, { recursive: true, force: true });
  const album = await createAlbum(pngFolder);
  if (!onlySessions) await takeGuide(stack, browser, album);
  await takeSessionPictures(browser, album, stack.site.url);
  if (!onlySessions) rmSync(docsFolder, { recursive: true, force: true });
  mkdirSync(docsFolder, { recursive: true });
  const page = await browser.context.newPage();
  for (const file of readdirSync(pngFolder)) {
    const picture = await encodeWebp(page, readFileSync(join(pngFolder, file)));
    writeFileSync(join(docsFolder, file.replace('.png', '.webp')), picture);
  }
  printLine(`${readdirSync(docsFolder).length} pictures in ${docsFolder}`);
}

async function takeGuide(stack: Stack, browser: LaunchedBrowser, album: Album): Promise<void> {
  const parts = await createAlbum(partsFolder);
  const url = `${stack.site.url}${sdkPages['2.0.1'].path}`;
  await takeTour(stack, browser, album, (opened) => takeGuidePictures(opened, browser, album, parts, url));
  ensurePackage();
  await takeCollectorPictures(browser.context, album);
  const page = await browser.context.newPage();
  for (const scheme of ['dark', 'light']) await joinDocked(page, scheme);
  await page.close();
}

async function takeViews(stack: Stack, browser: LaunchedBrowser, folder: string): Promise<void> {
  const album = await createAlbum(folder);
  await takeEveryView(stack, browser, createGallery(album.take));
  printLine(`${readdirSync(folder).length} pictures in ${folder}`);
}

/** Joins the pictures of a page and of the panel below it, as in docked DevTools. */
async function joinDocked(page: Page, scheme: string): Promise<void> {
  const images = ['page', 'panel'].map((name) => {
    const png = readFileSync(join(partsFolder, `${name}-${scheme}.png`)).toString('base64');
    return `<img style="display:block" src="data:image/png;base64,${png}">`;
  });
  await page.setViewportSize(DEFAULT_SIZE);
  await page.setContent(`<body style="margin:0">${images.join('')}</body>`);
  await page.screenshot({ path: join(pngFolder, `docked-${scheme}.png`) });
}
