import type { Json } from '#core/json/json';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { toOneLine } from '#core/quoting/json-text';
import { DEFAULT_TIMEOUT_MS, type Scenario, type Step } from './scenario';

/** Time to load a page and to act on it: the default timeout of a Playwright test. */
const PLAYWRIGHT_TIMEOUT_MS = 30_000;

/**
 * Converts a scenario into a test for Playwright and the package `telemetry-v3`.
 * All texts are escaped, so no text can become code.
 */
export function writePlaywrightTest(scenario: Scenario, pageUrl: string): string {
  const data: Json = JSON.parse(JSON.stringify(scenario));
  const timeout = scenario.steps.reduce((sum, step) => sum + timeoutOf(step), PLAYWRIGHT_TIMEOUT_MS);
  return `// ${toOneLine(scenario.name.replace(/\s+/g, ' '))}
// A scenario of Telemetry V3 DevTools. Run it with: PAGE_URL=http://localhost:3000/ npx playwright test
import { expect, test } from 'telemetry-v3/playwright';

test(${formatJavaScriptLiteral(scenario.name)}, async ({ page, telemetry }) => {
  test.setTimeout(${timeout});
  await page.goto(process.env.PAGE_URL ?? ${formatJavaScriptLiteral(pageUrl)});
  // Write here what a user does on the page, as clicks and inputs.
  await expect(telemetry).toPassScenario(scenario);
});

const scenario = ${formatJavaScriptLiteral(data)};
`;
}

/** Timeout of a step, in milliseconds. Other steps do not wait. */
function timeoutOf(step: Step): number {
  switch (step.type) {
    case 'wait':
      return step.ms;
    case 'wait-for':
    case 'expect-kind':
    case 'expect-count':
      return step.within ?? DEFAULT_TIMEOUT_MS;
    case 'fire':
      return DEFAULT_TIMEOUT_MS;
    default:
      return 0;
  }
}
