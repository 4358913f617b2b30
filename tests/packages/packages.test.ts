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
const INDIA_ENV: NodeJS.ProcessEnv = { ...process.env, TZ: 'Asia/Kolkata' };

const temporary = mkdtempSync(join(tmpdir(), 'telemetry-v3-packages-'));
/** A path with a space, and at another depth than the project's folder. */
const unpacked = join(temporary, 'unpacked sources', 'telemetry');
let packages: Packages;

beforeAll(() => {
  run(projectFolder, process.env, 'npm', 'run', 'zip', ...(isBuilt ? ['--', '--built'] : []));
  packages = readPackages(projectFolder);
  for (const [path, content] of Object.entries(unzipSync(packages.sources))) {
    const file = join(unpacked, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  run(unpacked, INDIA_ENV, 'npm', 'ci', '--prefer-offline');
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
  for (const zip of Object.values(packages)) {
    const text = Buffer.from(unzipSync(zip)[LICENSES_FILE] ?? []).toString();
    expect(text).toMatch(/^preact \d/m);
    expect(text).toMatch(/^webextension-polyfill .*\nLicense: MPL-2\.0\nSource code: https:/m);
  }
});

it('the source archive contains the files of the commit, the licenses and the time of the commit', () => {
  const committed = run(projectFolder, process.env, 'git', 'ls-files').trim().split('\n');
  const time = run(projectFolder, process.env, 'git', 'log', '-1', '--format=%ct');
  const files = unzipSync(packages.sources);
  expect(Object.keys(files)).toEqual([...committed, TIME_FILE, LICENSES_FILE].sort());
  expect(Buffer.from(files[TIME_FILE] ?? []).toString()).toBe(time);
});

it('the package for Firefox can be rebuilt byte for byte from the source archive for addons.mozilla.org', () => {
  run(unpacked, INDIA_ENV, 'npm', 'run', 'build-for-amo');
  expect(hasSameBytes(readPackages(unpacked).firefox, packages.firefox)).toBe(true);
});

it('the same commit in another folder and time zone results in the same three packages byte for byte', () => {
  const time = readFileSync(join(unpacked, TIME_FILE), 'utf8').trim();
  rmSync(join(unpacked, TIME_FILE));
  const dates = { GIT_AUTHOR_DATE: `${time} +0530`, GIT_COMMITTER_DATE: `${time} +0530` };
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  run(unpacked, INDIA_ENV, 'git', 'init', '--quiet');
  run(unpacked, INDIA_ENV, 'git', 'add', '--all');
  run(unpacked, INDIA_ENV, 'git', 'update-index', '--chmod=+x', '.ci/run');
  run(unpacked, { ...INDIA_ENV, ...dates }, 'git', ...author, 'commit', '--quiet', '--message=All');
  // Uses the build for Firefox of the test before.
  run(unpacked, { ...INDIA_ENV, ...buildForChromium.env }, 'npm', 'run', 'build');
  run(unpacked, INDIA_ENV, 'npm', 'run', 'zip', '--', '--built');
  const rebuiltPackages = readPackages(unpacked);
  expect(Object.keys(rebuiltPackages)).toEqual(['chromium', 'firefox', 'sources']);
  for (const name of ['chromium', 'firefox', 'sources'] as const)
    expect([name, hasSameBytes(rebuiltPackages[name], packages[name])]).toEqual([name, true]);
});

type Packages = Readonly<Record<'chromium' | 'firefox' | 'sources', Uint8Array>>;

function readPackages(folder: string): Packages {
  const output = join(folder, '.output');
  const read = (name: string) => {
    const file = readdirSync(output).find((candidate) => candidate.endsWith(`-${name}.zip`));
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
