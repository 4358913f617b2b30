import { spawnSync } from 'node:child_process';
import { buildExtension, projectFolder } from '#demo/build-extension';
import { findRuntime, runTool } from '#demo/keycloak/tools';
import { printError, printLine } from '#demo/print-line';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { localMachine } from '#tests/drivers/browser/local-machine';

/** Exit code if nothing could be tested. It is not a failure. */
const CANNOT_RUN = 3;

const runtime = findRuntime(runTool);
const chromium = findChromium(localMachine);
if (!runtime.ok || !chromium.ok) {
  printError(`Not run. ${!runtime.ok ? runtime.failure : ''}${!chromium.ok ? chromium.failure : ''}`);
  process.exitCode = CANNOT_RUN;
} else {
  printLine(
    `Keycloak by ${runtime.value === 'docker' ? 'Docker' : 'Java and Maven'}, Chromium: ${chromium.value.path}`,
  );
  buildExtension();
  const args = ['--no-install', 'playwright', 'test', '-c', 'tests/keycloak/playwright.config.ts'];
  const { status } = spawnSync('npx', [...args, ...process.argv.slice(2)], { cwd: projectFolder, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
