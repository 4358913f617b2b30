import { findRuntime, runTool } from '#demo/keycloak/tools';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { findFirefox } from '#tests/drivers/browser/firefox';
import { canInstallPackages, installPackages } from '#tests/drivers/browser/install-packages';
import { thisMachine } from '#tests/drivers/browser/this-machine';
import { buildForChromium, chromiumOf, endToEndTests } from '#tests/runner/chromium-steps';
import { commandLineTools, missingPackages } from '#tests/runner/command-line-tools';
import { playwrightCounts, vitestCounts } from '#tests/runner/counts';
import { projectTool, REPORTS, runHere } from '#tests/runner/run-here';
import type { Step } from '#tests/runner/step';

const FIREFOX_BUILD = 'Build for Firefox';

installTools();
const chromium = findChromium(thisMachine);
const firefox = findFirefox();
const keycloak = findRuntime(runTool);
console.log(chromium.ok ? `Chromium: ${chromium.value.path} (${chromium.value.source})` : chromium.failure);
console.log(firefox.ok ? `Firefox: ${firefox.value}` : firefox.failure);

const chromiumNeeds: Pick<Step, 'env' | 'missing' | 'needs'> = {
  needs: [buildForChromium.name],
  ...chromiumOf(chromium),
};
const steps: readonly Step[] = [
  { name: 'Types, lint and unused code', command: ['npm', 'run', '--silent', 'check'] },
  vitestStep('Unit and component tests', 'vitest.config.ts', 'vitest'),
  vitestStep('Fuzz tests', 'tests/fuzz/vitest.config.ts', 'fuzz'),
  buildForChromium,
  { name: FIREFOX_BUILD, command: ['npm', 'run', '--silent', 'build:firefox'] },
  { name: 'Extension lint', command: ['npm', 'run', '--silent', 'lint:extension'], needs: [FIREFOX_BUILD] },
  vitestStep('Packages for the stores', 'tests/packages/vitest.config.ts', 'packages'),
  endToEndTests('End-to-end tests', chromium),
  {
    name: 'Playwright fixture',
    command: projectTool('playwright', 'test', '--config=tests/playwright/playwright.config.ts'),
    report: { file: `${REPORTS}/playwright.json`, counts: playwrightCounts },
    isOptionalInCi: true,
    ...chromiumOf(chromium),
  },
  {
    ...vitestStep('Tests in Firefox', 'tests/firefox/vitest.config.ts', 'firefox'),
    needs: [FIREFOX_BUILD],
    ...(firefox.ok ? { env: { FIREFOX_PATH: firefox.value } } : { missing: firefox.failure }),
  },
  {
    name: 'Demo',
    command: ['npm', 'run', '--silent', 'demo', '--', '--headless', '--built', '--report', `${REPORTS}/demo.json`],
    ...chromiumNeeds,
  },
  {
    name: 'Log-in with a real Keycloak',
    command: projectTool('playwright', 'test', '--config=tests/keycloak/playwright.config.ts'),
    report: { file: `${REPORTS}/keycloak.json`, counts: playwrightCounts },
    isOptionalInCi: true,
    ...chromiumNeeds,
    ...(keycloak.ok ? {} : { missing: keycloak.failure }),
  },
];

runHere(steps);

/**
 * Installs what single suites and tests need, where that is possible.
 * Without it they are not run, and say why.
 */
function installTools(): void {
  const packages = [...missingPackages(commandLineTools), ...(findFirefox().ok ? [] : ['firefox-esr'])];
  if (packages.length === 0 || !canInstallPackages(thisMachine)) return;
  console.log(`Installing ${packages.join(', ')}`);
  if (!installPackages(thisMachine, packages)) console.log('apt-get failed.');
}

function vitestStep(name: string, config: string, report: string): Step {
  const file = `${REPORTS}/${report}.json`;
  return {
    name,
    command: projectTool(
      'vitest',
      'run',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ),
    report: { file, counts: vitestCounts },
  };
}
