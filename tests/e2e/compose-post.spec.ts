import { expect } from '@playwright/test';
import { isJsonObject } from '#core/json/json';
import type { NextResponse } from '#demo/collector/collector';
import {
  composeSample,
  readRequestBody,
  removeStoredComposeData,
  selectCollectorTransport,
  writeDraftJson,
} from '#tests/drivers/compose-driver';
import { openSizedPanel } from '#tests/drivers/devtools';
import { fireDraft, readRecords, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

test.afterEach(({ setup }) => removeStoredComposeData(setup.browser));

const faults: readonly (readonly [string, NextResponse, string, string])[] = [
  ['401', { status: 401 }, '401 Unauthorized', t('collector.status.unauthorized')],
  ['500', { status: 500 }, '500 Internal Server Error', t('collector.status.serverError')],
  [
    'an HTML page',
    { body: { type: 'text/html', text: '<!doctype html><title>Portal</title>' } },
    '200 OK',
    t('collector.responseIsHtml'),
  ],
  ['a broken connection', { status: 0 }, '127.0.0.1', t('collector.error.unreachable.remedy')],
];

for (const [name, response, title, text] of faults) {
  test(`${name} is explained, the draft is preserved, and the next attempt succeeds`, async ({
    setup: { collector },
    opened: { panel },
  }) => {
    await composeSample(panel, 'log');
    const draft = '{"data":{"type":"api","level":"INFO","message":"one"}}';
    await writeDraftJson(panel, 'log', draft);
    await selectCollectorTransport(panel, `${collector.url}/v1/telemetry`);
    collector.forget();
    collector.respondNext(response);
    await fireDraft(panel);
    const line = panel.getByRole('status').filter({ hasText: text });
    await expect(line).toContainText(title);
    await expect(line).toContainText(tPattern('compose.draftKept'));
    await expect(panel.getByRole('textbox', { name: t('compose.asJson', { kind: 'LOG' }) })).toHaveText(draft);
    await fireDraft(panel);
    await expect(panel.getByText(tPattern('collector.postedWithResponse', { kind: 'LOG' }))).toBeVisible();
    const ends = async () => (await readRecords(panel)).map(({ requests }) => requests.map(({ end }) => end.status));
    await expect.poll(ends).toEqual([[response.status === 0 ? 'failed' : 'responded'], ['responded']]);
  });
}

test('an unreachable collector and an invalid URL are reported by messages', async ({ opened: { panel } }) => {
  await composeSample(panel, 'log');
  await selectCollectorTransport(panel, 'http://127.0.0.1:9/v1/telemetry');
  await fireDraft(panel);
  await expect(
    panel.getByText(t('compose.draftKept', { message: t('collector.error.unreachable.remedy') })),
  ).toBeVisible();
  for (const [url, problem] of [
    ['v1/telemetry', t('collector.urlInvalid')],
    ['chrome://settings', t('collector.urlNotHttp')],
  ] as const) {
    await selectCollectorTransport(panel, url);
    await panel.page().keyboard.press('Tab');
    await expect(panel.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    await expect(panel.getByRole('button', { name: t('compose.fire'), exact: true })).toBeDisabled();
  }
});

test('a slow response can be cancelled, and the draft is preserved', async ({
  setup: { collector },
  opened: { panel },
}) => {
  await composeSample(panel, 'log');
  await selectCollectorTransport(panel, `${collector.url}/v1/telemetry`);
  collector.forget();
  collector.respondNext({ delayMs: 20_000 });
  await fireDraft(panel);
  await expect.poll(() => collector.received.length).toBe(1);
  await panel.getByRole('button', { name: t('common.cancel') }).click();
  await expect(
    panel.getByText(tPattern('compose.draftKept', { message: tPattern('collector.error.cancelled.remedy') })),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: t('compose.fire'), exact: true })).toBeEnabled();
});

test('invalid JSON shows an error, posts nothing, and can be undone without loss', async ({ opened: { panel } }) => {
  await composeSample(panel, 'log');
  await selectCollectorTransport(panel, 'http://127.0.0.1:9/v1/telemetry');
  await writeDraftJson(panel, 'log', '{ "data": { "type": ');
  const form = panel.getByRole('form', { name: t('compose.asForm', { kind: 'LOG' }), includeHidden: true });
  await expect(panel.getByText(tPattern('form.jsonFault', { line: 1, column: 21 }))).toBeVisible();
  await expect(form).toHaveJSProperty('inert', true);
  await expect(panel.getByRole('button', { name: t('compose.fire'), exact: true })).toBeDisabled();
  await panel.getByRole('button', { name: t('compose.restoreJson') }).click();
  await expect(panel.getByLabel('data.message', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: t('compose.undo') }).click();
  await expect(form).toHaveJSProperty('inert', true);
});

test('Undo in the JSON view reverts input of the form, and Undo in the form reverts input of the JSON view', async ({
  opened: { panel },
}) => {
  await composeSample(panel, 'log');
  const editor = panel.getByRole('textbox', { name: t('compose.asJson', { kind: 'LOG' }) });
  await panel.getByLabel('data.message', { exact: true }).fill('a form’s value');
  await expect(editor).toContainText('a form’s value');
  await editor.press('Control+z');
  await expect(editor).not.toContainText('a form’s value');
  await writeDraftJson(panel, 'log', '{"data":{"message":"entered as JSON"}}');
  await expect(panel.getByLabel('data.message', { exact: true })).toHaveValue('entered as JSON');
  await panel.getByLabel('data.message', { exact: true }).press('Control+z');
  await expect(panel.getByLabel('data.message', { exact: true })).not.toHaveValue('entered as JSON');
});

test('a captured event can be edited and sent again, with new ids or its original ids, and the responses are compared', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await tab.getByRole('button', { name: 'Next page' }).click();
  await panel.getByRole('grid').getByRole('row').filter({ hasText: 'IMPRESSION' }).last().click();
  await panel.getByRole('button', { name: t('rowMenu.resend') }).click();
  const [captured] = (await readRecords(panel)).filter(({ kind }) => kind === 'impression').slice(-1);
  const event = captured?.event?.json;
  const mid = isJsonObject(event) ? String(event.mid) : '';
  expect(mid).not.toBe('');
  setup.collector.forget();
  await selectCollectorTransport(panel, `${setup.collector.url}/v1/telemetry`);
  await panel.getByLabel(t('collector.times'), { exact: true }).fill('3');
  await panel.getByLabel(t('collector.times'), { exact: true }).press('Tab');
  await panel.getByRole('combobox', { name: t('collector.resendAs') }).selectOption('old');
  await expect.poll(() => readRequestBody(panel)).toContain(mid);
  setup.collector.respondNext({ status: 200 });
  setup.collector.respondNext({ status: 500 });
  const fireInvalid = panel.getByRole('button', { name: t('compose.confirmInvalid.fire', { kind: 'IMPRESSION' }) });
  await fireDraft(panel);
  await fireInvalid.click();
  await expect(panel.getByText(t('collector.differFromFirst', { responses: t('count.response', 1) }))).toBeVisible();
  const mids = setup.collector.received.map(({ text }) => JSON.parse(text).events[0].mid);
  expect(mids).toEqual([mid, mid, mid]);
  await panel.getByRole('button', { name: t('collector.showResponse') }).click();
  await expect(panel.getByRole('table', { name: t('collector.responses') })).toContainText(
    `${t('collector.difference.status', { other: 500, first: 200 })}, ${t('collector.difference.body')}`,
  );
  await expect.poll(async () => (await readRecords(panel)).filter(({ sharesMid }) => sharesMid).length).toBe(4);
  await panel.getByRole('combobox', { name: t('collector.resendAs') }).selectOption('new');
  await fireDraft(panel);
  await fireInvalid.click();
  await expect(panel.getByText(t('collector.allSame'))).toBeVisible();
  expect(new Set(setup.collector.received.map(({ text }) => JSON.parse(text).events[0].mid)).size).toBe(4);
});

test.describe('closed and opened again', () => {
  test.use({ devtools: 'own' });

  test('drafts and the collector’s URL are restored after DevTools was closed', async ({
    setup,
    tab,
    opened: { panel, devtools },
  }) => {
    await composeSample(panel, 'search');
    await writeDraftJson(panel, 'search', '{ "data": { "query": "half ');
    await composeSample(panel, 'log');
    await panel.getByLabel('data.message', { exact: true }).fill('kept');
    await selectCollectorTransport(panel, 'http://127.0.0.1:9/kept');
    await devtools.close();
    const reopened = await openSizedPanel(setup.browser.context, tab, setup.browser.extensionId);
    await showView(reopened.panel, 'compose');
    await expect(reopened.panel.getByLabel('data.message', { exact: true })).toHaveValue('kept');
    await expect(reopened.panel.getByLabel(t('collector.url'), { exact: true })).toHaveValue('http://127.0.0.1:9/kept');
    await selectKind(reopened.panel, 'search');
    await expect(reopened.panel.getByRole('textbox', { name: t('compose.asJson', { kind: 'SEARCH' }) })).toHaveText(
      '{ "data": { "query": "half ',
    );
  });
});
