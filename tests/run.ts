import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import type { FoundChromium } from '../demo/browser/find-chromium';
import { findChromium } from '../demo/browser/find-chromium';
import { findFirefox } from '../demo/browser/firefox';
import { thisMachine } from '../demo/browser/this-machine';
import { projectFolder } from '../demo/build-extension';
import type { Result } from '../lib/result';
import { closingLines, playwrightCounts, sum, vitestCounts } from './runner/counts';
import type { Step, Surroundings } from './runner/step';
import { runSteps } from './runner/step';

const VITEST_REPORT = '.output/test-reports/vitest.json';
const FUZZ_REPORT = '.output/test-reports/fuzz.json';
const FIREFOX_REPORT = '.output/test-reports/firefox.json';
const PLAYWRIGHT_REPORT = '.output/test-reports/e2e.json';

const chromium = findChromium(thisMachine);
if (chromium.ok) console.log(`Chromium: ${chromium.value.path} (${chromium.value.source})`);

const firefox = findFirefox();
console.log(firefox.ok ? `Firefox: ${firefox.value}` : `Firefox is not tested: ${firefox.failure}`);

const counts = sum(runSteps(stepsWith(chromium), thisProject()));
console.log(`\n${closingLines(counts).join('\n')}`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function stepsWith(found: Result<FoundChromium, string>): readonly Step[] {
  return [
    { name: 'Types', command: ['npm', 'run', '--silent', 'typecheck'] },
    { name: 'Lint', command: ['npm', 'run', '--silent', 'lint'] },
    {
      name: 'Unit and component tests',
      command: tool('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`),
      report: { file: VITEST_REPORT, counts: vitestCounts },
    },
    {
      name: 'Fuzz tests',
      command: tool(
        'vitest',
        'run',
        '--config=tests/fuzz/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${FUZZ_REPORT}`,
      ),
      report: { file: FUZZ_REPORT, counts: vitestCounts },
    },
    { name: 'Build for Chromium', command: ['npm', 'run', '--silent', 'build'] },
    { name: 'Build for Firefox', command: ['npm', 'run', '--silent', 'build:firefox'] },
    {
      name: 'End-to-end tests',
      command: tool('playwright', 'test'),
      ...(found.ok ? { env: { CHROMIUM_PATH: found.value.path } } : { blocked: found.failure }),
      report: { file: PLAYWRIGHT_REPORT, counts: playwrightCounts },
      needs: ['Build for Chromium'],
    },
    ...firefoxSteps(),
  ];
}

/** Firefox is a second browser: where there is none, the reason is printed, and nothing has failed. */
function firefoxSteps(): readonly Step[] {
  if (!firefox.ok) return [];
  return [
    {
      name: 'Tests in Firefox',
      command: tool(
        'vitest',
        'run',
        '--config=tests/firefox/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${FIREFOX_REPORT}`,
      ),
      env: { FIREFOX_PATH: firefox.value },
      report: { file: FIREFOX_REPORT, counts: vitestCounts },
      needs: ['Build for Firefox'],
    },
  ];
}

/** A tool of this project, and never one of the same name from elsewhere. */
function tool(name: string, ...args: readonly string[]): readonly [string, ...string[]] {
  return ['npx', '--no-install', name, ...args];
}

function thisProject(): Surroundings {
  const options = { cwd: projectFolder, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  return {
    run: ([command, ...args], env) =>
      spawnSync(command, args, { ...options, env: { ...process.env, ...env } }).status ?? 1,
    forget: (file) => rmSync(`${projectFolder}/${file}`, { force: true }),
    read: (file) => readJson(`${projectFolder}/${file}`),
    say: (line) => console.log(line),
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
