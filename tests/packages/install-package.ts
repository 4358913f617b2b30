import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = '.output/package';

/**
 * Packs the package for npm as `build-package.ts` built it, and installs it into an empty folder.
 * Returns the packed file.
 */
export function installPackage(folder: string): string {
  const run = (args: readonly string[], cwd = '.') => execFileSync('npm', args, { cwd, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(run(['pack', '--json', '--pack-destination', folder], BUILT));
  const archive = join(folder, filename);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run(['install', '--offline', '--no-audit', '--no-fund', archive], folder);
  return archive;
}
