import { appendItems } from '#core/util/lists';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps } from '../cli-deps';

/**
 * Resolves paths, folders and glob patterns to files. Fails with a sentence.
 * Returns a file with several names, such as links, once, under the first of these names.
 */
export async function resolveFiles(
  paths: readonly string[],
  deps: Pick<CliDeps, 'exists' | 'findFiles' | 'findInFolder' | 'identifyFile'>,
): Promise<Result<readonly string[], string>> {
  const files: string[] = [];
  for (const path of paths) {
    const isPattern = path !== '-' && /[*?[\]{}]/.test(path) && !deps.exists(path);
    const inFolder = path === '-' || isPattern ? null : await deps.findInFolder(path);
    if (inFolder?.length === 0) return fail(`No .ndjson, .jsonl, .json or .har files in ${path}.`);
    const matches = inFolder ?? (isPattern ? await deps.findFiles(path) : [path]);
    if (matches.length === 0) return fail(`No file matches ${path}.`);
    appendItems(files, matches);
  }
  // `findFiles` and `findInFolder` already return each file once.
  if (paths.length === 1) return succeed(files);
  const names = new Map<string, string>();
  for (const file of files) {
    const id = (await deps.identifyFile(file)) ?? file;
    if (!names.has(id)) names.set(id, file);
  }
  return succeed([...names.values()]);
}
