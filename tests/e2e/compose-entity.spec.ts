import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import {
  composeSample,
  readRequestBody,
  removeStoredComposeData,
  selectCollectorTransport,
  selectPageTransport,
  writeDraftJson,
} from '#tests/drivers/compose-driver';
import { fireDraft, readRecords } from '#tests/drivers/panel-driver';
import {
  addEnvironment,
  callIdentityService,
  logIn,
  readSession,
  toEnvironmentDraft,
} from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { logOutAll } from '#tests/keycloak/log-in-fixtures';
import { type TestSetup, test } from './fixtures';
import { readyEntity } from './identity-fixtures';

test.use({ devtools: 'shared' });

test.afterEach(async ({ setup }) => {
  await removeStoredComposeData(setup.browser);
  await forgetEntities(setup);
});

test('a post as the logged-in entity has the entity as its actor, and its token is sent to the collector, but not to the page or the panel', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const { userId, token } = await logInSecondEntity(setup);
  const { collector } = setup;
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await composeSample(panel, 'log');
  await writeDraftJson(panel, 'log', '{"data":{"type":"api","level":"INFO","message":"as an entity"}}');
  await panel.getByRole('button', { name: t('compose.asEntity', { entity: userId }) }).click();
  const actor = { id: userId, type: 'User' };

  await selectPageTransport(panel);
  await fireDraft(panel);
  await expect(panel.getByText(tPattern('compose.firedCaptured', { kind: 'LOG' }))).toBeVisible();
  const [bySdk] = await readRecords(panel);
  expect(bySdk?.call?.args[1]).toEqual({ actor });
  expect(bySdk?.event?.json).toMatchObject({ actor });

  await selectCollectorTransport(panel, `${collector.url}/v1/telemetry`);
  await allowTokenOf(panel, userId);
  const body = await readRequestBody(panel);
  expect(JSON.parse(body)).toMatchObject({ events: [{ actor }] });
  collector.forget();
  await fireDraft(panel);
  await expect(panel.getByText(tPattern('collector.postedWithResponse', { kind: 'LOG' }))).toBeVisible();
  expect(collector.received.map(({ text, headers }) => ({ text, by: headers.authorization }))).toEqual([
    { text: body, by: `Bearer ${token}` },
  ]);
  await panel.getByRole('button', { name: t('collector.showResponse') }).click();

  const inPage =
    'document.documentElement.outerHTML + JSON.stringify([performance.getEntries(), Object.entries(localStorage)])';
  const inPanel = `chrome.storage.local.get().then((stored) =>
    JSON.stringify([stored, window.telemetryPanel.records()]) + document.documentElement.outerHTML)`;
  for (const content of [await tab.evaluate<string>(inPage), await panel.evaluate<string>(inPanel)]) {
    expect([content.includes('demo-channel'), content.includes(token), content.includes('eyJ')]).toEqual([
      true,
      false,
      false,
    ]);
  }
});

test('a token in the collector’s response is not passed to the panel, and a post after log-out has no entity', async ({
  setup,
  opened: { panel },
}) => {
  const { userId, token } = await logInSecondEntity(setup);
  const { collector } = setup;
  await composeSample(panel, 'log');
  await selectCollectorTransport(panel, `${collector.url}/v1/telemetry`);
  await allowTokenOf(panel, userId);
  collector.respondNext({ status: 401, body: { type: 'text/plain', text: `Not this one: ${token}` } });
  await fireDraft(panel);
  await panel.getByRole('button', { name: t('collector.showResponse') }).click();
  await expect(panel.getByText('Not this one: •••')).toBeVisible();
  expect(JSON.stringify(await readRecords(panel))).not.toContain(token);

  await forgetEntities(setup);
  await expect(panel.getByRole('combobox', { name: t('collector.asEntity') })).toHaveValue('none');
  collector.forget();
  await fireDraft(panel);
  await expect(panel.getByText(tPattern('collector.postedWithResponse', { kind: 'LOG' }))).toBeVisible();
  expect(collector.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

/** Selects the entity, and confirms in the dialog that its token is sent to the collector. */
async function allowTokenOf(panel: Frame, userId: string): Promise<void> {
  await panel.getByRole('combobox', { name: t('collector.asEntity') }).selectOption(userId);
  await panel
    .getByRole('button', { name: tPattern('collector.sendToken.confirm', { host: /127\.0\.0\.1:\d+/ }) })
    .click();
  await expect(
    panel.getByText(tPattern('collector.sendToken.active', { userId, host: /127\.0\.0\.1:\d+/ })),
  ).toBeVisible();
}

/**
 * Logs in an entity that no demo page uses as its actor.
 * Opens the popup in a tab, because the window of DevTools cannot show it.
 */
async function logInSecondEntity({
  provider,
  browser,
}: TestSetup): Promise<{ readonly userId: string; readonly token: string }> {
  const { context, extensionId } = browser;
  await addEnvironment(context, extensionId, toEnvironmentDraft(provider));
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${extensionId}/popup.html`);
  const entity = readyEntity(provider, 1);
  await logIn(popup, entity);
  await popup.getByText(t('popup.inUse')).waitFor();
  const session = await readSession(popup, entity.userId);
  const response = await callIdentityService(popup, 'token', { sessionId: session?.id ?? '' });
  if (!response.ok) throw new Error(`There is no token: ${response.failure.reason}`);
  await popup.close();
  return { userId: entity.userId, token: response.value.accessToken };
}

/** Restores the browser for other tests: logs out, and removes the environment of this file. */
async function forgetEntities({ browser: { context, extensionId } }: TestSetup): Promise<void> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/reference.html`);
  await logOutAll(page);
  const { environments } = await callIdentityService(page, 'state', {});
  for (const { id, name } of environments) {
    if (name === 'Demo registry') await callIdentityService(page, 'removeEnvironment', { environmentId: id });
  }
  await page.close();
}
