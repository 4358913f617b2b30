import type { Page } from 'playwright';
import type { Display } from './display';

/** The keys that answer the browser's permission prompt. */
export const ANSWER_KEYS = { allow: ['Tab', 'Return'], deny: ['Tab', 'Tab', 'Return'], dismiss: ['Escape'] } as const;

/**
 * Waits until the browser shows its permission prompt. The browser shows no script that it asks; but it is known that it
 * does when keys do not come to the page any more.
 */
export async function openQuestion(display: Display, page: Page, ask: () => Promise<void>): Promise<void> {
  await page.evaluate("window.keysOfPage = 0; document.addEventListener('keydown', () => { window.keysOfPage += 1; })");
  const reachesPage = async () => {
    const before = await page.evaluate('window.keysOfPage');
    display.press('Shift_L');
    return (await page.evaluate('window.keysOfPage')) !== before;
  };
  await page.bringToFront();
  await page.getByRole('heading').first().click();
  while (!(await reachesPage()));
  await ask();
  await page.bringToFront();
  while (await reachesPage());
}

/** Answers the browser's question with its first button. */
export async function acceptQuestion(display: Display, page: Page, ask: () => Promise<void>): Promise<void> {
  await openQuestion(display, page, ask);
  display.press(...ANSWER_KEYS.allow);
}
