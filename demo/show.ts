import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPanel } from '#tests/drivers/devtools';
import { demoEnvironment, setUpEnvironment } from '#tests/drivers/popup-driver';
import type { Stack } from './stack';
import { testEntity } from './stack';

/** Opens the site with DevTools at the panel for a user, and resolves when the browser is closed. */
export async function showDemo(stack: Stack, { context, extensionId }: LaunchedBrowser): Promise<void> {
  const closed = new Promise<void>((done) => context.once('close', () => done()));
  const page = context.pages()[0] ?? (await context.newPage());
  await setUpEnvironment(context, extensionId, demoEnvironment(stack.provider));
  await page.goto(stack.site.url);
  await page.bringToFront();
  await openPanel(context, page, extensionId, 'bottom');
  await closed;
}

/** Where everything is, and whom to log in as. */
export function addressesOf(stack: Stack): string {
  const { userId, password } = testEntity(stack);
  return [
    `Learning site      ${stack.site.url}`,
    `Collector          ${stack.collector.url}`,
    `Identity provider  ${stack.provider.url}, realm ${stack.provider.realm}`,
    `Test entity        ${userId}, password ${password}`,
  ].join('\n');
}
