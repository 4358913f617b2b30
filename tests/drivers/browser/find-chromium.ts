import { fail, type Result, succeed } from '#core/util/result';
import { chromiumPlaces, edgePlaces } from './chromium-places';
import type { Machine } from './install-packages';
import { installPackages } from './install-packages';

export interface FoundChromium {
  readonly path: string;
  /** For the user: `CHROMIUM_PATH`, `installed`, … */
  readonly source: string;
}

/** The browser to use, installed now if need be; or a sentence that says what to do. */
export function findChromium(machine: Machine): Result<FoundChromium, string> {
  const wished = machine.env.CHROMIUM_PATH;
  if (wished) {
    if (machine.works(wished)) return succeed({ path: wished, source: 'CHROMIUM_PATH' });
    return fail(`CHROMIUM_PATH names ${wished}, which does not start. Name Chromium's binary there, or unset it.`);
  }
  const found = findInstalled(machine) ?? installDebians(machine) ?? installPlaywrights(machine) ?? findEdge(machine);
  return found ? succeed(found) : fail(whatToDo(machine));
}

function findInstalled(machine: Machine): FoundChromium | null {
  const path = chromiumPlaces(machine.platform, machine.env).find(machine.works);
  if (path) return { path, source: 'installed' };
  return playwrights(machine, "Playwright's");
}

function playwrights(machine: Machine, source: string): FoundChromium | null {
  const path = machine.playwrightChromium();
  return machine.works(path) ? { path, source } : null;
}

function installPlaywrights(machine: Machine): FoundChromium | null {
  machine.run('npx', ['--no-install', 'playwright', 'install', 'chromium'], 'Downloading Chromium (Playwright)');
  return playwrights(machine, "Playwright's, installed now");
}

/** With the letters of Hindi: Debian's Chromium brings no font. */
function installDebians(machine: Machine): FoundChromium | null {
  if (!installPackages(machine, ['chromium', 'fonts-lohit-deva'])) return null;
  const found = findInstalled(machine);
  return found ? { ...found, source: 'apt-get install chromium' } : null;
}

function findEdge(machine: Machine): FoundChromium | null {
  const path = edgePlaces(machine.platform, machine.env).find(machine.works);
  return path ? { path, source: 'Microsoft Edge' } : null;
}

function whatToDo({ platform }: Machine): string {
  const how =
    platform === 'linux'
      ? 'Install Chromium with the package manager (Debian: apt-get install chromium)'
      : 'Install Chromium';
  return `No Chromium was found, and none could be installed. ${how}, or set CHROMIUM_PATH to its binary. Branded Chrome does not load unpacked extensions from the command line.`;
}
