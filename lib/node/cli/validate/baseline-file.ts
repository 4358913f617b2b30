import {
  type BaselineEntry,
  baselineEntryText,
  baselineKey,
  MAX_BASELINE_ENTRIES,
  writeBaseline,
} from '#core/report/baseline';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { readBaselineAt } from '../../config/load-config';
import type { CliDeps, ExitCode } from '../cli-deps';
import { printFailure, printMessage } from '../output';
import { writeFileTexts } from './write-reports';

/** The baseline of a run. */
export interface RunBaseline {
  readonly file: string | null;
  readonly updates: boolean;
  /** Keys of the known findings, or `null` without a baseline and while the baseline is updated. */
  readonly keys: ReadonlySet<string> | null;
  /** The entries that this run can find. */
  readonly own: readonly BaselineEntry[];
  /** Entries of other commands, which an update preserves. */
  readonly others: readonly BaselineEntry[];
}

/**
 * Loads the baseline of a run. Fails with a sentence.
 * With `updates`, the file may be missing.
 *
 * @param isOwn returns whether the run can find an entry.
 */
export async function loadBaseline(
  { file, updates }: Pick<RunBaseline, 'file' | 'updates'>,
  isOwn: (entry: BaselineEntry) => boolean,
  deps: Pick<CliDeps, 'readText' | 'exists'>,
): Promise<Result<RunBaseline, string>> {
  if (updates && file === null)
    return fail('--update-baseline needs --baseline FILE, or a baseline in the configuration.');
  if (file === null || (updates && !deps.exists(file)))
    return succeed({ file, updates, keys: null, own: [], others: [] });
  const baseline = await readBaselineAt(file, deps);
  // An update must not overwrite another file, or a baseline with a typo that has entries of other commands.
  if (!baseline.ok && !(updates && (await isEmptyFile(file, deps)))) return baseline;
  const entries = baseline.ok ? baseline.value : [];
  const own = entries.filter(isOwn);
  const others = entries.filter((entry) => !isOwn(entry));
  return succeed({ file, updates, keys: updates ? null : new Set(own.map(baselineKey)), own, others });
}

async function isEmptyFile(file: string, { readText }: Pick<CliDeps, 'readText'>): Promise<boolean> {
  return (await readText(file).catch(() => null))?.trim() === '';
}

/** The results of a run that update its baseline, or are compared with it. */
interface RunResults {
  /** Keys of the entries that were found. */
  readonly foundKeys: ReadonlySet<string>;
  readonly newBaseline: ReadonlyMap<string, BaselineEntry>;
  readonly filesFailed: number;
  /** Whether the run omitted events, or findings that a baseline can have. */
  readonly isFiltered: boolean;
}

/**
 * Updates the baseline, or lists its entries that the run did not find.
 * Returns the exit code of the update, or `code` without one.
 */
export async function finishBaseline(
  baseline: RunBaseline,
  { foundKeys, newBaseline, filesFailed, isFiltered }: RunResults,
  code: ExitCode,
  deps: Pick<CliDeps, 'writeText' | 'stderr'>,
): Promise<ExitCode> {
  const isComplete = filesFailed === 0 && !isFiltered;
  if (baseline.updates) {
    const message = await updateBaseline(baseline, newBaseline, isComplete, deps);
    return message.ok
      ? printMessage(deps, message.value, filesFailed > 0 ? 1 : 0)
      : printFailure(deps, message.failure);
  }
  const missing = isComplete ? missingEntriesText(baseline, foundKeys) : null;
  return missing === null ? code : printMessage(deps, missing, code);
}

/**
 * Replaces the run's findings in the baseline file. Succeeds or fails with a sentence for the user.
 *
 * @param isComplete whether the run checked all events for all findings. Otherwise, entries that it did not find stay.
 */
async function updateBaseline(
  { file, own, others }: RunBaseline,
  newBaseline: ReadonlyMap<string, BaselineEntry>,
  isComplete: boolean,
  deps: Pick<CliDeps, 'writeText'>,
): Promise<Result<string, string>> {
  if (file === null) return fail('There is no baseline.');
  const preserved = isComplete ? others : [...others, ...own.filter((entry) => !newBaseline.has(baselineKey(entry)))];
  if (newBaseline.size + preserved.length > MAX_BASELINE_ENTRIES) {
    const limit = formatNumber(MAX_BASELINE_ENTRIES);
    return fail(`A baseline can't have more than ${limit} findings. Use --filter or --severity.`);
  }
  const result = await writeFileTexts(file, [writeBaseline([...preserved, ...newBaseline.values()])], deps);
  return result.ok ? succeed(`Wrote ${pluralize(newBaseline.size, 'finding')} to ${file}.`) : result;
}

/** Maximum number of missing entries that are printed. The others are only counted. */
const MAX_LISTED_ENTRIES = 20;

/** Lists the entries that the run did not find. Returns `null` if it found all. */
function missingEntriesText({ own, updates }: RunBaseline, foundKeys: ReadonlySet<string>): string | null {
  const missing = updates ? [] : own.filter((entry) => !foundKeys.has(baselineKey(entry)));
  if (missing.length === 0) return null;
  const lines = missing.slice(0, MAX_LISTED_ENTRIES).map((entry) => `  ${baselineEntryText(entry)}`);
  const more = missing.length > MAX_LISTED_ENTRIES ? [`  … and ${missing.length - MAX_LISTED_ENTRIES} more`] : [];
  return [
    `In the baseline, but no longer found: ${missing.length}. Remove with --update-baseline.`,
    ...lines,
    ...more,
  ].join('\n');
}
