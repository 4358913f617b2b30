import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundlePageScript } from '#build/bundle-page-script';
import { findFirefox } from '#tests/drivers/browser/firefox';
import { explainMissingWebKit, launchWebKit, type WebKit } from '#tests/drivers/browser/webkit';
import {
  formatTransportCase,
  type InjectedSite,
  playTransportCase,
  startInjectedSite,
  transportCases,
} from '#tests/drivers/injected-site';
import { itUnless } from '#tests/drivers/it-unless';
import { waitFor } from '#tests/drivers/wait-for';

const until = (check: () => Promise<void>) => waitFor(check);
let site: InjectedSite;

beforeAll(async () => {
  site = await startInjectedSite(await bundlePageScript());
});
beforeEach(() => site.clear());
afterAll(() => site?.stop());

/** Fires through the page that is open. */
async function fireInPage(): Promise<void> {
  const frame = await waitFor(() => {
    const [found] = site.pages.state().frames;
    if (found === undefined || found.sdks.length === 0) throw new Error('No page takes commands.');
    return found;
  });
  const args = [{ type: 'TOUCH', id: 'fired', pageid: 'home' }];
  const isDelivered = site.pages.sendCommand(frame.documentId, {
    type: 'fire',
    requestId: 'r-1',
    sdk: 0,
    method: 'interact',
    args,
  });
  expect(isDelivered).toBe(true);
  await waitFor(() => expect(site.listEvents()).toContainEqual(['fired', 'accepted', true, 1]));
}

describe('a page with the injected hook in Firefox', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const found = findFirefox();
    if (!found.ok) throw new Error(found.failure);
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: found.value, headless: true });
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  for (const transportCase of transportCases) {
    it(`an event is captured from the call to the response, with ${formatTransportCase(transportCase)}`, async () => {
      const expected = await playTransportCase(site, transportCase, {
        goto: (url) => page.goto(url),
        evaluate: (text) => page.evaluate(text),
        until,
      });
      await waitFor(() => expect(site.listEvents()).toEqual(expected));
    });
  }

  it('a fire command of the panel is executed', async () => {
    await playTransportCase(
      site,
      { sdk: '2.0.1', transport: 'own' },
      { goto: (url) => page.goto(url), evaluate: (text) => page.evaluate(text), until },
    );
    await fireInPage();
  });
});

describe('a page with the injected hook in WebKit', () => {
  let browser: WebKit | null = null;
  const startWebKit = async (): Promise<WebKit> => {
    browser ??= await launchWebKit();
    return browser;
  };
  afterAll(() => browser?.close());

  for (const transportCase of transportCases) {
    itUnless(
      explainMissingWebKit(),
      `in WebKit, an event is captured from the call to the response, with ${formatTransportCase(transportCase)}`,
      async () => {
        const expected = await playTransportCase(site, transportCase, { ...(await startWebKit()), until });
        await waitFor(() => expect(site.listEvents()).toEqual(expected));
      },
    );
  }

  itUnless(explainMissingWebKit(), 'in WebKit, a fire command of the panel is executed', async () => {
    await playTransportCase(site, { sdk: '2.0.1', transport: 'own' }, { ...(await startWebKit()), until });
    await fireInPage();
  });
});
