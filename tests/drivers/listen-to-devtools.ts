import type { Frame } from 'playwright';

/**
 * Listens where DevTools listens for its own keys: at the panel's document.
 * Returns the messages since then.
 */
export async function listenToDevtools(panel: Frame): Promise<() => Promise<readonly string[]>> {
  await panel.evaluate('pressedKeys = []; document.onkeydown = ({ key }) => pressedKeys.push(key)');
  return () => panel.evaluate<readonly string[]>('pressedKeys');
}
