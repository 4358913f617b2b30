import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { launchChromium } from '#tests/drivers/browser/launch';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import type { DemoMode } from './arguments';
import { buildExtension, extensionFolder } from './build-extension';
import type { Ending } from './ending';
import { createEnding, waitForTermination } from './ending';
import { printError, printLine } from './print-line';
import { reportTo } from './report-to';
import { formatStackUrls, showDemo } from './show';
import type { Stack } from './stack';
import { startStack } from './stack';

const FAILED = 1;
/** Exit code of an interrupted program, as shells expect it (128 + SIGINT). */
const INTERRUPTED = 130;

/** Runs the demo and returns its exit code. Ends everything that it started, even after a failure. */
export async function runDemo(mode: DemoMode): Promise<number> {
  const ending = createEnding();
  const interrupted = waitForTermination().then(() => INTERRUPTED);
  const finished = perform(mode, ending).catch((problem: unknown) => {
    printError(problem);
    return FAILED;
  });
  const code = await Promise.race([finished, interrupted]);
  for (const failure of await ending.run()) printError(`Could not be ended: ${failure}`);
  return code;
}

async function perform(mode: DemoMode, ending: Ending): Promise<number> {
  const { stack, browser } = await start(mode, ending);
  if (mode.mode === 'report') return reportTo(mode.file, stack, browser);
  printLine('Ctrl-C, or closing the browser, ends everything.\n');
  await showDemo(stack, browser);
  return 0;
}

async function start(mode: DemoMode, ending: Ending): Promise<{ stack: Stack; browser: LaunchedBrowser }> {
  const headless = mode.mode === 'report';
  const { path: executablePath, source } = requireChromium();
  if (mode.mode === 'show' || !mode.isBuilt) buildExtension();
  const stack = await startStack();
  ending.add(stack.stop);
  const browser = await launchChromium({ executablePath, extensionFolder, headless });
  ending.add(browser.close);
  printLine(`\nChromium           ${browser.version} (${source}: ${executablePath})\n${formatStackUrls(stack)}\n`);
  return { stack, browser };
}
