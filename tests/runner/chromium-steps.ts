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
  return endToEndStep(name, chromium, 'e2e', []);
}

/** One of `count` parts of the end-to-end tests, which may run beside another one: it uses most of two processors. */
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
