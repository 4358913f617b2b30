import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import {
  composeSample,
  readRequestBody,
  removeStoredComposeData,
  selectCollectorTransport,
  writeDraftJson,
} from '#tests/drivers/compose-driver';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { explainMissingTools } from '#tests/runner/command-line-tools';
import { type TestSetup, test } from './fixtures';

test.use({ devtools: 'shared' });

test.afterEach(({ setup }) => removeStoredComposeData(setup.browser));

/** A string with characters that are special for shells, for JavaScript and for HTML. */
const message = `it's "$HOME" \`id\` \\ दिल्ली 🌍 </script>`;
const data = { type: 'api', level: 'INFO', message };

test('a draft that is copied as an SDK call and as a Playwright step has the same effect as Fire', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await composeSample(panel, 'log');
  await writeDraftJson(panel, 'log', JSON.stringify({ data }));
  const call = await copyDraftAs(panel, tab, setup, t('compose.copyAs.sdk'));
  expect(call).toBe(`$t.log(${JSON.stringify(data, null, 2)});\n`);
  await tab.evaluate(call);

  const step = await copyDraftAs(panel, tab, setup, t('compose.copyAs.playwright'));
  expect(step).toBe(`await page.evaluate((args) => $t.log(...args), [${JSON.stringify(data, null, 2)}]);\n`);
  await runInNewContext(`(async () => { ${step} })()`, { page: tab });
  const fired = () => readRecords(panel).then((all) => all.map(({ kind, call: made }) => ({ kind, args: made?.args })));
  await expect.poll(fired).toEqual([
    { kind: 'log', args: [data] },
    { kind: 'log', args: [data] },
  ]);
});

test('a draft that is copied as curl and as fetch reaches the collector byte for byte as shown', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const missing = explainMissingTools(['curl']);
  test.skip(missing !== null, missing ?? '');
  const { collector } = setup;
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await composeSample(panel, 'log');
  await writeDraftJson(panel, 'log', JSON.stringify({ data }));
  await selectCollectorTransport(panel, `${collector.url}/v1/telemetry?from=${encodeURIComponent("it's")}`);
  const body = await readRequestBody(panel);
  collector.forget();

  const curl = await copyDraftAs(panel, tab, setup, 'curl');
  expect(curl).toContain(`--url 'http://127.0.0.1:`);
  await promisify(execFile)('sh', ['-c', curl]);
  const fetching = await copyDraftAs(panel, tab, setup, 'fetch');
  await tab.evaluate(`(async () => { ${fetching} })()`);
  expect(
    collector.received.map(({ text, path, headers }) => [text, decodeURIComponent(path), headers['content-type']]),
  ).toEqual([
    [body, "/v1/telemetry?from=it's", 'application/json'],
    [body, "/v1/telemetry?from=it's", 'application/json'],
  ]);
});

/** Copies the draft in a format. Returns the clipboard, which the inspected tab reads. */
async function copyDraftAs(panel: Frame, tab: Page, { browser, site }: TestSetup, format: string): Promise<string> {
  await panel.getByRole('button', { name: t('compose.copyAs.title') }).click();
  await panel
    .getByRole('group', { name: t('compose.copyAs.title') })
    .getByRole('button', { name: format, exact: true })
    .click();
  await expect(panel.getByText(t('compose.copyAs.copied', { kind: 'LOG', format }))).toBeVisible();
  await browser.context.grantPermissions(['clipboard-read'], { origin: site.url });
  await tab.bringToFront();
  return tab.evaluate('navigator.clipboard.readText()');
}
