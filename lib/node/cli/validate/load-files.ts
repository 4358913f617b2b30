import type { BaselineEntry } from '#core/report/baseline';
import { fail, type Result, succeed } from '#core/util/result';
import { readBaselineAt } from '../../config/load-config';
import type { CliDeps } from '../cli-deps';
import { fileFailure } from '../read-failure';

/** The entries of the baseline; `null` without one. One that is to be written need not be there yet. */
export async function loadBaseline(
  baseline: string | null,
  updatesBaseline: boolean,
  deps: Pick<CliDeps, 'readText'>,
): Promise<Result<readonly BaselineEntry[] | null, string>> {
  if (baseline === null || updatesBaseline) return succeed(null);
  return readBaselineAt(baseline, deps);
}

export async function writeFileText(
  file: string,
  text: string,
  deps: Pick<CliDeps, 'writeText'>,
): Promise<Result<null, string>> {
  try {
    await deps.writeText(file, [text]);
    return succeed(null);
  } catch (error) {
    return fail(`Couldn't write ${file}: ${fileFailure(error)}.`);
  }
}
