import { appendItems } from '#core/util/append-items';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps } from '../cli-deps';

/** Resolves paths, folders and glob patterns to files, without duplicates. Fails with a sentence. */
export async function resolveFiles(
  paths: readonly string[],
  deps: Pick<CliDeps, 'exists' | 'findFiles' | 'findInFolder'>,
): Promise<Result<readonly string[], string>> {
  const files: string[] = [];
  for (const path of paths) {
    const isPattern = path !== '-' && /[*?[\]{}]/.test(path) && !deps.exists(path);
    const inFolder = path === '-' || isPattern ? null : await deps.findInFolder(path);
    if (inFolder?.length === 0) return fail(`No .ndjson, .jsonl, .json or .har files in ${path}.`);
    const found = inFolder ?? (isPattern ? await deps.findFiles(path) : [path]);
    if (found.length === 0) return fail(`No file matches ${path}.`);
    appendItems(files, found);
  }
  return succeed([...new Set(files)]);
}
