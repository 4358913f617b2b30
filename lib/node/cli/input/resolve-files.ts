import { appendItems } from '#core/util/append-items';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps } from '../cli-deps';

/** Returns the files that paths, folders and patterns name, each once. Fails with a sentence. */
export async function resolveFiles(
  named: readonly string[],
  deps: Pick<CliDeps, 'exists' | 'findFiles' | 'findInFolder'>,
): Promise<Result<readonly string[], string>> {
  const files: string[] = [];
  for (const name of named) {
    const isPattern = name !== '-' && /[*?[\]{}]/.test(name) && !deps.exists(name);
    const inFolder = name === '-' || isPattern ? null : await deps.findInFolder(name);
    if (inFolder?.length === 0) return fail(`There is no file of events in ${name}.`);
    const found = inFolder ?? (isPattern ? await deps.findFiles(name) : [name]);
    if (found.length === 0) return fail(`No file matches ${name}.`);
    appendItems(files, found);
  }
  return succeed([...new Set(files)]);
}
