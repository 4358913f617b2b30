import type { Page } from 'playwright';
import type { Display } from './display';

/**
 * Answers the browser's question with its first button. The browser shows no script that it asks; but it is known that it
 * does when keys do not come to the page any more.
 */
export async function acceptQuestion(display: Display, page: Page, ask: () => Promise<void>): Promise<void> {
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
  display.press('Tab', 'Return');
}
