import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPanel } from '#tests/drivers/devtools';
import { addEnvironment, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import type { Stack } from './stack';
import { testEntity } from './stack';

/** Opens the site and its DevTools with the panel. Resolves when the user closes the browser. */
export async function showDemo(stack: Stack, { context, extensionId }: LaunchedBrowser): Promise<void> {
  const closed = new Promise<void>((done) => context.once('close', () => done()));
  const page = context.pages()[0] ?? (await context.newPage());
  await addEnvironment(context, extensionId, toEnvironmentDraft(stack.provider));
  await page.goto(stack.site.url);
  await page.bringToFront();
  await openPanel(context, page, extensionId, 'bottom');
  await closed;
}

/** Lists the URLs of the demo, and the entity to log in as. */
export function formatStackUrls(stack: Stack): string {
  const { userId, password } = testEntity(stack);
  return [
    `Learning site      ${stack.site.url}`,
    `Collector          ${stack.collector.url}`,
    `Identity provider  ${stack.provider.url}, realm ${stack.provider.realm}`,
    `Test entity        ${userId}, password ${password}`,
  ].join('\n');
}
