import { reportExtension, reportExtensions } from '#core/report/report-writers';
import { fail, type Result, succeed } from '#core/util/result';

/** Validates the files of `--report`, whose extensions name their formats. Fails with a sentence. */
export function readReports(files: readonly string[] = []): Result<readonly string[], string> {
  const unknownFile = files.find((file) => reportExtension(file) === null);
  if (unknownFile === undefined) return succeed(files);
  return fail(`Unknown file extension: ${unknownFile}. Supported: ${reportExtensions.join(', ')}.`);
}
