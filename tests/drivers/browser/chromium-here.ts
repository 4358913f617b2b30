import { type FoundChromium, findChromium } from './find-chromium';
import { thisMachine } from './this-machine';

/**
 * Chromium on this machine.
 * Throws where there is none and none can be installed, with what to do about it.
 */
export function chromiumHere(): FoundChromium {
  const found = findChromium(thisMachine);
  if (!found.ok) throw new Error(found.failure);
  return found.value;
}
