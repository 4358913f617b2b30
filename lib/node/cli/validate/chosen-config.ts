import { type Result, succeed } from '#core/util/result';
import { loadConfig } from '../../config/load-config';
import { type Config, noConfig } from '../../config/read-config';
import type { CliDeps } from '../cli-deps';
import type { SharedOptions } from './shared-options';

interface ChosenConfig {
  readonly config: Config;
  readonly file: string | null;
}

/** Loads the configuration that the options name, or the one that is found by its name. Fails with a sentence. */
export async function loadChosenConfig(
  option: SharedOptions['config'],
  deps: CliDeps,
): Promise<Result<ChosenConfig, string>> {
  if (option.type === 'none') return succeed({ config: noConfig, file: null });
  const found = option.type === 'file' ? succeed(option.file) : deps.findConfig();
  if (!found.ok) return found;
  if (found.value === null) return succeed({ config: noConfig, file: null });
  const config = await loadConfig(found.value, deps);
  return config.ok ? succeed({ config: config.value, file: found.value }) : config;
}
