import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Generates `.wxt` if it is missing or older than its sources.
// Import it before anything that needs `.wxt`, which contains the types of `#i18n`. npm runs no `postinstall` under
// `--ignore-scripts`.
const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const BUILD_FILES = namesIn('build').filter((name) => name.endsWith('.ts'));
const SOURCES = [
  'wxt.config.ts',
  ...BUILD_FILES,
  'package-lock.json',
  ...namesIn('locales').filter((name) => name.endsWith('.yml')),
];
/** Folders whose file names WXT uses. */
const NAMED_FOLDERS = ['entrypoints', 'public'];
const GENERATED = ['.wxt/wxt.d.ts', '.wxt/i18n/structure.d.ts', '.wxt/i18n/english.js'];
const STAMP = `${projectFolder}.wxt/sources.sha256`;

const hash = createHash('sha256');
for (const file of SOURCES) hash.update(readFileSync(projectFolder + file));
for (const folder of NAMED_FOLDERS) hash.update(namesIn(folder).join());
const sources = hash.digest('hex');

const isGenerated = GENERATED.every((file) => existsSync(projectFolder + file)) && existsSync(STAMP);
if (!isGenerated || readFileSync(STAMP, 'utf8') !== sources) {
  const wxt = `${projectFolder}node_modules/wxt/bin/wxt.mjs`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [wxt, 'prepare'], {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}\nwxt prepare failed. Run npm ci, then try again.`);
  writeFileSync(STAMP, sources);
}

/** @param {string} folder */
function namesIn(folder) {
  const names = readdirSync(projectFolder + folder, { recursive: true, encoding: 'utf8' });
  return names.sort().map((name) => `${folder}/${name}`);
}
