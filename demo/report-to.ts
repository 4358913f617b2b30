import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { performDemo } from './job';
import { printError, printLine } from './print-line';
import { missingIn, reportSchema } from './report';
import { reportTable } from './report-table';
import { createAlbum } from './screenshots';
import type { Stack } from './stack';

/**
 * Runs the demo, writes its report and its screenshots, and prints a table.
 * The screenshots are in a folder beside the report. Returns the exit code: 0 only if nothing is missing.
 */
export async function reportTo(name: string, stack: Stack, browser: LaunchedBrowser): Promise<number> {
  const file = resolve(name);
  const folder = `${basename(file, extname(file))}-screenshots`;
  const album = await createAlbum(join(dirname(file), folder));
  const done = await performDemo({ stack, browser, album, log: printLine });
  const report = reportSchema.parse({
    ...done,
    screenshots: done.screenshots.map((picture) => `${folder}/${picture}`),
  });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);

  printLine(`\n${reportTable(report)}\n\nReport written to ${name}, pictures to ${join(dirname(name), folder)}.`);
  const missing = missingIn(report);
  for (const line of missing) printError(`Missing: ${line}`);
  return missing.length === 0 ? 0 : 1;
}
