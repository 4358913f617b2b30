import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { eventKinds } from '#core/telemetry/kinds';
import { sdkPages, sdkVersions } from '#demo/site/sdk-pages';
import { type Stack, startStack, testEntity } from '#demo/stack';
import { findFirefox, launchFirefox } from '#tests/drivers/browser/firefox';
import { type FirefoxPanel, openFirefoxPanel } from '#tests/drivers/browser/firefox-devtools';
import { toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';
import { arrivedSorted, marksOf } from '#tests/e2e/pages/ledger';
import { playUrlOf } from '#tests/e2e/pages/play-page';
import { type Pages, startPages } from '#tests/e2e/pages/server';
import { showExtensionPage } from './extension-page';

/** Prefix of the name of the port by which a panel connects to the background. The tab's ID follows. */
const BRIDGE = 'telemetry-v3-bridge:';

let stack: Stack;
let pages: Pages;
let browser: Browser;
let tab: Page;

beforeAll(async () => {
  const firefox = findFirefox();
  if (!firefox.ok) throw new Error(firefox.failure);
  stack = await startStack();
  pages = await startPages(stack.collector.url);
  browser = await launchFirefox(firefox.value);
});
afterAll(async () => {
  await browser?.close();
  await pages?.stop();
  await stack?.stop();
});
beforeEach(async () => {
  stack.collector.forget();
  tab = await browser.newPage();
});
afterEach(() => tab.close());

describe('in Firefox', () => {
  for (const sdk of sdkVersions) {
    it(`each call of the ${sdk} page is one row, sent once and accepted with 200`, async () => {
      await tab.goto(`${stack.site.url}/blank/`);
      const panel = await openFirefoxPanel(browser, tab);
      await tab.goto(`${stack.site.url}${sdkPages[sdk].path}`);
      await tab.click('#play');
      await tab.waitForSelector('body[data-played]', { timeout: WAIT_TIMEOUT_MS });
      const calls = (await tab.evaluate('lessonLog')) as readonly { readonly method: string }[];
      await expect
        .poll(() => readJourneys(panel))
        .toEqual(calls.map(({ method }) => ({ method, state: 'accepted', requests: [200] })));
      const arrived = arrivedSorted(stack.collector.received, ({ eid }) => eid.toLowerCase());
      expect(arrived).toEqual(calls.map(({ method }) => method).toSorted());
    });
  }

  it('a panel window shows each call of its tab as one row, sent once and accepted with 200', async () => {
    await tab.goto(`${stack.site.url}${sdkPages['2.0.1'].path}`);
    const extensionPage = await browser.newPage();
    await showExtensionPage(extensionPage, 'reference.html', 'body');
    const tabId = await extensionPage.evaluate(
      `browser.tabs.query({}).then((all) => all.find(({ url }) => url?.startsWith('${stack.site.url}')).id)`,
    );
    await showExtensionPage(extensionPage, `panel.html?tab=${tabId}`, '[data-ready]');
    await tab.bringToFront();
    await tab.click('#play');
    await tab.waitForSelector('body[data-played]', { timeout: WAIT_TIMEOUT_MS });
    const calls = (await tab.evaluate('lessonLog')) as readonly { readonly method: string }[];
    await expect
      .poll(() => readJourneys(extensionPage))
      .toEqual(calls.map(({ method }) => ({ method, state: 'accepted', requests: [200] })));
    await extensionPage.close();
  });

  it('the samples that are fired manually are captured as rows and reach the collector', async () => {
    await tab.goto(`${stack.site.url}${sdkPages['2.0.1'].path}`);
    const panel = await openFirefoxPanel(browser, tab);
    await click(panel, '[role=tab]', t('toolbar.compose'));
    await click(panel, 'button', t('empty.fireSamples'));
    await expect
      .poll(async () => (await readRecords(panel)).map(({ name, firedBy }) => [name, firedBy.type]))
      .toEqual(eventKinds.map((kind) => [kind, 'panel']));
    await expect
      .poll(() => arrivedSorted(stack.collector.received, ({ eid }) => eid.toLowerCase()))
      .toEqual(eventKinds.toSorted());
  });

  it('a beacon on pagehide is captured, and its events arrive', async () => {
    await tab.goto(`${pages.url}/empty/`);
    const panel = await openFirefoxPanel(browser, tab);
    const leaving = { on: 'pagehide', calls: 3 } as const;
    await tab.goto(playUrlOf(pages.url, { sdk: '2.0.1', transport: 'beacon-blob', batch: 20, leaving }));
    await tab.waitForFunction('typeof player === "object"');
    await tab.goto(`${pages.url}/empty/`);
    await expect
      .poll(async () => (await readRecords(panel)).map(({ call }) => (call?.args[0] as { id: string } | undefined)?.id))
      .toEqual(marksOf('leave', 3));
    await expect
      .poll(() => arrivedSorted(stack.collector.received, ({ edata }) => edata.id))
      .toEqual(marksOf('leave', 3));
    expect(['sent', 'accepted']).toContain((await readJourneys(panel))[0]?.state);
    expect((await readRecords(panel)).map(({ requests }) => requests.map(({ transport }) => transport))).toEqual(
      Array(3).fill(['beacon']),
    );
  });

  it('a content script cannot use the background’s methods for panels or the relay of its tab', async () => {
    await tab.goto(`${pages.url}/empty/`);
    const extensionPage = await browser.newPage();
    await showExtensionPage(extensionPage, 'reference.html', 'body');
    const tabId = Number(
      await extensionPage.evaluate(
        `browser.tabs.query({}).then((all) => all.find(({ url }) => url?.startsWith('${pages.url}')).id)`,
      ),
    );
    await extensionPage.evaluate(`void (window.messageTypes = []), window.port = browser.runtime.connect({ name: '${BRIDGE}${tabId}' }),
      port.onMessage.addListener(({ type }) => messageTypes.push(type))`);
    const tabs = () => extensionPage.evaluate('browser.tabs.query({}).then((all) => all.length)');
    const before = await tabs();
    const messages = [
      { type: 'rpc', service: 'panel-help', method: 'openExtensionPage', input: { path: 'options.html' } },
      { type: 'rpc', service: 'panel-help', method: 'grantedOrigins', input: {} },
    ];
    const attack = `async (tabId, messages) => {
      browser.runtime.connect({ name: '${BRIDGE}' + tabId });
      browser.runtime.connect({ name: 'telemetry-v3-relay' });
      return (await Promise.all(messages.map((one) => browser.runtime.sendMessage(one)))).map((response) => response ?? null);
    }`;
    const responses = await extensionPage.evaluate(`browser.scripting.executeScript({
      target: { tabId: ${tabId} }, func: ${attack}, args: ${JSON.stringify([tabId, messages])},
    }).then(([{ result }]) => result)`);
    expect(responses).toEqual(Array(2).fill({ status: 'error', code: 'denied' }));
    await expect.poll(() => extensionPage.evaluate('messageTypes')).toContain('opened');
    expect(await tabs()).toBe(before);
    await extensionPage.close();
  });

  it('an entity can log in at the provider through the popup', async () => {
    await showExtensionPage(tab, 'popup.html', '.popup[data-ready]');
    const message = {
      type: 'rpc',
      service: 'identity',
      method: 'saveEnvironment',
      input: { environmentId: null, draft: toEnvironmentDraft(stack.provider) },
    };
    await tab.evaluate(`browser.runtime.sendMessage(${JSON.stringify(message)})`);
    await showExtensionPage(tab, 'popup.html', 'input[type=password]');
    const entity = testEntity(stack);
    await tab.locator('input[type=text]').fill(entity.userId);
    await tab.locator('input[type=password]').fill(entity.password);
    await tab.locator('button[type=submit]').click();
    await tab.waitForSelector(`::-p-text(${t('popup.inUse')})`, { timeout: WAIT_TIMEOUT_MS });
    expect(stack.provider.requests.at(-1)).toMatchObject({ grantType: 'password', userId: entity.userId });
  });
});

async function readRecords(panel: Pick<FirefoxPanel, 'evaluate'>): Promise<readonly TelemetryRecord[]> {
  return (await panel.evaluate('telemetryPanel.records()')) as readonly TelemetryRecord[];
}

async function readJourneys(panel: Pick<FirefoxPanel, 'evaluate'>) {
  return (await readRecords(panel)).map((record) => ({
    method: record.call?.method,
    state: journeyState(record),
    requests: record.requests.map(({ end }) => (end.status === 'responded' ? end.httpStatus : end.status)),
  }));
}

/** Clicks the first matching element whose text starts with `text`, once the element exists. */
async function click(panel: FirefoxPanel, selector: string, text: string): Promise<void> {
  await panel.evaluate(`new Promise((clicked) => {
    const poll = () => {
      const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
      const found = all.find((each) => each.textContent.trim().toLowerCase().startsWith(${JSON.stringify(text.toLowerCase())}));
      if (!found) return setTimeout(poll, 20);
      found.click();
      clicked(true);
    };
    poll();
  })`);
}
