import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { playwrightCounts } from '#tests/runner/counts';
import { projectTool, stepDepsHere } from '#tests/runner/deps-here';
import { runSteps, type Step } from '#tests/runner/step';
import { formatSummaryLines } from '#tests/runner/summary';

/**
 * Runs `npm run test:e2e:load -- --times 5 --busy 2`: all end-to-end tests several times in a row, beside processes that
 * keep as many processors busy. A test that waits for a time instead of a thing fails here first.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '5' }, busy: { type: 'string', default: '2' } },
});
const BUILD = 'Build for Chromium';
const REPORT = '.output/test-reports/e2e.json';
const runs = Array.from({ length: parseCount(values.times) }, (_, index): Step => {
  const command = projectTool('playwright', 'test');
  return { name: `Run ${index + 1}`, command, report: { file: REPORT, counts: playwrightCounts }, needs: [BUILD] };
});
const busy = Array.from({ length: parseCount(values.busy) }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const build: Step = { name: BUILD, command: ['npm', 'run', '--silent', 'build'] };
const results = runSteps([build, ...runs], stepDepsHere);
for (const process of busy) process.kill();
console.log(`\n== Summary\n${formatSummaryLines(results).join('\n')}`);
process.exitCode = results.some(({ counts }) => counts.failed > 0) ? 1 : 0;

/** Throws if the text is not a whole number. */
function parseCount(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Error(`"${text}" is not a number. Use a whole number such as 5.`);
  return Number(text);
}
