import type { Page } from 'playwright';
import { lookUntil } from '../until';
import type { Display } from './display';

/** The keys that respond to the browser's permission prompt: the last one presses a button or closes it. */
const RESPONSE_KEYS = { allow: ['Tab', 'Return'], deny: ['Tab', 'Tab', 'Return'], dismiss: ['Escape'] } as const;

export type PromptResponse = keyof typeof RESPONSE_KEYS;

/** How long a key is under way to the page at most, on a busy machine, in milliseconds. */
const KEY_TRAVEL_MS = 5_000;

const KEYS_OF_PAGE = 'window.keysOfPage';

/** Whether a key comes to the page: none does while the browser shows its prompt, and no script is told that it does. */
async function keyReachesPage(display: Display, page: Page): Promise<boolean> {
  const before = Number(await page.evaluate(KEYS_OF_PAGE));
  display.press('Shift_L');
  const seen = await lookUntil(
    async () => Number(await page.evaluate(KEYS_OF_PAGE)),
    (keys) => keys > before,
    KEY_TRAVEL_MS,
  );
  return seen > before;
}

/** Waits until the browser shows its permission prompt. */
export async function openPrompt(display: Display, page: Page, ask: () => Promise<void>): Promise<void> {
  await page.evaluate(`${KEYS_OF_PAGE} = 0; document.addEventListener('keydown', () => { ${KEYS_OF_PAGE} += 1; })`);
  await page.bringToFront();
  await page.getByRole('heading').first().click();
  while (!(await keyReachesPage(display, page)));
  await ask();
  await page.bringToFront();
  while (await keyReachesPage(display, page));
}

/**
 * Responds to the prompt and waits until it is closed. The browser ignores what is pressed too soon after the prompt
 * was shown or after another key, however busy it was in between; then its button is pressed again, as a user does.
 */
export async function respondToPrompt(display: Display, page: Page, response: PromptResponse): Promise<void> {
  const keys = RESPONSE_KEYS[response];
  display.press(...keys);
  while (!(await keyReachesPage(display, page))) display.press(...keys.slice(-1));
}

/** Responds to the prompt with its first button. */
export async function acceptPrompt(display: Display, page: Page, ask: () => Promise<void>): Promise<void> {
  await openPrompt(display, page, ask);
  await respondToPrompt(display, page, 'allow');
}
