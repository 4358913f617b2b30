import type { findChromium } from '#tests/drivers/browser/find-chromium';
import { BUILT_ENV, buildForChromium, buildForNpm } from './builds';
import { readPlaywrightCounts } from './counts';
import { projectToolCommand, REPORTS_FOLDER } from './run-here';
import type { Step } from './step';

/** Returns the fields of a step that needs Chromium: the path in its environment, or why the step cannot run. */
export function chromiumFieldsOf(chromium: ReturnType<typeof findChromium>): Pick<Step, 'env' | 'missing'> {
  return chromium.ok ? { env: { CHROMIUM_PATH: chromium.value.path } } : { missing: chromium.failure };
}

/** Creates the step of all end-to-end tests, for existing builds. */
export function createEndToEndStep(name: string, chromium: ReturnType<typeof findChromium>): Step {
  return createStep(name, chromium, 'e2e', []);
}

/** Creates the step of one of `count` parts of the end-to-end tests. Two parts may run in parallel. */
export function createEndToEndPartStep(part: number, count: number, chromium: ReturnType<typeof findChromium>): Step {
  const options = ['--workers=1', `--shard=${part}/${count}`];
  return createStep(`End-to-end tests, ${part} of ${count}`, chromium, `e2e-${part}`, options);
}

function createStep(
  name: string,
  chromium: ReturnType<typeof findChromium>,
  report: string,
  options: readonly string[],
): Step {
  const chromiumFields = chromiumFieldsOf(chromium);
  return {
    name,
    command: projectToolCommand('playwright', 'test', ...options),
    report: { file: `${REPORTS_FOLDER}/${report}.json`, counts: readPlaywrightCounts },
    needs: [buildForChromium, buildForNpm],
    ...chromiumFields,
    env: { ...BUILT_ENV, ...chromiumFields.env, E2E_REPORT: report },
  };
}
