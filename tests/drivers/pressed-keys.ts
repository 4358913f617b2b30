import type { Frame } from 'playwright';

/**
 * Records the keys that reach the panel's document, which DevTools handles as its own shortcuts.
 * Returns a function that reads the recorded keys.
 */
export async function recordPressedKeys(panel: Frame): Promise<() => Promise<readonly string[]>> {
  await panel.evaluate('pressedKeys = []; document.onkeydown = ({ key }) => pressedKeys.push(key)');
  return () => panel.evaluate<readonly string[]>('pressedKeys');
}
