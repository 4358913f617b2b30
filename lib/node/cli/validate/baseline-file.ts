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
import type { CliDeps } from '../cli-deps';
import { writeFileTexts } from './write-reports';

/** The baseline of a run. */
export interface RunBaseline {
  readonly file: string | null;
  readonly updates: boolean;
  /** The keys of the known findings; `null` if none is to be known. */
  readonly keys: ReadonlySet<string> | null;
  /** The entries that this run can find. */
  readonly own: readonly BaselineEntry[];
  /** The entries of other commands, which stay in the file. */
  readonly others: readonly BaselineEntry[];
}

/**
 * Loads the baseline of a run. Fails with a sentence.
 * One that is to be written need not be there yet.
 *
 * @param isOwn whether the run can find an entry.
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
  const read = await readBaselineAt(file, deps);
  // What is no baseline is overwritten.
  if (!read.ok && !updates) return read;
  const entries = read.ok ? read.value : [];
  const own = entries.filter(isOwn);
  const others = entries.filter((entry) => !isOwn(entry));
  return succeed({ file, updates, keys: updates ? null : new Set(own.map(baselineKey)), own, others });
}

/** Writes the baseline with other findings of the run. Returns a sentence that says so; fails with one. */
export async function updateBaseline(
  { file, others }: RunBaseline,
  found: ReadonlyMap<string, BaselineEntry>,
  deps: Pick<CliDeps, 'writeText'>,
): Promise<Result<string, string>> {
  if (file === null) return fail('There is no baseline.');
  if (found.size + others.length > MAX_BASELINE_ENTRIES) {
    const most = formatNumber(MAX_BASELINE_ENTRIES);
    return fail(`More than ${most} different findings, the maximum of a baseline. Use --filter or --severity.`);
  }
  const written = await writeFileTexts(file, [writeBaseline([...others, ...found.values()])], deps);
  return written.ok ? succeed(`Wrote ${pluralize(found.size, 'finding')} to ${file}.`) : written;
}

/** Entries that are listed one by one. */
const MAX_LISTED = 20;

/** Lists the entries that the run did not find; `null` if it found all. */
export function missingEntriesText({ own, updates }: RunBaseline, known: ReadonlySet<string>): string | null {
  const gone = updates ? [] : own.filter((entry) => !known.has(baselineKey(entry)));
  if (gone.length === 0) return null;
  const listed = gone.slice(0, MAX_LISTED).map((entry) => `  ${baselineEntryText(entry)}`);
  const more = gone.length > MAX_LISTED ? [`  … and ${gone.length - MAX_LISTED} more`] : [];
  return [
    `In the baseline, but no longer found: ${gone.length}. Remove with --update-baseline.`,
    ...listed,
    ...more,
  ].join('\n');
}
