import type { Frame, Page } from 'playwright';
import type { LoggedCall } from '#demo/site/scripts/page-log';

/** Plays the whole lesson of a page, or of a frame in it, and gives the calls that the page says it made. */
export async function playLesson(page: Page | Frame): Promise<readonly LoggedCall[]> {
  await page.getByRole('button', { name: 'Play the whole lesson' }).click();
  await page.locator('body[data-played]').waitFor();
  return callsOf(page);
}

/** Opens a page of the site that plays a user session, and plays the whole of it. */
export async function playSession(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Play the whole session' }).click();
  await page.locator('body[data-played]').waitFor();
}

/** Opens a page of an SDK, and begins its lesson: the page then has an SDK that was started. */
export async function beginLesson(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Begin the lesson' }).click();
}

/** What the page logged of its own calls, each copied before it was made. */
export function callsOf(page: Page | Frame): Promise<readonly LoggedCall[]> {
  return page.evaluate('window.lessonLog');
}
