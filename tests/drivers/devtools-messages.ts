import type { Frame } from 'playwright';

/**
 * Records the keys that reach the panel's document, where DevTools listens for its own keys.
 * Returns a function that reads these keys.
 */
export async function collectDevtoolsMessages(panel: Frame): Promise<() => Promise<readonly string[]>> {
  await panel.evaluate('pressedKeys = []; document.onkeydown = ({ key }) => pressedKeys.push(key)');
  return () => panel.evaluate<readonly string[]>('pressedKeys');
}
