import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { createZip, type ZipEntry } from './deterministic-zip';
import { LICENSES_FILE } from './third-party-licenses';

// Builds the extension and zips it for the stores. Also zips its sources for the stores' reviewers.
// `zip-command.ts firefox` only creates the package for Firefox. `--built` uses existing builds.
// The zip files of a commit are identical in every folder and time zone, and at any time.
const projectFolder = join(import.meta.dirname, '..');
const outputFolder = join(projectFolder, '.output');
/**
 * File with the commit time in seconds.
 * It is added to the zip of the sources, which contains no Git history.
 */
const TIME_FILE = '.source-date-epoch';

const browsers = {
  chromium: { script: 'build', folder: 'chrome-mv3' },
  firefox: { script: 'build:firefox', folder: 'firefox-mv3' },
} as const;
type Browser = keyof typeof browsers;

process.env.TZ = 'UTC';
const { values, positionals } = parseArgs({ options: { built: { type: 'boolean' } }, allowPositionals: true });
const [requestedBrowser] = positionals;
if (requestedBrowser !== undefined && !Object.hasOwn(browsers, requestedBrowser))
  throw new Error(`There is no package for ${requestedBrowser}.`);

const { name, version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
const seconds = commitSeconds();
const time = new Date(seconds * 1000);
for (const browser of ['chromium', 'firefox'] as const)
  if (requestedBrowser === undefined || requestedBrowser === browser) writeZip(browser, buildEntries(browser));
if (requestedBrowser === undefined) writeZip('sources', sourceEntries());

function writeZip(target: string, entries: readonly ZipEntry[]): void {
  const file = join(outputFolder, `${name}-${version}-${target}.zip`);
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
    // With any other value, JSX is compiled for development, with file names of this folder.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm run ${script} failed.`);
}

/**
 * Returns the committed files, the licenses and the commit time.
 * A build from the sources thus gives the same zip.
 */
function sourceEntries(): readonly ZipEntry[] {
  if (git('status', '--porcelain') !== '') console.warn('Some changes are not committed. They are in the zips too.');
  const licenses = join(outputFolder, browsers.firefox.folder, LICENSES_FILE);
  const generatedFiles = [
    { path: TIME_FILE, content: Buffer.from(`${seconds}\n`) },
    { path: LICENSES_FILE, content: readFileSync(licenses) },
  ];
  const committedFiles = git('ls-files', '--stage', '-z').split('\0').slice(0, -1).map(parseIndexLine);
  return [...committedFiles, ...generatedFiles];
}

/** Parses a line `MODE HASH STAGE\tPATH` of `git ls-files --stage`. */
function parseIndexLine(line: string): ZipEntry {
  const path = line.slice(line.indexOf('\t') + 1);
  return { path, content: readFileSync(join(projectFolder, path)), isExecutable: line.startsWith('100755') };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
