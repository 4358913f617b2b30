import type { findChromium } from '#tests/drivers/browser/find-chromium';
import { BUILT, buildForChromium, buildForNpm } from './builds';
import { playwrightCounts } from './counts';
import { projectTool, REPORTS } from './run-here';
import type { Step } from './step';

/** Returns the part of a step that needs Chromium: its path, or why there is none. */
export function chromiumOf(chromium: ReturnType<typeof findChromium>): Pick<Step, 'env' | 'missing'> {
  return chromium.ok ? { env: { CHROMIUM_PATH: chromium.value.path } } : { missing: chromium.failure };
}

/** Returns the step of all end-to-end tests, for existing builds. */
export function endToEndTests(name: string, chromium: ReturnType<typeof findChromium>): Step {
  return endToEndStep(name, chromium, 'e2e', []);
}

/** Returns the step of one of `count` parts of the end-to-end tests. Two parts may run in parallel. */
export function endToEndPart(part: number, count: number, chromium: ReturnType<typeof findChromium>): Step {
  const options = ['--workers=1', `--shard=${part}/${count}`];
  return endToEndStep(`End-to-end tests, ${part} of ${count}`, chromium, `e2e-${part}`, options);
}

function endToEndStep(
  name: string,
  chromium: ReturnType<typeof findChromium>,
  report: string,
  options: readonly string[],
): Step {
  const inChromium = chromiumOf(chromium);
  return {
    name,
    command: projectTool('playwright', 'test', ...options),
    report: { file: `${REPORTS}/${report}.json`, counts: playwrightCounts },
    needs: [buildForChromium, buildForNpm],
    ...inChromium,
    env: { ...BUILT, ...inChromium.env, E2E_REPORT: report },
  };
}
