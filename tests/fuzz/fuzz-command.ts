import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { projectFolder } from '#demo/build-extension';
import { parseFuzzRuns } from './fuzz-runs';

/**
 * Runs fuzz targets: `npm run fuzz -- --runs 1000000 telemetry`.
 * The options are the number of cases per target, and the names of the targets.
 */
const { values, positionals } = parseArgs({ options: { runs: { type: 'string' } }, allowPositionals: true });
const runs = parseFuzzRuns(values.runs ?? process.env.FUZZ_RUNS);
const vitest = ['--no-install', 'vitest', 'run', '--config=tests/fuzz/vitest.config.ts', ...positionals];
console.log(`${runs.toLocaleString('en')} cases per target`);
const { status } = spawnSync('npx', vitest, {
  cwd: projectFolder,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, FUZZ_RUNS: String(runs) },
});
process.exitCode = status ?? 1;
