import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extensionFolder, projectFolder } from '#demo/build-extension';
import { sizeBounds } from '#tests/bench/bounds';
import { measureBundle } from '#tests/bench/measures/bundle';
import { buildForChromium, isBuilt } from '#tests/runner/builds';

const TIME_FILE = '.source-date-epoch';
const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';
const ELSEWHERE: NodeJS.ProcessEnv = { ...process.env, TZ: 'Asia/Kolkata' };

const temporary = mkdtempSync(join(tmpdir(), 'telemetry-v3-packages-'));
/** A path with a blank, at another depth than the folders that the packages were built in before. */
const unpacked = join(temporary, 'unpacked sources', 'telemetry');
let here: Packages;

beforeAll(() => {
  run(projectFolder, process.env, 'npm', 'run', 'zip', ...(isBuilt ? ['--', '--built'] : []));
  here = readPackages(projectFolder);
  for (const [path, content] of Object.entries(unzipSync(here.sources))) {
    const file = join(unpacked, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  run(unpacked, ELSEWHERE, 'npm', 'ci', '--prefer-offline');
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

it('the scripts and pages of the extension are within their size limits', () => {
  const sizes = measureBundle(extensionFolder);
  const bounds = sizeBounds.flatMap(({ name, value, must }) =>
    must === null ? [] : [{ name, size: value(sizes), must }],
  );
  expect(bounds.length).toBeGreaterThan(5);
  expect(bounds.filter(({ size, must }) => size > must)).toEqual([]);
});

it('each package includes the licenses of all packages bundled in the extension', () => {
  for (const zip of Object.values(here)) {
    const text = Buffer.from(unzipSync(zip)[LICENSES_FILE] ?? []).toString();
    expect(text).toMatch(/^preact \d/m);
    expect(text).toMatch(/^webextension-polyfill .*\nLicense: MPL-2\.0\nSource code: https:/m);
  }
});

it('the source archive contains the files of the commit, the licenses and the time of the commit', () => {
  const committed = run(projectFolder, process.env, 'git', 'ls-files').trim().split('\n');
  const time = run(projectFolder, process.env, 'git', 'log', '-1', '--format=%ct');
  const files = unzipSync(here.sources);
  expect(Object.keys(files)).toEqual([...committed, TIME_FILE, LICENSES_FILE].sort());
  expect(Buffer.from(files[TIME_FILE] ?? []).toString()).toBe(time);
});

it('the package for Firefox can be rebuilt byte for byte from the source archive for addons.mozilla.org', () => {
  run(unpacked, ELSEWHERE, 'npm', 'run', 'build-for-amo');
  expect(hasSameBytes(readPackages(unpacked).firefox, here.firefox)).toBe(true);
});

it('the same commit in another folder and time zone results in the same three packages byte for byte', () => {
  const time = readFileSync(join(unpacked, TIME_FILE), 'utf8').trim();
  rmSync(join(unpacked, TIME_FILE));
  const dates = { GIT_AUTHOR_DATE: `${time} +0530`, GIT_COMMITTER_DATE: `${time} +0530` };
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  run(unpacked, ELSEWHERE, 'git', 'init', '--quiet');
  run(unpacked, ELSEWHERE, 'git', 'add', '--all');
  run(unpacked, ELSEWHERE, 'git', 'update-index', '--chmod=+x', '.ci/run');
  run(unpacked, { ...ELSEWHERE, ...dates }, 'git', ...author, 'commit', '--quiet', '--message=All');
  // Uses the build for Firefox of the test before.
  run(unpacked, { ...ELSEWHERE, ...buildForChromium.env }, 'npm', 'run', 'build');
  run(unpacked, ELSEWHERE, 'npm', 'run', 'zip', '--', '--built');
  const there = readPackages(unpacked);
  expect(Object.keys(there)).toEqual(['chromium', 'firefox', 'sources']);
  for (const what of ['chromium', 'firefox', 'sources'] as const)
    expect([what, hasSameBytes(there[what], here[what])]).toEqual([what, true]);
});

type Packages = Readonly<Record<'chromium' | 'firefox' | 'sources', Uint8Array>>;

function readPackages(folder: string): Packages {
  const output = join(folder, '.output');
  const read = (what: string) => {
    const file = readdirSync(output).find((candidate) => candidate.endsWith(`-${what}.zip`));
    return file === undefined ? new Uint8Array() : readFileSync(join(output, file));
  };
  return { chromium: read('chromium'), firefox: read('firefox'), sources: read('sources') };
}

function hasSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length > 0 && Buffer.compare(a, b) === 0;
}

function run(cwd: string, env: NodeJS.ProcessEnv, command: string, ...args: readonly string[]): string {
  const shell = process.platform === 'win32';
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 'inherit'] });
}
