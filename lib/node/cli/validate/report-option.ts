import { reportEnding, reportEndings } from '#core/report/report-writers';
import { fail, type Result, succeed } from '#core/util/result';

/** Reads the files of `--report`, whose endings name their formats. Fails with a sentence. */
export function readReports(files: readonly string[] = []): Result<readonly string[], string> {
  const strange = files.find((file) => reportEnding(file) === null);
  if (strange === undefined) return succeed(files);
  return fail(`Unknown ending of --report ${strange}. Endings: ${reportEndings.join(', ')}.`);
}
