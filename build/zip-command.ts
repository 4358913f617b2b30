import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { createZip, type ZipEntry } from './deterministic-zip';
import { LICENSES_FILE } from './third-party-licenses';

/**
 * Builds the extension and zips it for the stores, and its sources for their reviewers.
 * `zip-command.ts firefox` makes the package for Firefox alone, `--built` takes the builds that there are.
 * From one commit the files are the same in every folder, time zone and hour.
 */
const projectFolder = join(import.meta.dirname, '..');
const outputFolder = join(projectFolder, '.output');
/** In the zip of the sources, which has no commit: the seconds of the commit that it was made from. */
const TIME_FILE = '.source-date-epoch';

const browsers = {
  chromium: { script: 'build', folder: 'chrome-mv3' },
  firefox: { script: 'build:firefox', folder: 'firefox-mv3' },
} as const;
type Browser = keyof typeof browsers;

process.env.TZ = 'UTC';
const { values, positionals } = parseArgs({ options: { built: { type: 'boolean' } }, allowPositionals: true });
const [asked] = positionals;
if (asked !== undefined && !Object.hasOwn(browsers, asked)) throw new Error(`There is no package for ${asked}.`);

const { name, version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
const seconds = commitSeconds();
const time = new Date(seconds * 1000);
for (const browser of ['chromium', 'firefox'] as const)
  if (asked === undefined || asked === browser) writeZip(browser, buildEntries(browser));
if (asked === undefined) writeZip('sources', sourceEntries());

function writeZip(what: string, entries: readonly ZipEntry[]): void {
  const file = join(outputFolder, `${name}-${version}-${what}.zip`);
  const bytes = createZip(entries, time);
  mkdirSync(outputFolder, { recursive: true });
  writeFileSync(file, bytes);
  console.log(`${file}: ${entries.length} files, ${Math.round(bytes.length / 1000)} kB`);
}

function commitSeconds(): number {
  const file = join(projectFolder, TIME_FILE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : git('log', '-1', '--format=%ct');
  if (!/^\d+\s*$/.test(text)) throw new Error(`There is neither a commit nor ${TIME_FILE} to take the time from.`);
  return Number(text);
}

function buildEntries(browser: Browser): readonly ZipEntry[] {
  const { script, folder } = browsers[browser];
  if (!values.built) build(script);
  const root = join(outputFolder, folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => ({ path: path.split(sep).join(posix.sep), content: readFileSync(join(root, path)) }));
}

function build(script: string): void {
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: projectFolder,
    stdio: 'inherit',
    // Any other value compiles JSX for development, with file names of this folder.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm run ${script} failed.`);
}

/** What is committed, the licenses of what is bundled, and the time, so that a build from the sources gives the same zip. */
function sourceEntries(): readonly ZipEntry[] {
  if (git('status', '--porcelain') !== '') console.warn('Some changes are not committed. They are in the zips too.');
  const licenses = join(outputFolder, browsers.firefox.folder, LICENSES_FILE);
  const generated = [
    { path: TIME_FILE, content: Buffer.from(`${seconds}\n`) },
    { path: LICENSES_FILE, content: readFileSync(licenses) },
  ];
  const committed = git('ls-files', '--stage', '-z').split('\0').slice(0, -1).map(entryOfIndexLine);
  return [...committed, ...generated];
}

/** A line is `MODE HASH STAGE\tPATH`. */
function entryOfIndexLine(line: string): ZipEntry {
  const path = line.slice(line.indexOf('\t') + 1);
  return { path, content: readFileSync(join(projectFolder, path)), isExecutable: line.startsWith('100755') };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
