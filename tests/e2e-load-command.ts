import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { buildForChromium, buildForNpm } from '#tests/runner/builds';
import { createEndToEndStep } from '#tests/runner/chromium-steps';
import { runLanesInProject } from '#tests/runner/run-here';

/**
 * Runs `npm run test:e2e:load -- --times 5 --busy 2`: all end-to-end tests several times in a row, beside processes
 * that keep as many processors busy. A test that waits for a fixed time instead of a condition fails here first.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '5' }, busy: { type: 'string', default: '2' } },
});
const chromium = findChromium(localMachine);
const runs = Array.from({ length: parseCount(values.times) }, (_, index) =>
  createEndToEndStep(`Run ${index + 1}`, chromium),
);
const busyProcesses = Array.from({ length: parseCount(values.busy) }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
try {
  await runLanesInProject([[buildForChromium, buildForNpm, ...runs]]);
} finally {
  for (const busyProcess of busyProcesses) busyProcess.kill();
}

/** Throws if the text is not a whole number. */
function parseCount(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Error(`"${text}" is not a number. Use a whole number such as 5.`);
  return Number(text);
}
