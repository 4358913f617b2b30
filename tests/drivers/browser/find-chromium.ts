import { fail, type Result, succeed } from '#core/util/result';
import { chromiumPaths, edgePaths } from './chromium-paths';
import type { Machine } from './install-packages';
import { installPackages } from './install-packages';

export interface ChromiumInstallation {
  readonly path: string;
  /** How the browser was found, for the user: `CHROMIUM_PATH`, `installed`, … */
  readonly source: string;
}

/** Finds the browser to use, or installs it. Fails with instructions. */
export function findChromium(machine: Machine): Result<ChromiumInstallation, string> {
  const configuredPath = machine.env.CHROMIUM_PATH;
  if (configuredPath) {
    if (machine.canStart(configuredPath)) return succeed({ path: configuredPath, source: 'CHROMIUM_PATH' });
    return fail(
      `CHROMIUM_PATH names ${configuredPath}, which does not start. Name Chromium's binary there, or unset it.`,
    );
  }
  const found =
    findInstalled(machine) ?? installDebianChromium(machine) ?? installPlaywrightChromium(machine) ?? findEdge(machine);
  return found ? succeed(found) : fail(installHint(machine));
}

function findInstalled(machine: Machine): ChromiumInstallation | null {
  const path = chromiumPaths(machine.platform, machine.env).find(machine.canStart);
  if (path) return { path, source: 'installed' };
  return findPlaywrightChromium(machine, "Playwright's");
}

function findPlaywrightChromium(machine: Machine, source: string): ChromiumInstallation | null {
  const path = machine.playwrightChromium();
  return machine.canStart(path) ? { path, source } : null;
}

function installPlaywrightChromium(machine: Machine): ChromiumInstallation | null {
  machine.run('npx', ['--no-install', 'playwright', 'install', 'chromium'], 'Downloading Chromium (Playwright)');
  return findPlaywrightChromium(machine, "Playwright's, installed now");
}

/** Installs Debian's Chromium, and a font for Hindi, which it lacks. */
function installDebianChromium(machine: Machine): ChromiumInstallation | null {
  if (!installPackages(machine, ['chromium', 'fonts-lohit-deva'])) return null;
  const found = findInstalled(machine);
  return found ? { ...found, source: 'apt-get install chromium' } : null;
}

function findEdge(machine: Machine): ChromiumInstallation | null {
  const path = edgePaths(machine.platform, machine.env).find(machine.canStart);
  return path ? { path, source: 'Microsoft Edge' } : null;
}

function installHint({ platform }: Machine): string {
  const instruction =
    platform === 'linux'
      ? 'Install Chromium with the package manager (Debian: apt-get install chromium)'
      : 'Install Chromium';
  return `No Chromium was found, and none could be installed. ${instruction}, or set CHROMIUM_PATH to its binary. Branded Chrome does not load unpacked extensions from the command line.`;
}
