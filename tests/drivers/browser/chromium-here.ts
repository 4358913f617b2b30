import { type FoundChromium, findChromium } from './find-chromium';
import { thisMachine } from './this-machine';

/**
 * Returns the Chromium of this machine.
 * Throws with instructions if there is none and none can be installed.
 */
export function chromiumHere(): FoundChromium {
  const found = findChromium(thisMachine);
  if (!found.ok) throw new Error(found.failure);
  return found.value;
}
