import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { openDevtoolsOf } from '#tests/drivers/devtools';
import { test } from './fixtures';

/** A script of the page that asks for something, from a file of its own in the eyes of DevTools. */
const OWN_SCRIPT = `
function askByFetch() { fetch('/nothing-by-fetch', { method: 'POST', body: '{}' }).catch(() => undefined); }
function askByXhr() { const xhr = new XMLHttpRequest(); xhr.open('POST', '/nothing-by-xhr'); xhr.send('{}'); }
function askByBeacon() { navigator.sendBeacon('/nothing-by-beacon', '{}'); }
//# sourceURL=own-script.js`;

/** Shows DevTools’ own Network panel by a click on its tab. */
async function showNetwork(devtools: Page): Promise<void> {
  await devtools.getByRole('tab', { name: 'Network', exact: true }).first().click();
}

test('the Network panel names the page’s own script as the initiator of its requests', async ({
  setup,
  pages,
  tab,
}) => {
  await tab.goto(`${pages.url}/empty/`);
  const devtools = await openDevtoolsOf(setup.browser.context, tab);
  await showNetwork(devtools);
  await tab.addScriptTag({ content: OWN_SCRIPT });
  for (const [ask, name] of [
    ['askByFetch', 'nothing-by-fetch'],
    ['askByXhr', 'nothing-by-xhr'],
    ['askByBeacon', 'nothing-by-beacon'],
  ] as const) {
    await tab.evaluate(`setTimeout(${ask})`);
    const row = devtools.getByRole('row').filter({ hasText: name });
    await expect(row.locator('.initiator-column'), name).toContainText('own-script.js');
  }
});
