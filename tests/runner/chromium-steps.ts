import type { findChromium } from '#tests/drivers/browser/find-chromium';
import { BUILT, buildForChromium, buildForNpm } from './builds';
import { playwrightCounts } from './counts';
import { projectTool, REPORTS } from './run-here';
import type { Step } from './step';

/** What a step has that opens a Chromium: its path, or why there is none. */
export function chromiumOf(chromium: ReturnType<typeof findChromium>): Pick<Step, 'env' | 'missing'> {
  return chromium.ok ? { env: { CHROMIUM_PATH: chromium.value.path } } : { missing: chromium.failure };
}

/** All end-to-end tests, with the builds that were made before. */
export function endToEndTests(name: string, chromium: ReturnType<typeof findChromium>): Step {
  const inChromium = chromiumOf(chromium);
  return {
    name,
    command: projectTool('playwright', 'test'),
    report: { file: `${REPORTS}/e2e.json`, counts: playwrightCounts },
    needs: [buildForChromium, buildForNpm],
    ...inChromium,
    env: { ...BUILT, ...inChromium.env },
  };
}
