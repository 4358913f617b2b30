import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { WAIT_TIMEOUT_MS } from '../time-limits';
import type { Machine } from './install-packages';

const ERASE_LINE = '\r\u001b[K';

/** This machine, for `findChromium`. */
export const localMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  canStart: (path) => existsSync(path) && (process.platform === 'win32' || printsVersion(path)),
  playwrightChromium: () => chromium.executablePath(),
  hasCommand: (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
  run: (command, args, notice) => {
    if (process.stdout.isTTY) process.stdout.write(`${notice}…`);
    const { status } = spawnSync(command, args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      shell: process.platform === 'win32',
    });
    if (process.stdout.isTTY) process.stdout.write(ERASE_LINE);
    return status === 0;
  },
};

/** Whether a browser prints its version. Don't call on Windows, where `--version` opens a window. */
function printsVersion(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: WAIT_TIMEOUT_MS }).status === 0;
}
