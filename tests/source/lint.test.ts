import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Files that contain the rules of the linter. */
const CONFIGURATION = ['biome.json', 'package.json', '.gitignore', 'build/no-clock.grit', 'build/no-spread-call.grit'];
const BIOME = resolve('node_modules/@biomejs/biome/bin/biome');

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'lint-'));
});
afterEach(() => rmSync(project, { recursive: true }));

it('the linter reports import cycles, also of types, and a clock or randomness in the core', () => {
  for (const file of CONFIGURATION) cpSync(file, join(project, file));
  write('lib/core/journey/one.ts', "import type { Two } from '#core/query/two';\n\nexport type One = Two | 1;\n");
  write('lib/core/query/two.ts', "import type { One } from '../journey/one';\n\nexport type Two = readonly One[];\n");
  const impure = 'export const impure = [Date.now(), Date(), new Date(), Math.random()];\n';
  write('lib/core/impure.ts', impure);
  write('lib/extension/impure.ts', impure);
  write('lib/core/pure.ts', 'export const pure = [new Date(5), Date.UTC(2026, 1), Math.max(1, 2)];\n');
  expect(lint()).toEqual([
    'lib/core/impure.ts:1 plugin',
    'lib/core/impure.ts:1 plugin',
    'lib/core/impure.ts:1 plugin',
    'lib/core/impure.ts:1 plugin',
    'lib/core/journey/one.ts:1 lint/suspicious/noImportCycles',
    'lib/core/query/two.ts:1 lint/suspicious/noImportCycles',
  ]);
});

it('the linter rejects spreading a list into the arguments of a call, which throws a RangeError for a long list', () => {
  for (const file of CONFIGURATION) cpSync(file, join(project, file));
  const lists = 'export const all: number[] = [];\nexport const given: number[] = [];\n';
  write('lib/core/push.ts', `${lists}all.push(...given);\n`);
  write('components/max.ts', `${lists}export const most = Math.max(0, ...given);\n`);
  write('build/splice.ts', `${lists}all.splice(0, 1, ...given.map((one) => one + 1));\n`);
  write('demo/text.ts', `${lists}export const text = String.fromCharCode(...given);\n`);
  write('lib/node/optional.ts', `${lists}export const length = all.push?.(...given);\n`);
  write('lib/page/made.ts', `export const given: [number[]] = [[]];\nexport const made = new Set(...given);\n`);
  write('lib/core/copied.ts', `${lists}export const copied = [...all, ...given].concat(all);\n`);
  write('tests/push.ts', `${lists}all.push(...given);\n`);
  expect(lint()).toEqual([
    'build/splice.ts:3 plugin',
    'components/max.ts:3 plugin',
    'demo/text.ts:3 plugin',
    'lib/core/push.ts:3 plugin',
    'lib/node/optional.ts:3 plugin',
    'lib/page/made.ts:2 plugin',
  ]);
});

function write(path: string, text: string): void {
  mkdirSync(join(project, dirname(path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** The file, line and rule of each violation that the linter reports. */
function lint(): readonly string[] {
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, 'lint', '--colors=off', '.'], {
    cwd: project,
    encoding: 'utf8',
  });
  const found = [...`${stdout}${stderr}`.matchAll(/^(\S+):(\d+):\d+ (\S+)/gm)];
  return found.map(([, file, line, rule]) => `${file}:${line} ${rule}`).sort();
}
