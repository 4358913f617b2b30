// Expects events of a page in Chromium. Needs puppeteer-core and telemetry-v3, and the path of a browser in CHROMIUM_PATH.
// Run: telemetry-v3 serve --run 'node --test puppeteer.test.mjs'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch } from 'puppeteer-core';
import { connect } from 'telemetry-v3/client';

/** Events of this base URL are a run of their own, so that tests may run at the same time. */
const RUN = 'puppeteer';
const telemetryUrl = `${process.env.TELEMETRY_V3_URL}/run/${RUN}/v1/telemetry`;
const telemetry = connect({ run: RUN });

/** Stands for your app, whose telemetry URL is `telemetryUrl`. */
const app = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Lesson</title><button>Next</button><script>
    document.querySelector('button').addEventListener('click', () => {
      const event = {
        eid: 'INTERACT', ets: Date.now(), ver: '3.0', mid: 'INTERACT:' + crypto.randomUUID(),
        actor: { id: 'learner-7', type: 'User' },
        context: { channel: 'learn', env: 'content', pdata: { id: 'learn.portal', ver: '1.0' } },
        edata: { type: 'TOUCH', id: 'next', pageid: 'home' },
      };
      navigator.sendBeacon(${JSON.stringify(telemetryUrl)}, JSON.stringify({ events: [event] }));
    });
  </script>`);
});
let browser;

before(async () => {
  await once(app.listen(0, '127.0.0.1'), 'listening');
  browser = await launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
});

after(async () => {
  await browser?.close();
  app.close();
});

test('a touch is sent', async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${app.address().port}/`);
  await page.click('button');
  const [{ event }] = await telemetry.wait('kind:interact pageid:home is:valid', { timeout: '10s' });
  assert.equal(event.edata.id, 'next');
});

test('nothing is sent for another page', async () => {
  await assert.rejects(telemetry.wait('pageid:settings', { timeout: '100ms' }), /does not meet pageid:settings/);
});
