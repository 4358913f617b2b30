import { type ChromiumInstallation, findChromium } from './find-chromium';
import { localMachine } from './local-machine';

/**
 * Returns the Chromium of this machine.
 * Throws with instructions if there is none and none can be installed.
 */
export function requireChromium(): ChromiumInstallation {
  const found = findChromium(localMachine);
  if (!found.ok) throw new Error(found.failure);
  return found.value;
}
