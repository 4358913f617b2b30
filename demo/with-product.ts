import { type LaunchedBrowser, launchChromium } from '#tests/drivers/browser/launch';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { buildExtension, extensionFolder } from './build-extension';
import { createEnding } from './ending';
import { preparePictureFonts } from './fonts';
import { printError } from './print-line';
import { type Stack, startStack } from './stack';

interface Product {
  readonly stack: Stack;
  readonly browser: LaunchedBrowser;
}

/**
 * Builds the extension, starts the local stack and a browser with it, and ends both after `take`.
 * A failure is printed and sets the exit code.
 */
export async function withProduct(take: (product: Product) => Promise<void>): Promise<void> {
  const ending = createEnding();
  try {
    const { path: executablePath } = requireChromium();
    preparePictureFonts();
    buildExtension();
    const stack = await startStack();
    ending.add(stack.stop);
    const browser = await launchChromium({ executablePath, extensionFolder, headless: true });
    ending.add(browser.close);
    await take({ stack, browser });
  } catch (problem) {
    printError(problem);
    process.exitCode = 1;
  } finally {
    await ending.run();
  }
}
