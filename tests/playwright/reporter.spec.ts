import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';

/** Two projects of five tests, of which one opens no page, and one passes at its second attempt. */
const SUMMARY = `Telemetry of 8 tests: 10 events, 2 invalid, 2 lost
  Errors: 2
    definition/not-in-list  2
  Lost: 2
    tests/playwright/reported/reported-tests.ts:19  #1 INTERACT next · click · home: the page unloaded before the SDK sent it
    tests/playwright/reported/reported-tests.ts:19  #1 INTERACT next · click · home: the page unloaded before the SDK sent it
  Without events: 2 tests
  Retries: 2 earlier attempts not counted
  Reports: `;
const CLI = 'node_modules/@playwright/test/cli.js';
const CONFIG = 'tests/playwright/reported/reported.config.ts';

/** Runs Playwright in a separate process, without the environment variables of this test run. */
function playwright(
  args: readonly string[],
  own: NodeJS.ProcessEnv,
): { readonly status: number | null; readonly out: string } {
  const foreign = /^(TEST_|PLAYWRIGHT_|PW_|GITHUB_|FORCE_COLOR|DEBUG_COLORS)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    env: { ...env, ...own },
  });
  return { status, out: stripVTControlCharacters(stdout + stderr) };
}

function expectReport(file: string): void {
  const { totals, items } = JSON.parse(readFileSync(file, 'utf8'));
  expect(totals).toMatchObject({ items: 10, verdicts: { valid: 8, invalid: 2 }, severities: { error: 2 } });
  const location = { file: 'tests/playwright/reported/reported-tests.ts', line: 19, eid: 'INTERACT' };
  expect(items).toMatchObject([location, location]);
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring before the test’s info.
test.beforeEach(({}, { project }) => {
  test.skip(project.name !== 'Chromium', 'the reporter runs without a browser');
});

// biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring before the test’s info.
test('the reporter merges the telemetry of two workers and two projects', ({}, info) => {
  const folder = info.outputPath('run');
  const { status, out } = playwright(['test', '--config', CONFIG], { REPORTED_FOLDER: folder });
  expect(out).toContain(SUMMARY);
  expect(status).toBe(0);
  expectReport(`${folder}/telemetry.json`);
  expect(readFileSync(`${folder}/telemetry.html`, 'utf8')).toContain('<!doctype html>');
});

// biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring before the test’s info.
test('the reports of shards can be merged', ({}, info) => {
  const [blobs, folder] = [info.outputPath('blobs'), info.outputPath('merged')];
  for (const shard of ['1', '2']) {
    const { status, out } = playwright(['test', '--config', CONFIG, `--shard=${shard}/2`, '--reporter=blob'], {
      PLAYWRIGHT_BLOB_OUTPUT_FILE: `${blobs}/${shard}.zip`,
    });
    expect(out).not.toContain('Telemetry of');
    expect(status).toBe(0);
  }
  const { out } = playwright(['merge-reports', '--config', CONFIG, blobs], { REPORTED_FOLDER: folder });
  expect(out).toContain(SUMMARY);
  expectReport(`${folder}/telemetry.json`);
});
