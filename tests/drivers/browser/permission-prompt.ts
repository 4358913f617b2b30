import type { Page } from 'playwright';
import { pollUntil } from '../until';
import type { Display } from './display';

/** Keys for the browser's permission prompt. The last key activates a button or closes the prompt. */
const RESPONSE_KEYS = { allow: ['Tab', 'Return'], deny: ['Tab', 'Tab', 'Return'], dismiss: ['Escape'] } as const;

export type PromptResponse = keyof typeof RESPONSE_KEYS;

/** Maximum delay of a key to the page, on a busy machine. */
const MAX_KEY_DELAY_MS = 5_000;

/** Counter in the page of the keys that reach the page. */
const KEY_COUNT = 'window.keyCount';

/** Whether a key reaches the page. No key does while the browser shows its prompt. No API reports the prompt. */
async function keyReachesPage(display: Display, page: Page): Promise<boolean> {
  const countBefore = Number(await page.evaluate(KEY_COUNT));
  display.press('Shift_L');
  const count = await pollUntil(
    async () => Number(await page.evaluate(KEY_COUNT)),
    (currentCount) => currentCount > countBefore,
    MAX_KEY_DELAY_MS,
  );
  return count > countBefore;
}

/** Triggers the permission prompt by `requestPermission`, and waits until the prompt is open. */
export async function openPrompt(display: Display, page: Page, requestPermission: () => Promise<void>): Promise<void> {
  await page.evaluate(`${KEY_COUNT} = 0; document.addEventListener('keydown', () => { ${KEY_COUNT} += 1; })`);
  await page.bringToFront();
  await page.getByRole('heading').first().click();
  while (!(await keyReachesPage(display, page)));
  await requestPermission();
  await page.bringToFront();
  while (await keyReachesPage(display, page));
}

/**
 * Responds to the prompt, and waits until it is closed.
 * The browser ignores a key too soon after the prompt opened or after another key. The last key is then pressed again,
 * as a user would do.
 */
export async function respondToPrompt(display: Display, page: Page, response: PromptResponse): Promise<void> {
  const keys = RESPONSE_KEYS[response];
  display.press(...keys);
  while (!(await keyReachesPage(display, page))) display.press(...keys.slice(-1));
}

/** Triggers the permission prompt by `requestPermission`, and accepts it. */
export async function acceptPrompt(
  display: Display,
  page: Page,
  requestPermission: () => Promise<void>,
): Promise<void> {
  await openPrompt(display, page, requestPermission);
  await respondToPrompt(display, page, 'allow');
}
