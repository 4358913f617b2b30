import { readJsonFile } from '#core/json/json-values';
import { type BaselineEntry, parseBaseline } from '#core/report/baseline';
import { englishText } from '#core/report/english-text';
import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { fail, type Result } from '#core/util/result';
import { thrownText } from '#core/util/thrown-text';
import { fileFailure } from '../cli/read-failure';
import { type Config, readConfig } from './read-config';

/** Functions of the process for loading a configuration. */
export interface ConfigDeps {
  readonly readText: (file: string) => Promise<string>;
  readonly exists: (file: string) => boolean;
  /** Imports the default export of a module. Rejects if the module cannot be loaded. */
  readonly importDefault: (file: string) => Promise<unknown>;
}

/**
 * Loads a configuration from a JSON file, or from the default export of a module.
 * Fails with a sentence.
 */
export async function loadConfig(file: string, deps: ConfigDeps): Promise<Result<Config, string>> {
  if (/\.json$/i.test(file)) {
    const json = await readJsonAt(file, deps);
    return json.ok ? readConfig(json.value, file) : json;
  }
  if (!/\.(?:[cm]?js|m?ts)$/i.test(file))
    return fail(`A configuration must be a .json, .mjs or .ts file; got ${file}.`);
  if (!deps.exists(file)) return fail(`Couldn't read ${file}: no such file.`);
  try {
    return readConfig(await deps.importDefault(file), file);
  } catch (error) {
    // Errors of the user's module are reported without a stack trace.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      return fail(
        `Couldn't load ${file}: this Node.js doesn't strip types. Use Node.js 22.18 or later, node --import tsx, or .mjs.`,
      );
    }
    const [reason] = thrownText(error).split('\n');
    return fail(`Couldn't load ${file}: ${reason}`);
  }
}

/** Reads the entries of a baseline file. Fails with a sentence. */
export async function readBaselineAt(
  file: string,
  deps: Pick<ConfigDeps, 'readText'>,
): Promise<Result<readonly BaselineEntry[], string>> {
  const json = await readJsonAt(file, deps);
  if (!json.ok) return json;
  const baseline = parseBaseline(json.value);
  return baseline.ok
    ? baseline
    : fail(`${file} is not a baseline. Name another file to write one with --update-baseline.`);
}

/** Reads a JSON file, also with the byte order mark of Windows editors. Fails with a sentence. */
async function readJsonAt(file: string, deps: Pick<ConfigDeps, 'readText'>) {
  try {
    const json = readJsonFile(withoutByteOrderMark(await deps.readText(file)));
    if (json.ok) return json;
    const { line, column, message } = json.failure;
    return fail(`${file}: line ${line}, column ${column}: ${englishText(message)}`);
  } catch (error) {
    return fail(`Couldn't read ${file}: ${fileFailure(error)}.`);
  }
}
