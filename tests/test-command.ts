import { findRuntime, runTool } from '#demo/keycloak/tools';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { findFirefox } from '#tests/drivers/browser/firefox';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { BUILT_ENV, buildForChromium, buildForFirefox, buildForNpm } from '#tests/runner/builds';
import { chromiumFieldsOf, createEndToEndPartStep } from '#tests/runner/chromium-steps';
import { readPlaywrightCounts, readVitestCounts } from '#tests/runner/counts';
import { projectToolCommand, REPORTS_FOLDER, runLanesInProject } from '#tests/runner/run-here';
import type { Step } from '#tests/runner/step';

const tools: Step = { name: 'Browsers and tools', command: ['npm', 'run', '--silent', 'test:tools'] };

/**
 * Number of parts, each with its own browser. With more parts, both lanes end at about the same time.
 * Playwright does not split files, so a part with fewer tests than the largest file could be empty.
 */
const END_TO_END_PARTS = 8;

/**
 * Runs `npm test` in two lanes, which use two processors fully. One browser with its pages sometimes only waits.
 * A third lane would only slow down each test, and tests that measure time could fail.
 */
const preparation = [tools, buildForChromium, buildForFirefox, buildForNpm];
const parts = endToEndParts();
const others = otherSteps();
await runLanesInProject([chainSteps(others, parts), chainSteps(preparation, parts, others)]);

/** Yields the steps of the lists. Lanes can share a generator, which yields each of its steps to one lane only. */
function* chainSteps(...lists: readonly Iterable<Step>[]): Generator<Step, void> {
  for (const steps of lists) yield* steps;
}

function* endToEndParts(): Generator<Step, void> {
  const chromium = findInstalledChromium();
  for (let part = 1; part <= END_TO_END_PARTS; part += 1)
    yield createEndToEndPartStep(part, END_TO_END_PARTS, chromium);
}

/** Yields the other steps. The check of the sources is first, because it fails soonest. */
function* otherSteps(): Generator<Step, void> {
  yield { name: 'Types, lint and unused code', command: ['npm', 'run', '--silent', 'check'] };
  yield vitestStep('Unit and component tests', 'vitest.config.ts', 'vitest');
  yield {
    ...vitestStep('Packages for the stores', 'tests/packages/vitest.config.ts', 'packages'),
    needs: [tools, buildForChromium, buildForFirefox, buildForNpm],
    env: BUILT_ENV,
  };
  // By now, the browsers are installed, because the previous step needs `tools`.
  const chromiumFields = chromiumFieldsOf(findInstalledChromium());
  const firefox = findFirefox();
  const keycloak = findRuntime(runTool);
  yield {
    name: 'Playwright fixture',
    command: projectToolCommand('playwright', 'test', '--config=tests/playwright/playwright.config.ts'),
    report: { file: `${REPORTS_FOLDER}/playwright.json`, counts: readPlaywrightCounts },
    isOptionalInCi: true,
    ...chromiumFields,
  };
  yield vitestStep('Fuzz tests', 'tests/fuzz/vitest.config.ts', 'fuzz');
  yield {
    name: 'Log-in with a real Keycloak',
    command: projectToolCommand('playwright', 'test', '--config=tests/keycloak/playwright.config.ts'),
    report: { file: `${REPORTS_FOLDER}/keycloak.json`, counts: readPlaywrightCounts },
    isOptionalInCi: true,
    needs: [buildForChromium],
    ...chromiumFields,
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
    command: [
      'npm',
      'run',
      '--silent',
      'demo',
      '--',
      '--headless',
      '--built',
      '--report',
      `${REPORTS_FOLDER}/demo.json`,
    ],
    needs: [buildForChromium],
    ...chromiumFields,
  };
}

/** Finds an installed Chromium. Installs none, because the step `tools` has already tried to. */
function findInstalledChromium() {
  return findChromium({ ...localMachine, run: () => false });
}

function vitestStep(name: string, config: string, report: string): Step {
  const file = `${REPORTS_FOLDER}/${report}.json`;
  return {
    name,
    command: projectToolCommand(
      'vitest',
      'run',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ),
    report: { file, counts: readVitestCounts },
  };
}
