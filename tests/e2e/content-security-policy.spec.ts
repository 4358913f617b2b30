import { expect } from '@playwright/test';
import { test } from './fixtures';

test('a page of the extension loads no image and no frame from other origins', async ({ setup }) => {
  const page = await setup.browser.context.newPage();
  await page.goto(`chrome-extension://${setup.browser.extensionId}/reference.html`);
  const blocked = await page.evaluate(async (url) => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective));
    const load = (tag: 'img' | 'iframe') =>
      new Promise<void>((resolve) => {
        const element = document.createElement(tag);
        element.onload = element.onerror = () => resolve();
        element.src = url;
        document.body.append(element);
      });
    await Promise.all([load('img'), load('iframe')]);
    return directives.sort();
  }, `${setup.site.url}/`);
  expect(blocked).toEqual(['frame-src', 'img-src']);
  await page.close();
});
