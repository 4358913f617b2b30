import { expect } from '@playwright/test';
import { isJsonObject } from '#core/json/json';
import type { NextAnswer } from '#demo/collector/collector';
import { compose, fireAtCollector, forgetComposed, shownBody, writeJson } from '#tests/drivers/compose-driver';
import { openSizedPanel } from '#tests/drivers/devtools';
import { chooseKind, fireDraft, recordsOf, showView } from '#tests/drivers/panel-driver';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

test.afterEach(({ world }) => forgetComposed(world.browser));

const faults: readonly (readonly [string, NextAnswer, string, RegExp])[] = [
  ['401', { status: 401 }, '401 Unauthorized', /wants to know who sends\. Choose an entity/],
  ['500', { status: 500 }, '500 Internal Server Error', /is in trouble\. Look into its log/],
  [
    'an HTML page',
    { body: { type: 'text/html', text: '<!doctype html><title>Portal</title>' } },
    '200 OK',
    /HTML page, so this is most likely no collector/,
  ],
  ['a broken connection', { status: 0 }, '127.0.0.1', /Start the collector, or change the address/],
];

for (const [name, answer, title, words] of faults) {
  test(`${name} is told in words, the draft is still there, and the next try gets through`, async ({
    world: { collector },
    opened: { panel },
  }) => {
    await compose(panel, 'log');
    const draft = '{"data":{"type":"api","level":"INFO","message":"one"}}';
    await writeJson(panel, 'log', draft);
    await fireAtCollector(panel, `${collector.url}/v1/telemetry`);
    collector.forget();
    collector.answerNext(answer);
    await fireDraft(panel);
    const line = panel.getByRole('status').filter({ hasText: words });
    await expect(line).toContainText(title);
    await expect(line).toContainText('The draft is kept.');
    await expect(panel.getByRole('textbox', { name: 'LOG as JSON' })).toHaveText(draft);
    await fireDraft(panel);
    await expect(panel.getByText(/^LOG posted .* answered/)).toBeVisible();
    const ends = async () => (await recordsOf(panel)).map(({ requests }) => requests.map(({ end }) => end.status));
    await expect.poll(ends).toEqual([[answer.status === 0 ? 'failed' : 'answered'], ['answered']]);
  });
}

test('a collector that nobody runs, and an address that is none, are told in words', async ({ opened: { panel } }) => {
  await compose(panel, 'log');
  await fireAtCollector(panel, 'http://127.0.0.1:9/v1/telemetry');
  await fireDraft(panel);
  await expect(panel.getByText(/Start the collector, or change the address\. The draft is kept/)).toBeVisible();
  for (const [address, problem] of [
    ['v1/telemetry', 'Not a URL. Enter the whole URL, with https://.'],
    ['chrome://settings', 'Enter an http or https URL.'],
  ] as const) {
    await fireAtCollector(panel, address);
    await panel.page().keyboard.press('Tab');
    await expect(panel.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Fire', exact: true })).toBeDisabled();
  }
});

test('a slow answer is cancelled, and the draft is still there', async ({
  world: { collector },
  opened: { panel },
}) => {
  await compose(panel, 'log');
  await fireAtCollector(panel, `${collector.url}/v1/telemetry`);
  collector.forget();
  collector.answerNext({ delayMs: 20_000 });
  await fireDraft(panel);
  await expect.poll(() => collector.received.length).toBe(1);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(
    panel.getByText(/was not waited for\. It may have arrived all the same\. The draft is kept/),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Fire', exact: true })).toBeEnabled();
});

test('JSON that cannot be read says what to mend, posts nothing, and goes back without loss', async ({
  opened: { panel },
}) => {
  await compose(panel, 'log');
  await fireAtCollector(panel, 'http://127.0.0.1:9/v1/telemetry');
  await writeJson(panel, 'log', '{ "data": { "type": ');
  await expect(panel.getByRole('heading', { name: 'Not readable as a form' })).toBeVisible();
  await expect(panel.getByText(/Line 1, column 21: The text ends too early/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Fire', exact: true })).toBeDisabled();
  await panel.getByRole('button', { name: 'Go back to the last text that could be read' }).click();
  await expect(panel.getByLabel('data.message', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('heading', { name: 'Not readable as a form' })).toBeVisible();
});

test('what is typed in the form is undone in the JSON, and the other way round', async ({ opened: { panel } }) => {
  await compose(panel, 'log');
  const editor = panel.getByRole('textbox', { name: 'LOG as JSON' });
  await panel.getByLabel('data.message', { exact: true }).fill('typed in the form');
  await expect(editor).toContainText('typed in the form');
  await editor.press('Control+z');
  await expect(editor).not.toContainText('typed in the form');
  await writeJson(panel, 'log', '{"data":{"message":"typed as JSON"}}');
  await expect(panel.getByLabel('data.message', { exact: true })).toHaveValue('typed as JSON');
  await panel.getByLabel('data.message', { exact: true }).press('Control+z');
  await expect(panel.getByLabel('data.message', { exact: true })).not.toHaveValue('typed as JSON');
});

test('a captured event is edited and sent again, with new ids or with its own, and the answers are compared', async ({
  world,
  tab,
  opened: { panel },
}) => {
  await tab.goto(world.addressOf('2.0.1'));
  await tab.getByRole('button', { name: 'Next page' }).click();
  await panel.getByRole('grid').getByRole('row').filter({ hasText: 'IMPRESSION' }).last().click();
  await panel.getByRole('button', { name: 'Edit and resend' }).click();
  const [captured] = (await recordsOf(panel)).filter(({ kind }) => kind === 'impression').slice(-1);
  const event = captured?.event?.json;
  const mid = isJsonObject(event) ? String(event.mid) : '';
  expect(mid).not.toBe('');
  world.collector.forget();
  await fireAtCollector(panel, `${world.collector.url}/v1/telemetry`);
  await panel.getByLabel('Times', { exact: true }).fill('3');
  await panel.getByLabel('Times', { exact: true }).press('Tab');
  await panel.getByRole('combobox', { name: 'mid and ets' }).selectOption('old');
  await expect.poll(() => shownBody(panel)).toContain(mid);
  world.collector.answerNext({ status: 200 });
  world.collector.answerNext({ status: 500 });
  const fireInvalid = panel.getByRole('button', { name: 'Fire invalid IMPRESSION' });
  await fireDraft(panel);
  await fireInvalid.click();
  await expect(panel.getByText('1 answer not like the first.')).toBeVisible();
  const mids = world.collector.received.map(({ text }) => JSON.parse(text).events[0].mid);
  expect(mids).toEqual([mid, mid, mid]);
  await panel.getByRole('button', { name: 'Show the answer' }).click();
  await expect(panel.getByRole('table', { name: 'Answers' })).toContainText('status 500, not 200, another body');
  await expect.poll(async () => (await recordsOf(panel)).filter(({ sharesMid }) => sharesMid).length).toBe(4);
  await panel.getByRole('combobox', { name: 'mid and ets' }).selectOption('new');
  await fireDraft(panel);
  await fireInvalid.click();
  await expect(panel.getByText('All answers are the same.')).toBeVisible();
  expect(new Set(world.collector.received.map(({ text }) => JSON.parse(text).events[0].mid)).size).toBe(4);
});

test.describe('closed and opened again', () => {
  test.use({ devtools: 'own' });

  test('drafts and the collector’s address are there again after DevTools was closed', async ({
    world,
    tab,
    opened: { panel, devtools },
  }) => {
    await compose(panel, 'search');
    await writeJson(panel, 'search', '{ "data": { "query": "half ');
    await compose(panel, 'log');
    await panel.getByLabel('data.message', { exact: true }).fill('kept');
    await fireAtCollector(panel, 'http://127.0.0.1:9/kept');
    await devtools.close();
    const again = await openSizedPanel(world.browser.context, tab, world.browser.extensionId);
    await showView(again.panel, 'Compose');
    await expect(again.panel.getByLabel('data.message', { exact: true })).toHaveValue('kept');
    await expect(again.panel.getByLabel('Collector’s address', { exact: true })).toHaveValue('http://127.0.0.1:9/kept');
    await chooseKind(again.panel, 'search');
    await expect(again.panel.getByRole('textbox', { name: 'SEARCH as JSON' })).toHaveText(
      '{ "data": { "query": "half ',
    );
  });
});
