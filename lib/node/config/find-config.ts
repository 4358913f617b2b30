import { dirname, join } from 'node:path';
import { fail, type Result, succeed } from '#core/util/result';

/** Names of a configuration that is found by its name. */
const CONFIG_NAMES = ['telemetry-v3.config.json', 'telemetry-v3.config.mjs', 'telemetry-v3.config.ts'] as const;

/**
 * Finds the configuration in a folder or in the nearest one above it, or `null`.
 * Fails with a sentence if a folder has two.
 */
export function findConfig(folder: string, exists: (file: string) => boolean): Result<string | null, string> {
  for (let here = folder; ; here = dirname(here)) {
    const found = CONFIG_NAMES.map((name) => join(here, name)).filter(exists);
    const [file, other] = found;
    if (file !== undefined && other !== undefined) {
      return fail(`Two configurations: ${file} and ${other}. Keep one, or name one with --config.`);
    }
    if (file !== undefined) return succeed(file);
    if (dirname(here) === here) return succeed(null);
  }
}
