import { reportEnding, reportEndings } from '#core/report/report-writers';
import { fail, type Result, succeed } from '#core/util/result';

/** Validates the files of `--report`, whose extensions name their formats. Fails with a sentence. */
export function readReports(files: readonly string[] = []): Result<readonly string[], string> {
  const unknownFile = files.find((file) => reportEnding(file) === null);
  if (unknownFile === undefined) return succeed(files);
  return fail(`Unknown ending of --report ${unknownFile}. Endings: ${reportEndings.join(', ')}.`);
}
