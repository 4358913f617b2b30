import { dirname, join } from 'node:path';
import { fail, type Result, succeed } from '#core/util/result';

/** File names of configurations that are found automatically. */
const CONFIG_NAMES = ['telemetry-v3.config.json', 'telemetry-v3.config.mjs', 'telemetry-v3.config.ts'] as const;

/**
 * Finds the configuration in a folder or in its nearest parent that has one, or `null`.
 * Fails with a sentence if a folder contains two.
 */
export function findConfig(folder: string, exists: (file: string) => boolean): Result<string | null, string> {
  for (let current = folder; ; current = dirname(current)) {
    const files = CONFIG_NAMES.map((name) => join(current, name)).filter(exists);
    const [file, other] = files;
    if (file !== undefined && other !== undefined) {
      return fail(`Two configurations: ${file} and ${other}. Remove one, or select one with --config.`);
    }
    if (file !== undefined) return succeed(file);
    if (dirname(current) === current) return succeed(null);
  }
}
