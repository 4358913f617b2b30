import { spawnSync } from 'node:child_process';
import { buildExtension, projectFolder } from '#demo/build-extension';
import { findRuntime, runTool } from '#demo/keycloak/tools';
import { printError, printLine } from '#demo/print-line';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { localMachine } from '#tests/drivers/browser/local-machine';

/** Exit code for tests that could not be run, which is not a failure. */
const NOT_RUN_EXIT_CODE = 3;

const runtime = findRuntime(runTool);
const chromium = findChromium(localMachine);
if (!runtime.ok || !chromium.ok) {
  printError(['Not run.', ...[runtime, chromium].flatMap((result) => (result.ok ? [] : [result.failure]))].join(' '));
  process.exitCode = NOT_RUN_EXIT_CODE;
} else {
  printLine(
    `Keycloak by ${runtime.value === 'docker' ? 'Docker' : 'Java and Maven'}, Chromium: ${chromium.value.path}`,
  );
  buildExtension();
  const args = ['--no-install', 'playwright', 'test', '-c', 'tests/keycloak/playwright.config.ts'];
  const { status } = spawnSync('npx', [...args, ...process.argv.slice(2)], { cwd: projectFolder, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
