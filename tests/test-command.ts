import { findRuntime, runTool } from '#demo/keycloak/tools';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { findFirefox } from '#tests/drivers/browser/firefox';
import { thisMachine } from '#tests/drivers/browser/this-machine';
import { BUILT, buildForChromium, buildForFirefox, buildForNpm } from '#tests/runner/builds';
import { chromiumOf, endToEndTests } from '#tests/runner/chromium-steps';
import { playwrightCounts, vitestCounts } from '#tests/runner/counts';
import { projectTool, REPORTS, runHere } from '#tests/runner/run-here';
import type { Step } from '#tests/runner/step';

const tools: Step = { name: 'Browsers and tools', command: ['npm', 'run', '--silent', 'test:tools'] };

/**
 * Runs `npm test`. The end-to-end tests take longest and leave time of the processors over, while the browser waits for
 * the network and for its own parts: all other steps run beside them.
 */
const others = otherSteps();
await runHere([others, endToEnd(others)]);

/** Ends with the steps that the other lane has not begun by then: no processor is idle while the last ones run. */
function* endToEnd(remaining: Iterable<Step>): Generator<Step, void> {
  yield tools;
  yield buildForChromium;
  yield buildForFirefox;
  yield buildForNpm;
  yield endToEndTests('End-to-end tests', installedChromium());
  yield* remaining;
}

/** The longest come first, as both lanes then end at about the same time; the check of the sources fails soonest. */
function* otherSteps(): Generator<Step, void> {
  yield { name: 'Types, lint and unused code', command: ['npm', 'run', '--silent', 'check'] };
  yield vitestStep('Unit and component tests', 'vitest.config.ts', 'vitest');
  yield {
    ...vitestStep('Packages for the stores', 'tests/packages/vitest.config.ts', 'packages'),
    needs: [tools, buildForChromium, buildForFirefox, buildForNpm],
    env: BUILT,
  };
  // The step before has waited for the browsers.
  const inChromium = chromiumOf(installedChromium());
  const firefox = findFirefox();
  const keycloak = findRuntime(runTool);
  yield {
    name: 'Playwright fixture',
    command: projectTool('playwright', 'test', '--config=tests/playwright/playwright.config.ts'),
    report: { file: `${REPORTS}/playwright.json`, counts: playwrightCounts },
    isOptionalInCi: true,
    ...inChromium,
  };
  yield vitestStep('Fuzz tests', 'tests/fuzz/vitest.config.ts', 'fuzz');
  yield {
    name: 'Log-in with a real Keycloak',
    command: projectTool('playwright', 'test', '--config=tests/keycloak/playwright.config.ts'),
    report: { file: `${REPORTS}/keycloak.json`, counts: playwrightCounts },
    isOptionalInCi: true,
    needs: [buildForChromium],
    ...inChromium,
    ...(keycloak.ok ? {} : { missing: keycloak.failure }),
  };
  yield { name: 'Extension lint', command: ['npm', 'run', '--silent', 'lint:extension'], needs: [buildForFirefox] };
  yield {
    ...vitestStep('Tests in Firefox', 'tests/firefox/vitest.config.ts', 'firefox'),
    needs: [buildForFirefox],
    ...(firefox.ok ? { env: { FIREFOX_PATH: firefox.value } } : { missing: firefox.failure }),
  };
  yield {
    name: 'Demo',
    command: ['npm', 'run', '--silent', 'demo', '--', '--headless', '--built', '--report', `${REPORTS}/demo.json`],
    needs: [buildForChromium],
    ...inChromium,
  };
}

/** What could not be installed is not tried once more. */
function installedChromium() {
  return findChromium({ ...thisMachine, run: () => false });
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
