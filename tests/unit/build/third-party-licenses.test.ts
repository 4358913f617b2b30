import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packageFolderOf, readLicense } from '../../../build/third-party-licenses';

const root = mkdtempSync(join(tmpdir(), 'telemetry-v3-licenses-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function addPackage(name: string, json: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(json));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

const tools = addPackage(
  'tools',
  { name: 'tools', version: '1.0.0', license: 'ISC', repository: { url: 'git+https://github.com/a/tools.git' } },
  { LICENSE: 'Copyright A\r\n' },
);
addPackage('tools/lib', { type: 'module' });

it('a module belongs to the nearest package that has a version', () => {
  expect(packageFolderOf(join(tools, 'lib', 'a.js?commonjs-module'), root)).toBe(tools);
});

it('code that a build tool adds belongs to the package of the tool', () => {
  expect(packageFolderOf('\0vite/preload-helper.js', root)).toBe(join(root, 'node_modules/vite'));
  expect(packageFolderOf('\0rolldown/runtime.js', root)).toBe(join(root, 'node_modules/rolldown'));
  expect(packageFolderOf('\0virtual:wxt-background-entrypoint?/a/background.ts', root)).toBe(
    join(root, 'node_modules/wxt'),
  );
});

it.each([
  ['no license file', { name: 'x', version: '1.0.0', license: 'MIT' }, {}],
  ['no license name', { name: 'x', version: '1.0.0' }, { LICENSE: 'text' }],
])('a package with %s fails the build', (lack, json, files) => {
  expect(() => readLicense(addPackage(lack.replaceAll(' ', '-'), json, files), root)).toThrow('cannot be published');
});
