import '#tests/drivers/english';
import { fileURLToPath } from 'node:url';
import { chromiumHere } from '#tests/drivers/browser/chromium-here';
import { launchChromium } from '#tests/drivers/browser/launch';
import { buildExtension, extensionFolder } from './build-extension';
import { createEnding } from './ending';
import { preparePictureFonts } from './fonts';
import { createAlbum } from './screenshots';
import { startStack } from './stack';
import { takeTour } from './tour';

/** Takes the README's pictures, light and dark, of the real thing. Run by `npm run screenshots`. */
const folder = fileURLToPath(new URL('./pictures', import.meta.url));
const ending = createEnding();
try {
  const { path: executablePath } = chromiumHere();
  preparePictureFonts();
  buildExtension();
  const stack = await startStack();
  ending.add(stack.stop);
  const browser = await launchChromium({ executablePath, extensionFolder, headless: true });
  ending.add(browser.close);
  const screenshots = await takeTour(stack, browser, await createAlbum(folder));
  console.log(`${screenshots.length} pictures in ${folder}`);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
} finally {
  await ending.run();
}
