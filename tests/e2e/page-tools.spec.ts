import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { openDevtoolsOf } from '#tests/drivers/devtools';
import { launch, test } from './fixtures';

/** Sends requests. DevTools shows the script as a separate file. */
const OWN_SCRIPT = `
function sendByFetch() { fetch('/nothing-by-fetch', { method: 'POST', body: '{}' }).catch(() => undefined); }
function sendByXhr() { const xhr = new XMLHttpRequest(); xhr.open('POST', '/nothing-by-xhr'); xhr.send('{}'); }
function sendByBeacon() { navigator.sendBeacon('/nothing-by-beacon', '{}'); }
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
  for (const [functionName, name] of [
    ['sendByFetch', 'nothing-by-fetch'],
    ['sendByXhr', 'nothing-by-xhr'],
    ['sendByBeacon', 'nothing-by-beacon'],
  ] as const) {
    await tab.evaluate(`setTimeout(${functionName})`);
    const row = devtools.getByRole('row').filter({ hasText: name });
    await expect(row.locator('.initiator-column'), name).toContainText('own-script.js');
  }
});

/** An SDK that DevTools shows as a separate file. `log` warns and sends, `interact` throws. */
const OWN_SDK = `
const nothing = () => undefined;
globalThis.EkTelemetry = {
  initialize: nothing, start: nothing, end: nothing, impression: nothing, assess: nothing, response: nothing,
  log() {
    console.warn('a warning of the SDK');
    const event = { eid: 'LOG', ets: Date.now(), ver: '3.0', mid: 'LOG:1', edata: {} };
    document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: event }));
    const body = JSON.stringify({ id: 'ekstep.telemetry', events: [event] });
    fetch('/nothing', { method: 'POST', body }).catch(nothing);
    const xhr = new XMLHttpRequest();
    xhr.open('POST', '/nothing');
    xhr.send(body);
    navigator.sendBeacon('/nothing', body);
    return Promise.resolve();
  },
  interact() { throw new Error('an error of the SDK'); },
};
function callThatSends() { EkTelemetry.log({ type: 'system', level: 'INFO', message: 'm' }); }
function callThatThrows() { EkTelemetry.interact({ id: 'x' }); }
//# sourceURL=own-sdk.js`;

test('the Console links messages of the SDK to the SDK’s own file', async ({ setup, pages, tab }) => {
  await tab.goto(`${pages.url}/empty/`);
  const devtools = await openDevtoolsOf(setup.browser.context, tab);
  await devtools.getByRole('tab', { name: 'Console', exact: true }).first().click();
  await tab.addScriptTag({ content: OWN_SDK });
  await tab.evaluate('void setTimeout(callThatSends)');
  const message = devtools.locator('.console-message').filter({ hasText: 'a warning of the SDK' });
  await expect(message.locator('.console-message-anchor')).toContainText('own-sdk.js:6');
});

test('“Pause on caught exceptions” does not pause in the extension’s code during a watched call', async ({
  headless,
  pages,
}) => {
  // A separate browser, because DevTools stores the setting in the profile, and would pause pages of other tests.
  const { context, close } = await launch(headless ?? true);
  try {
    const tab = context.pages()[0] ?? (await context.newPage());
    await tab.goto(`${pages.url}/empty/`);
    const devtools = await openDevtoolsOf(context, tab);
    await devtools.getByRole('tab', { name: 'Sources', exact: true }).first().click();
    await tab.addScriptTag({ content: OWN_SDK });
    await devtools.getByText('Pause on caught exceptions').filter({ visible: true }).click();
    // A call that DevTools does not pause returns.
    await tab.evaluate('callThatSends()');
    // DevTools pauses on a call that throws.
    await tab.evaluate('void setTimeout(() => { try { callThatThrows(); } catch {} })');
    await expect(devtools.getByText('Paused on exception')).toBeVisible();
    await expect(devtools.locator('.call-frame-item.selected')).toContainText('own-sdk.js:17');
    await devtools.keyboard.press('F8');
  } finally {
    await close();
  }
});
