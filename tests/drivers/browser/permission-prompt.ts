import type { Page } from 'playwright';
import { pollUntil } from '../until';
import type { Display } from './display';

/** Keys for the browser's permission prompt. The last key activates a button or closes the prompt. */
const RESPONSE_KEYS = { allow: ['Tab', 'Return'], deny: ['Tab', 'Tab', 'Return'], dismiss: ['Escape'] } as const;

export type PromptResponse = keyof typeof RESPONSE_KEYS;

/** Maximum delay of a key to the page, on a busy machine. */
const MAX_KEY_DELAY_MS = 5_000;

const KEYS_OF_PAGE = 'window.keysOfPage';

/** Whether a key reaches the page. None does while the browser shows its prompt, which no API reports. */
async function keyReachesPage(display: Display, page: Page): Promise<boolean> {
  const before = Number(await page.evaluate(KEYS_OF_PAGE));
  display.press('Shift_L');
  const seen = await pollUntil(
    async () => Number(await page.evaluate(KEYS_OF_PAGE)),
    (keys) => keys > before,
    MAX_KEY_DELAY_MS,
  );
  return seen > before;
}

/** Triggers the permission prompt by `requestPermission`, and waits until the prompt is open. */
export async function openPrompt(display: Display, page: Page, requestPermission: () => Promise<void>): Promise<void> {
  await page.evaluate(`${KEYS_OF_PAGE} = 0; document.addEventListener('keydown', () => { ${KEYS_OF_PAGE} += 1; })`);
  await page.bringToFront();
  await page.getByRole('heading').first().click();
  while (!(await keyReachesPage(display, page)));
  await requestPermission();
  await page.bringToFront();
  while (await keyReachesPage(display, page));
}

/**
 * Responds to the prompt, and waits until it is closed.
 * The browser ignores keys that follow too soon after the prompt was shown or after another key. Then the last key is
 * pressed again, as a user would.
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
