import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Page, Worker } from 'playwright';
import { exportEnvironments } from '#core/identity/environment-file';
import type { ResourceServer } from '#demo/resource-server/resource-server';
import { readHeapSnapshot } from '#tests/drivers/browser/heap';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPanel } from '#tests/drivers/devtools';
import { downloadExport, openExport } from '#tests/drivers/export-driver';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironmentInPopup, callIdentityService, logIn } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { logOutAll } from '#tests/keycloak/log-in-fixtures';
import { readStoredTokens } from '#tests/keycloak/stored-tokens';
import { test } from './fixtures';
import { environmentWith, logInAs, readyEntity } from './identity-fixtures';

test('no token or password is in persistent storage, logs, DOM, page memory, exports or failures', async ({
  launched,
  provider,
  resources,
}) => {
  const { context, extensionId } = launched;
  const logged: string[] = [];
  context.on('console', (message) => logged.push(message.text()));
  const watchConsole = (worker: Worker) => worker.on('console', (message) => logged.push(message.text()));
  for (const worker of context.serviceWorkers()) watchConsole(worker);
  context.on('serviceworker', watchConsole);
  context.on('weberror', (problem) => logged.push(String(problem.error().stack)));
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  popup.on('pageerror', (problem) => logged.push(`${problem.stack}`));
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  const [teacher, student] = [readyEntity(provider), readyEntity(provider, 1)];
  await logInAs(popup, teacher);
  await popup.getByLabel(t('popup.actAs.label')).click();
  await popup.getByText(tPattern('popup.actAs.on')).waitFor();
  await popup.getByRole('button', { name: t('popup.refreshNow', { userId: teacher.userId }) }).click();
  await popup.getByText(tPattern('popup.session.refreshed')).waitFor();
  await popup.getByRole('button', { name: t('popup.token.showOf', { userId: teacher.userId }) }).click();
  await popup.getByRole('region', { name: t('popup.tokenOf', { userId: teacher.userId }) }).waitFor();
  logged.push(await popup.content());
  await popup.getByRole('button', { name: t('popup.token.back') }).click();
  await popup.getByRole('button', { name: t('popup.logIn.another') }).click();
  provider.setFault('echo');
  await logIn(popup, student);
  await popup.getByRole('alert').getByText(t('identity.error.badCredentials.title')).waitFor();
  provider.setFault(null);
  await popup.getByRole('button', { name: t('popup.cancel') }).click();
  expect(await tab.evaluate("fetch('/api/v1/Teacher').then((response) => response.status)")).toBe(200);
  const unknownEnvironment = { environmentId: 'gone', userId: student.userId, password: student.password };
  logged.push(JSON.stringify(await callIdentityService(popup, 'login', unknownEnvironment)));

  const tokens = (await readStoredTokens(popup)).flatMap(({ accessToken, refreshToken }) => [
    accessToken,
    refreshToken,
  ]);
  const state = await callIdentityService(popup, 'state', {});
  logged.push(JSON.stringify(state), exportEnvironments(state.environments));
  logged.push(await popup.evaluate('document.body.innerText + location.href + JSON.stringify(localStorage)'));
  logged.push(await popup.evaluate('chrome.storage.local.get(null).then(JSON.stringify)'));
  logged.push(await tab.evaluate(PAGE_MEMORY));
  const memory = [await readHeapSnapshot(context, tab)];
  await popup.close();
  logged.push(...(await collectExtensionTexts(launched, tab, resources, memory)));
  expect(tokens).toHaveLength(2);
  for (const secret of [...tokens, teacher.password, student.password]) {
    expect(logged.join('\n')).not.toContain(secret);
    expect(memory.join('\n')).not.toContain(secret);
  }
  expect(logged.join('\n')).not.toContain('eyJ');
  await tab.close();
});

const BATCH = JSON.stringify({
  events: [{ eid: 'INTERACT', ver: '3.0', mid: 'INTERACT:1', ets: 1, edata: { type: 'TOUCH', id: 'next' } }],
});

/**
 * Returns what the options page and the real panel show, store and export after a registry response with the token.
 * Adds heap snapshots of both to `memory`.
 */
async function collectExtensionTexts(
  { context, extensionId }: LaunchedBrowser,
  tab: Page,
  resources: ResourceServer,
  memory: string[],
): Promise<readonly string[]> {
  const logged: string[] = [];
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  await options.locator('[data-ready]').waitFor();
  await options.getByRole('button', { name: t('options.check.start') }).click();
  await options.getByText(t('options.check.ok')).first().waitFor();
  const [download] = await Promise.all([
    options.waitForEvent('download'),
    options.getByRole('button', { name: t('options.exportAll') }).click(),
  ]);
  logged.push(await options.content(), await readFile(await download.path(), 'utf8'));
  memory.push(await readHeapSnapshot(context, options));
  await options.close();

  const { panel, devtools } = await openPanel(context, tab, extensionId);
  await showView(panel, 'registry');
  resources.setFault('echo');
  await panel.getByRole('textbox', { name: 'Entity' }).fill('Teacher');
  await panel.getByRole('button', { name: t('registry.send', { method: 'GET' }) }).click();
  await panel
    .getByRole('region', { name: t('registry.response') })
    .getByText('Bad request')
    .first()
    .waitFor();
  resources.setFault(null);
  await showView(panel, 'events');
  await tab.evaluate(`fetch('/telemetry/v1', { method: 'POST', body: '${BATCH}' })`);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(1);
  logged.push(await panel.content(), String(await panel.evaluate('JSON.stringify(telemetryPanel.records())')));
  for (const format of ['capture', 'har', 'curl'] as const) {
    await openExport(panel, format);
    await panel.getByRole('checkbox', { name: t('export.redact') }).uncheck();
    logged.push((await downloadExport(panel, t('export.downloadUnredacted'))).text);
  }
  memory.push(await readHeapSnapshot(context, panel));
  await devtools.close();
  return logged;
}

test('a page and a content script that request a token, or anything else, are rejected', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  await logInAs(popup, readyEntity(provider));
  const { sessions } = await callIdentityService(popup, 'state', {});
  const sessionId = sessions[0]?.id ?? '';
  const url = JSON.stringify(tab.url());
  const requests = ['token', 'claims', 'state', 'logout'].map((method) => ({
    type: 'rpc',
    service: 'identity',
    method,
    input: method === 'state' ? {} : { sessionId },
  }));
  const input = { sessionId, registryUrl: resources.url, method: 'GET', path: '/api/v1/Teacher', body: null };
  const call = { type: 'rpc', service: 'registry', method: 'call', input };
  const sendAll = (messages: readonly object[]): Promise<unknown> =>
    popup.evaluate(`(async () => {
      const [tab] = await chrome.tabs.query({ url: ${url} });
      const func = (messages) => Promise.all(messages.map((one) => chrome.runtime.sendMessage(one)));
      const ran = await chrome.scripting.executeScript({
        target: { tabId: tab.id }, func, args: [${JSON.stringify(messages)}],
      });
      return ran[0].result;
    })()`);
  expect(await sendAll([...requests, call])).toEqual(Array(5).fill({ status: 'error', code: 'denied' }));
  const tabs = () => popup.evaluate('chrome.tabs.query({}).then((all) => all.length)');
  const before = await tabs();
  expect(await sendAll(PANEL_HELP)).toEqual(Array(PANEL_HELP.length).fill(null));
  expect(await tabs()).toBe(before);
  const storage: unknown = await popup.evaluate(`(async () => {
    const [tab] = await chrome.tabs.query({ url: ${url} });
    const func = () => Promise.all([chrome.storage.session, chrome.storage.local].map((area) =>
      Promise.resolve().then(() => area.get(null)).then(() => 'read', () => 'denied')));
    return (await chrome.scripting.executeScript({ target: { tabId: tab.id }, func }))[0].result;
  })()`);
  expect(storage).toEqual(['denied', 'denied']);
  expect(await tab.evaluate('typeof chrome.runtime?.sendMessage')).toBe('undefined');
  expect((await callIdentityService(popup, 'state', {})).sessions).toHaveLength(1);
  await Promise.all([popup.close(), tab.close()]);
});

/** Requests to Firefox's background. `openPage` is no method, because a panel must not open any URL. */
const PANEL_HELP = [
  { method: 'openPage', input: { url: 'chrome://settings' } },
  { method: 'openExtensionPage', input: { path: 'options.html' } },
  { method: 'grantedOrigins', input: {} },
  { method: 'revokeAccess', input: { pattern: 'http://localhost/*' } },
].map((help) => ({ type: 'rpc', service: 'panel-help', ...help }));

/** Everything that the page can reach from its window, as text. */
const PAGE_MEMORY = `(() => {
  const visited = new Set();
  const texts = [document.documentElement.outerHTML];
  const visit = (value, depth) => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null || visited.has(value) || depth > 4) return;
    visited.add(value);
    for (const key of Object.getOwnPropertyNames(value)) {
      try { visit(value[key], depth + 1); } catch {}
    }
  };
  visit(window, 0);
  return texts.join('\\n');
})()`;
