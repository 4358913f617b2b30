import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { TelemetryRecord } from '#core/journey/record';
import { openDevtoolsOf, openPanelIn } from '#tests/drivers/devtools';
import { readRecords } from '#tests/drivers/panel-driver';
import { t, textsInOrder } from '#tests/drivers/texts';
import { test } from './fixtures';

/** Starts a server that redirects each POST to `/v<status>`, and responds to all other requests with 200. */
function startRedirectingCollector() {
  const server = createServer((request, response) => {
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    const status = Number(/^\/v(\d+)/.exec(request.url ?? '')?.[1]);
    if (request.method === 'OPTIONS' || !status)
      response.writeHead(200, { ...cors, 'Content-Type': 'application/json' }).end('{"from":"collector"}');
    else response.writeHead(status, { ...cors, Location: `/end/${status}` }).end();
  });
  return new Promise<{ readonly url: string; readonly stop: () => void }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, stop: () => server.close() });
    });
  });
}

test('redirects from before the panel was opened are separate requests if DevTools was open', async ({
  setup,
  tab,
}) => {
  const collector = await startRedirectingCollector();
  const devtools = await openDevtoolsOf(setup.browser.context, tab);
  await tab.goto(setup.pageUrlOf('2.0.1'));
  for (const status of [301, 307]) {
    const reported = await tab.evaluate(
      async ({ url, status }) => {
        const events = [{ eid: 'LOG', ets: Date.now(), ver: '3.0', mid: `LOG:${status}`, edata: {} }];
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch(`${url}/v${status}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ events }),
        });
        return response.status;
      },
      { url: collector.url, status },
    );
    expect(reported).toBe(200);
  }
  const { panel } = await openPanelIn(devtools, setup.browser.extensionId);
  const ends = (records: readonly TelemetryRecord[]) =>
    records.flatMap(({ event, requests }) =>
      requests.map(({ end, responseText }) => [
        event?.json,
        'httpStatus' in end ? end.httpStatus : end.status,
        responseText,
      ]),
    );
  const expected = [
    [expect.objectContaining({ mid: 'LOG:301' }), 301, null],
    [expect.objectContaining({ mid: 'LOG:307' }), 200, '{"from":"collector"}'],
  ];
  // Requests of DevTools' log are merged one after the other.
  await expect.poll(async () => ends(await readRecords(panel))).toEqual(expected);
  await expect(
    panel
      .getByRole('grid', { name: t('list.title') })
      .getByRole('row')
      .filter({ hasText: 'LOG' }),
  ).toHaveText([textsInOrder(t('journey.failed')), textsInOrder(t('journey.accepted'))]);
  collector.stop();
});
