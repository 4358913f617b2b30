import type { Frame, Page } from 'playwright';
import type { LoggedCall } from '#demo/site/scripts/page-log';

/** Plays the whole lesson of a page or a frame. Returns the calls that the page logged. */
export async function playLesson(page: Page | Frame): Promise<readonly LoggedCall[]> {
  await page.getByRole('button', { name: 'Play the whole lesson' }).click();
  await page.locator('body[data-played]').waitFor();
  return readCalls(page);
}

/** Opens a page that plays a user session, and plays the whole session. */
export async function playSession(page: Page, pageUrl: string): Promise<void> {
  await page.goto(pageUrl);
  await page.getByRole('button', { name: 'Play the whole session' }).click();
  await page.locator('body[data-played]').waitFor();
}

/** Opens the page of an SDK, and begins its lesson, which starts the SDK. */
export async function beginLesson(page: Page, pageUrl: string): Promise<void> {
  await page.goto(pageUrl);
  await page.getByRole('button', { name: 'Begin the lesson' }).click();
}

/** Returns the calls that the page logged. The page copies each call before it makes the call. */
export function readCalls(page: Page | Frame): Promise<readonly LoggedCall[]> {
  return page.evaluate('window.lessonLog');
}
