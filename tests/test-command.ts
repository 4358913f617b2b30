import { findRuntime, runTool } from '#demo/keycloak/tools';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { findFirefox } from '#tests/drivers/browser/firefox';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { BUILT, buildForChromium, buildForFirefox, buildForNpm } from '#tests/runner/builds';
import { chromiumOf, endToEndPart } from '#tests/runner/chromium-steps';
import { playwrightCounts, vitestCounts } from '#tests/runner/counts';
import { projectTool, REPORTS, runHere } from '#tests/runner/run-here';
import type { Step } from '#tests/runner/step';

const tools: Step = { name: 'Browsers and tools', command: ['npm', 'run', '--silent', 'test:tools'] };

/**
 * So many that both lanes end at about the same time; each starts a browser of its own.
 * Each part has more tests than the largest file, which Playwright does not split: a part within it would be empty.
 */
const END_TO_END_PARTS = 8;

/**
 * Runs `npm test`. A browser with its pages uses most of two processors and leaves some of them over while it waits: two
 * lanes use all of them. A third would bring nothing, but each test would take longer, which is when tests of time fail.
 */
const preparation = [tools, buildForChromium, buildForFirefox, buildForNpm];
const parts = endToEndParts();
const others = otherSteps();
await runHere([chain(others, parts), chain(preparation, parts, others)]);

/** The steps of each list that no other lane has started by then. */
function* chain(...lists: readonly Iterable<Step>[]): Generator<Step, void> {
  for (const steps of lists) yield* steps;
}

function* endToEndParts(): Generator<Step, void> {
  const chromium = installedChromium();
  for (let part = 1; part <= END_TO_END_PARTS; part += 1) yield endToEndPart(part, END_TO_END_PARTS, chromium);
}

/** The check of the sources fails soonest. */
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
  return findChromium({ ...localMachine, run: () => false });
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
