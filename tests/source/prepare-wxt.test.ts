import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectFolder } from '#demo/build-extension';

const UNUSED = ['.wxt', '.git', '.output', 'node_modules', 'tests'];

// The folder is inside the project, so that packages are found wherever npm installed them.
mkdirSync(join(projectFolder, '.output'), { recursive: true });
const fresh = mkdtempSync(join(projectFolder, '.output/fresh-'));
for (const name of readdirSync(projectFolder).filter((each) => !UNUSED.includes(each))) {
  cpSync(join(projectFolder, name), join(fresh, name), { recursive: true });
}
symlinkSync(join(projectFolder, 'node_modules'), join(fresh, 'node_modules'));
afterAll(() => rmSync(fresh, { recursive: true }));

test('the first command generates .wxt if no install script has run, and later ones only after a change of the locales', () => {
  const command = ['--import', './demo/prepare-wxt.js', '--import', 'tsx', '--input-type=module', '--eval'];
  const usesI18n = "import '#i18n'; console.log('loaded');";
  const first = spawnSync(process.execPath, [...command, usesI18n], { cwd: fresh, encoding: 'utf8' });
  expect(first.stdout + first.stderr).toBe('loaded\n');
  expect(readFileSync(join(fresh, '.wxt/i18n/structure.d.ts'), 'utf8')).toContain("'manifest.name'");

  rmSync(join(fresh, '.wxt/types'), { recursive: true });
  spawnSync(process.execPath, ['demo/prepare-wxt.js'], { cwd: fresh });
  expect(existsSync(join(fresh, '.wxt/types'))).toBe(false);

  cpSync(join(fresh, 'locales/en.yml'), join(fresh, 'locales/xx.yml'));
  spawnSync(process.execPath, ['demo/prepare-wxt.js'], { cwd: fresh });
  expect(existsSync(join(fresh, '.wxt/types'))).toBe(true);
});
