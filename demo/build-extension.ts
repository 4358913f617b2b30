import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** Folder of the built, unpacked extension. */
export const extensionFolder = fileURLToPath(new URL('../.output/chrome-mv3', import.meta.url));

/**
 * Builds the extension for Chromium.
 * It is always built, because that takes seconds and a stale build would mislead. A failure throws with the output of
 * the build.
 */
export function buildExtension(): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: projectFolder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}\nThe extension could not be built. See the output above.`);
}
