import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { benchLines } from '#tests/bench/cli/bench-events';
import { itUnless } from '#tests/drivers/it-unless';

/** Versions of Node.js, which the npm package `node` provides as binaries. */
const VERSIONS = ['20.19', '22', '24'];
const CLI = '.output/package/dist/cli.mjs';
const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-nodes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const script = join(folder, 'use.mjs');
/** More than 20 MB, so that worker threads start. */
const lines = benchLines(21_500_000);

const run = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e9 });
/** Downloads a version. Returns the path of its binary, or an empty string if the download fails. */
const downloadBinary = (version: string) =>
  run('npx', '--yes', '--package', `node@${version}`, 'node', '--print', 'process.execPath').stdout.trim();
const binaries = VERSIONS.map((version) => ({ version, node: downloadBinary(version) }));

beforeAll(() => {
  writeFileSync(join(folder, 'events.ndjson'), lines);
  writeFileSync(
    script,
    `import { sampleCall, validate } from ${JSON.stringify(join(process.cwd(), '.output/package/dist/index.mjs'))};
console.log(validate(sampleCall('assess')).verdict);`,
  );
});

describe.each(binaries)('version $version', ({ version, node }) => {
  const reason = node === '' ? `Node.js ${version} is not downloadable.` : null;
  itUnless(reason, `Node.js ${version} runs the library and the command line, also with worker threads`, () => {
    expect(run(node, '--version').stdout).toMatch(new RegExp(`^v${version}\\.`));
    expect(run(node, script).stdout).toBe('valid\n');
    const outputs = ['1', '2'].map((jobs) => run(node, CLI, 'validate', join(folder, 'events.ndjson'), '--jobs', jobs));
    for (const { status, stderr } of outputs) {
      expect(status).toBe(1);
      expect(stderr).toMatch(/^[\d,]+ errors, 0 warnings, 0 notices in 21,500 items of 1 file: .*, 0 unknown\.\n$/);
    }
    expect(outputs[0]?.stdout.match(/\n/g)?.length).toBe(lines.toString().match(/\n/g)?.length);
    expect(outputs[1]?.stdout === outputs[0]?.stdout).toBe(true);
  });
});
