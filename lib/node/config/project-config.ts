import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { baselineKey } from '#core/report/baseline';
import { type Result, succeed } from '#core/util/result';
import { readTextFile } from '../bounded-file';
import { processSchemaDeps } from '../schemas/process-schema-deps';
import type { SchemaDeps } from '../schemas/schema-sets';
import { loadTeamSchemas } from '../schemas/team-schemas';
import { findConfig } from './find-config';
import { importDefault } from './import-default';
import { type ConfigDeps, loadConfig, readBaselineAt } from './load-config';
import { type Config, noConfig } from './read-config';

/** The configuration of a project with Playwright tests. */
export interface ProjectConfig {
  readonly config: Config;
  /** Keys of the known findings. */
  readonly knownKeys: ReadonlySet<string>;
  /** The configuration's file, or `null` without one. */
  readonly file: string | null;
  /** Warnings about schemas that cannot be used. */
  readonly notes: readonly string[];
}

/** Paths of a Playwright project: the directory of its tests, and its configuration file. */
export interface ProjectLocation {
  readonly rootDir: string;
  readonly configFile?: string | undefined;
}

const processDeps: ConfigDeps & SchemaDeps = {
  readText: readTextFile,
  exists: existsSync,
  importDefault,
  ...processSchemaDeps,
};

/** Loads the configuration that is nearest to the tests, or else to Playwright's configuration file. */
export async function loadProjectConfig(
  { rootDir, configFile }: ProjectLocation,
  deps: ConfigDeps & SchemaDeps = processDeps,
): Promise<Result<ProjectConfig, string>> {
  for (const folder of [rootDir, ...(configFile === undefined ? [] : [dirname(configFile)])]) {
    const path = findConfig(folder, deps.exists);
    if (!path.ok) return path;
    if (path.value !== null) return loadProjectFile(path.value, deps);
  }
  return succeed({ config: noConfig, knownKeys: new Set(), file: null, notes: [] });
}

async function loadProjectFile(file: string, deps: ConfigDeps & SchemaDeps): Promise<Result<ProjectConfig, string>> {
  const config = await loadConfig(file, deps);
  if (!config.ok) return config;
  const { baseline } = config.value;
  const entries = baseline === null ? succeed([]) : await readBaselineAt(baseline, deps);
  if (!entries.ok) return entries;
  const schemas = await loadTeamSchemas(config.value.schemas, deps);
  if (!schemas.ok) return schemas;
  const customRules = [...config.value.customRules, ...schemas.value.ruleSets];
  const knownKeys = new Set(entries.value.map(baselineKey));
  return succeed({ config: { ...config.value, customRules }, knownKeys, file, notes: schemas.value.notes });
}
