import '#tests/drivers/english';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { chromiumHere } from '#tests/drivers/browser/chromium-here';
import { launchChromium } from '#tests/drivers/browser/launch';
import { DEFAULT_SIZE } from '#tests/drivers/devtools';
import { buildExtension, extensionFolder, projectFolder } from '../build-extension';
import { createEnding } from '../ending';
import { preparePictureFonts } from '../fonts';
import { createAlbum } from '../screenshots';
import { sdkPages } from '../site/sdk-pages';
import { startStack } from '../stack';
import { takeTour } from '../tour';
import { takeGuidePictures } from './guide-tour';
import { encodeWebp } from './webp';

/**
 * Takes the pictures of README and user guide, light and dark, of the real thing.
 * Run by `npm run screenshots`.
 */
const folder = join(projectFolder, 'docs/pictures');
const taken = join(projectFolder, '.output/pictures');
const partsFolder = join(projectFolder, '.output/picture-parts');
const ending = createEnding();
try {
  const { path: executablePath } = chromiumHere();
  preparePictureFonts();
  buildExtension();
  rmSync(taken, { recursive: true, force: true });
  const stack = await startStack();
  ending.add(stack.stop);
  const browser = await launchChromium({ executablePath, extensionFolder, headless: true });
  ending.add(browser.close);
  const album = await createAlbum(taken);
  const parts = await createAlbum(partsFolder);
  const url = `${stack.site.url}${sdkPages['2.0.1'].path}`;
  await takeTour(stack, browser, album, (opened) => takeGuidePictures(opened, browser, album, parts, url));
  const page = await browser.context.newPage();
  for (const scheme of ['dark', 'light']) await joinDocked(page, scheme);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(taken)) {
    const picture = await encodeWebp(page, readFileSync(join(taken, file)));
    writeFileSync(join(folder, file.replace('.png', '.webp')), picture);
  }
  console.log(`${readdirSync(folder).length} pictures in ${folder}`);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
} finally {
  await ending.run();
}

/** Puts the panel below its page, as docked DevTools have it. */
async function joinDocked(page: Page, scheme: string): Promise<void> {
  const images = ['page', 'panel'].map((name) => {
    const png = readFileSync(join(partsFolder, `${name}-${scheme}.png`)).toString('base64');
    return `<img style="display:block" src="data:image/png;base64,${png}">`;
  });
  await page.setViewportSize(DEFAULT_SIZE);
  await page.setContent(`<body style="margin:0">${images.join('')}</body>`);
  await page.screenshot({ path: join(taken, `docked-${scheme}.png`) });
}
