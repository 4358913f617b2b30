import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#demo/build-extension';
import { findLintProblems } from '#tests/runner/extension-lint';

/** Checks the build for Firefox with the linter of addons.mozilla.org, which `web-ext lint` runs too. */
const folder = join(projectFolder, '.output/firefox-mv3');
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

const { stdout, stderr } = spawnSync('npx', ['--no-install', 'addons-linter', folder, '--output=json', '--boring'], {
  cwd: projectFolder,
  encoding: 'utf8',
  maxBuffer: MAX_REPORT_BYTES,
  shell: process.platform === 'win32',
});
const problems = findLintProblems(parseJson(stdout), (file) => readFileSync(join(folder, file), 'utf8'));
if (problems === null) console.log(`The linter gave no report.\n${stdout}${stderr}`);
else console.log(problems.length === 0 ? 'No errors, and no warning without an explanation.' : problems.join('\n'));
process.exitCode = problems?.length === 0 ? 0 : 1;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
