import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import { startResourceServer } from '#demo/resource-server/resource-server';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPanel } from '#tests/drivers/devtools';
import { showView } from '#tests/drivers/panel-driver';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironmentInPopup } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { logOutAll } from '#tests/keycloak/log-in-fixtures';
import { test } from './fixtures';
import { environmentWith, logInAs, readyEntity } from './identity-fixtures';

/** The tests share the registry, which lists the calls of all tests. */
test.beforeEach(({ resources }) => resources.forget());
test.afterEach(async ({ launched: { context }, resources }) => {
  for (const page of context.pages().slice(1)) await page.close();
  resources.setFault(null);
  resources.release();
});

test('the registry view can list, retrieve, search, update and attest as the active entity, and can reopen a past call', async ({
  launched,
  provider,
  resources,
}) => {
  const panel = await openRegistryAs(launched, environmentWith(provider, resources), readyEntity(provider));
  await expect(
    panel.getByText(t('registry.actingAs', { user: 'teacher-04', environment: 'Demo registry' })),
  ).toBeVisible();
  await enter(panel, 'Entity', 'Teacher');
  await send(panel, 'GET');
  await expect(responseOf(panel)).toContainText('200 OK');
  await expect(responseOf(panel)).toContainText('"osid": "1-teacher-04"');

  await select(panel, t('registry.retrieve'));
  await send(panel, 'GET');
  await expect(panel.getByText(t('registry.error.missingField', { name: 'osid' }))).toBeVisible();
  await enter(panel, 'osid', '1-teacher-04');
  await send(panel, 'GET');
  await expect(responseOf(panel)).toContainText('GET /api/v1/Teacher/1-teacher-04');

  await select(panel, t('registry.search'));
  await enter(panel, t('registry.requestBody'), '{"filters": {"contact": {"eq": "teacher-04"}}, "limit": 1}');
  await send(panel, 'POST');
  await expect(responseOf(panel)).toContainText('"totalCount": 1');

  await select(panel, t('registry.update'));
  await enter(panel, t('registry.requestBody'), '{"name": "जल चक्र, कक्षा 4"');
  await send(panel, 'PUT');
  await expect(panel.getByText(t('registry.error.invalidJson'))).toBeVisible();
  await enter(panel, t('registry.requestBody'), '{"name": "जल चक्र, कक्षा 4"}');
  await send(panel, 'PUT');
  await expect(responseOf(panel)).toContainText('"status": "SUCCESSFUL"');

  await select(panel, t('registry.attest'));
  await enter(panel, 'claimId', 'claim-1');
  await send(panel, 'POST');
  await expect(responseOf(panel)).toContainText('POST /api/v1/Teacher/claims/claim-1/attest');
  await expect(responseOf(panel)).toContainText('"status": "SUCCESSFUL"');

  const calls = panel.getByRole('navigation', { name: t('registry.history') }).getByRole('button');
  await expect(calls).toHaveText([
    /200.*attest$/,
    /200PUT/,
    /200POST.*search$/,
    /200GET.*1-teacher-04$/,
    /200GET.*Teacher$/,
  ]);
  await calls.nth(2).click();
  await expect(responseOf(panel)).toContainText('"totalCount": 1');
  await expect(panel.getByRole('textbox', { name: t('registry.path') })).toHaveValue('/api/v1/{Entity}/search');
  await expect(panel.getByRole('textbox', { name: t('registry.requestBody') })).toHaveValue(/"limit": 1/);

  expect(resources.calls.map(({ method, path, userId, status }) => [method, path, userId, status])).toEqual([
    ['GET', '/api/v1/Teacher', 'teacher-04', 200],
    ['GET', '/api/v1/Teacher/1-teacher-04', 'teacher-04', 200],
    ['POST', '/api/v1/Teacher/search', 'teacher-04', 200],
    ['PUT', '/api/v1/Teacher/1-teacher-04', 'teacher-04', 200],
    ['POST', '/api/v1/Teacher/claims/claim-1/attest', 'teacher-04', 200],
  ]);
});

test('failures are explained: 403, 404, and an UNSUCCESSFUL envelope with status 200', async ({
  launched,
  provider,
  resources,
}) => {
  const panel = await openRegistryAs(launched, environmentWith(provider, resources), readyEntity(provider, 1));
  await select(panel, t('registry.update'));
  await enter(panel, 'Entity', 'Teacher');
  await enter(panel, 'osid', '1-teacher-04');
  await send(panel, 'PUT');
  const alert = responseOf(panel).getByRole('alert');
  await expect(alert).toContainText(t('registry.error.forbidden.title'));
  await expect(alert).toContainText('student-17 does not own this entity');

  await select(panel, t('registry.attest'));
  await enter(panel, 'claimId', 'claim-1');
  await send(panel, 'POST');
  await expect(alert).toContainText(
    t('registry.error.unsuccessful.remedy', { status: 200, serverMessage: ' (Only an attestor may attest)' }),
  );
  await expect(responseOf(panel)).toContainText('200 OK');

  await enter(panel, t('registry.path'), '/api/v1/teacher');
  await panel.getByRole('combobox', { name: t('registry.method') }).selectOption('GET');
  await send(panel, 'GET');
  await expect(alert).toContainText(tPattern('registry.error.notFound.remedy'));
});

test('a 401 because of the issuer is explained with both issuers and a remedy', async ({
  launched,
  provider,
  resources,
}) => {
  const expectedIssuer = 'http://keycloak:8080/auth/realms/sunbird-rc';
  const strict = await startResourceServer({
    issuer: expectedIssuer,
    keysUrl: `${provider.url}/auth/realms/${provider.realm}/protocol/openid-connect/certs`,
  });
  const environment = { ...environmentWith(provider, resources), registryUrl: strict.url, issuer: expectedIssuer };
  const panel = await openRegistryAs(launched, environment, readyEntity(provider));
  await enter(panel, 'Entity', 'Teacher');
  await send(panel, 'GET');
  await expect(responseOf(panel)).toContainText('401 Unauthorized');
  const alert = responseOf(panel).getByRole('alert');
  await expect(alert).toContainText(
    tPattern('registry.error.unauthorized.otherIssuer', {
      issuer: `${provider.url}/auth/realms/sunbird-rc`,
      expectedIssuer,
    }),
  );
  await strict.stop();
  await send(panel, 'GET');
  await expect(alert).toContainText(t('registry.error.unreachable.title', { host: new URL(strict.url).host }));
});

test('a response of 10 MiB is not read, and a response of 2 MiB is shown in parts and can be copied', async ({
  launched,
  provider,
  resources,
}) => {
  const panel = await openRegistryAs(launched, environmentWith(provider, resources), readyEntity(provider));
  resources.setFault('enormous');
  await enter(panel, 'Entity', 'Teacher');
  await send(panel, 'GET');
  await expect(responseOf(panel).getByRole('alert')).toContainText(tPattern('registry.error.tooLarge.remedy'));

  resources.setFault('long');
  await send(panel, 'GET');
  await responseOf(panel)
    .getByRole('button', { name: t('common.showMoreOf', { size: '2.1 MB' }) })
    .click();
  await expect(responseOf(panel)).toContainText('"index": 40');
  await expect(responseOf(panel)).not.toContainText('"index": 1000');
  await responseOf(panel)
    .getByRole('button', { name: t('common.copyAll') })
    .click();
  await expect(panel.getByText(t('toast.copied', { what: 'response' }))).toBeVisible();
});

test('a server error and a redirect are explained, and the redirect is not followed', async ({
  launched,
  provider,
  resources,
}) => {
  const panel = await openRegistryAs(launched, environmentWith(provider, resources), readyEntity(provider));
  await enter(panel, 'Entity', 'Teacher');
  resources.setFault('bad-gateway');
  await send(panel, 'GET');
  await expect(responseOf(panel).getByRole('alert')).toContainText(t('registry.error.server.title'));
  resources.setFault('redirect');
  await send(panel, 'GET');
  await expect(responseOf(panel).getByRole('alert')).toContainText(tPattern('registry.error.redirected.remedy'));
  expect(resources.calls.some(({ path }) => path === '/elsewhere')).toBe(false);
});

test('a slow response can be cancelled, and input is preserved', async ({ launched, provider, resources }) => {
  const panel = await openRegistryAs(launched, environmentWith(provider, resources), readyEntity(provider));
  resources.setFault('slow');
  await enter(panel, 'Entity', 'Teacher');
  await send(panel, 'GET');
  await expect(panel.getByRole('button', { name: t('registry.sending') })).toBeDisabled();
  await panel.getByRole('button', { name: t('registry.cancel') }).click();
  await expect(responseOf(panel).getByRole('alert')).toContainText(t('registry.error.cancelled.title'));
  await expect(panel.getByRole('textbox', { name: 'Entity' })).toHaveValue('Teacher');
  resources.setFault(null);
  resources.release();
  await send(panel, 'GET');
  await expect(responseOf(panel)).toContainText('200 OK');
});

test('the panel shows the next step if there is no entity or no registry URL', async ({
  launched,
  provider,
  resources,
}) => {
  const { panel, popup } = await openRegistry(launched, { ...environmentWith(provider, resources), registryUrl: '' });
  await expect(panel.getByRole('heading', { name: t('registry.noEntity') })).toBeVisible();
  await popup.bringToFront();
  await logInAs(popup, readyEntity(provider));
  await expect(panel.getByRole('heading', { name: t('registry.noUrl') })).toBeVisible();
  const [options] = await Promise.all([
    launched.context.waitForEvent('page', (page) => page.url().endsWith('/options.html')),
    panel.getByRole('button', { name: t('registry.openOptions') }).click(),
  ]);
  await expect(options.getByRole('heading', { name: t('options.environments') })).toBeVisible();
  await Promise.all([options.close(), popup.close()]);
});

/** Logs an entity in through the real popup. Opens the real panel at its registry view. */
async function openRegistryAs(
  launched: LaunchedBrowser,
  environment: EnvironmentDraft,
  entity: Parameters<typeof logInAs>[1],
): Promise<Frame> {
  const popup = await openLoggedOutPopup(launched, environment);
  await logInAs(popup, entity);
  await popup.close();
  return openRegistryPanel(launched, environment.authUrl);
}

async function openRegistryPanel({ context, extensionId }: LaunchedBrowser, pageUrl: string): Promise<Frame> {
  const tab = await context.newPage();
  await tab.goto(pageUrl);
  const { panel } = await openPanel(context, tab, extensionId, 'bottom');
  await showView(panel, 'registry');
  return panel;
}

async function openRegistry(launched: LaunchedBrowser, environment: EnvironmentDraft) {
  const panel = await openRegistryPanel(launched, environment.authUrl);
  return { panel, popup: await openLoggedOutPopup(launched, environment) };
}

/** Opens the real popup with no entity logged in. */
async function openLoggedOutPopup(
  { context, extensionId }: LaunchedBrowser,
  environment: EnvironmentDraft,
): Promise<Page> {
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environment);
  return popup;
}

const responseOf = (panel: Frame) => panel.getByRole('region', { name: t('registry.response') });
const enter = (panel: Frame, field: string, text: string) => panel.getByRole('textbox', { name: field }).fill(text);
const select = (panel: Frame, operation: string) =>
  panel
    .getByRole('group', { name: t('registry.operation') })
    .getByRole('button', { name: operation })
    .click();
const send = (panel: Frame, method: string) =>
  panel.getByRole('button', { name: t('registry.send', { method }) }).click();
