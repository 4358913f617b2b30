import { readJsonFile } from '#core/json/json-values';
import { type BaselineEntry, readBaseline } from '#core/report/baseline';
import { englishText } from '#core/report/english-text';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps } from '../cli-deps';
import { fileFailure } from '../read-failure';
import { noPolicy } from './finding-policy';
import { type Config, readConfig } from './read-config';
import type { ValidateOptions } from './validate-options';

export const noConfig: Config = { rules: null, policy: noPolicy };

/** Loads a configuration: data of a JSON file, or the default export of a module. */
export async function loadConfig(file: string, deps: CliDeps): Promise<Result<Config, string>> {
  if (/\.json$/i.test(file)) {
    const json = await readJsonAt(file, deps);
    return json.ok ? readConfig(json.value, file) : json;
  }
  if (!/\.(?:[cm]?js|m?ts)$/i.test(file)) return fail(`--config must be a .json, .mjs or .ts file; got ${file}.`);
  if (!deps.exists(file)) return fail(`Couldn't read ${file}: no such file.`);
  try {
    return readConfig(await deps.importDefault(file), file);
  } catch (error) {
    // The module is the user's: whatever it throws is reported, without our stack.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      return fail(`Couldn't load ${file}: this Node.js doesn't strip types. Use Node.js 22.18 or later, or .mjs.`);
    }
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return fail(`Couldn't load ${file}: ${reason}`);
  }
}

/** The entries of the baseline; `null` without one. One that is to be written need not be there yet. */
export async function loadBaseline(
  { baseline, updatesBaseline }: Pick<ValidateOptions, 'baseline' | 'updatesBaseline'>,
  deps: CliDeps,
): Promise<Result<readonly BaselineEntry[] | null, string>> {
  if (baseline === null || updatesBaseline) return succeed(null);
  const json = await readJsonAt(baseline, deps);
  if (!json.ok) return json;
  const read = readBaseline(json.value);
  return read.ok ? read : fail(`${baseline} is no baseline. Write one with --update-baseline.`);
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

async function readJsonAt(file: string, deps: CliDeps) {
  try {
    const read = readJsonFile(await deps.readText(file));
    if (read.ok) return read;
    const { line, column, message } = read.failure;
    return fail(`${file}: line ${line}, column ${column}: ${englishText(message)}`);
  } catch (error) {
    return fail(`Couldn't read ${file}: ${fileFailure(error)}.`);
  }
}
