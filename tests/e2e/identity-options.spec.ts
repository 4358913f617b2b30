import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { addEnvironment, callIdentityService, readSession } from '#tests/drivers/popup-driver';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';
import { environmentWith, readyEntity } from './identity-fixtures';

test.beforeEach(async ({ launched, provider, resources }) => {
  await addEnvironment(launched.context, launched.extensionId, environmentWith(provider, resources));
});

const COPY = t('options.environment.copyName', { name: 'Demo registry' });
const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('the registry’s own files set up an environment, and their default password logs in once without being stored', async ({
  launched,
  provider,
}) => {
  const teacher = readyEntity(provider);
  const options = await openOptions(launched);
  const { port } = new URL(provider.url);
  const compose = `services:
  keycloak: { image: "registry/keycloak:14", ports: ["${port}:8080"] }
  registry:
    ports: ["8091:8081"]
    environment: { sunbird_keycloak_user_password: "\${DEFAULT_PASSWORD}" }
`;
  await options
    .getByLabel(t('options.registryFiles'), { exact: true })
    .setInputFiles([
      file('docker-compose.yml', compose),
      file('.env', `DEFAULT_PASSWORD=${teacher.password}`),
      file('realm-export.json', JSON.stringify({ realm: provider.realm })),
      file('hostile.yml', '['.repeat(100_000)),
    ]);
  await expect(options.getByText(t('setup.error.tooDeep'))).toBeVisible();
  await expect(options.getByRole('textbox', { name: t('options.realm') })).toHaveValue(provider.realm);
  await options.getByRole('textbox', { name: t('options.authUrl') }).fill(provider.url);
  await options.getByRole('button', { name: t('options.environment.create') }).click();
  await options.getByRole('textbox', { name: t('popup.userId') }).fill(teacher.userId);
  await options.getByRole('button', { name: t('popup.logIn.button'), exact: true }).click();
  await expect(options.getByText(tPattern('options.loggedInAs'))).toBeVisible();
  expect(await readSession(options, teacher.userId)).not.toBeNull();
  expect(await options.evaluate('chrome.storage.local.get(null).then(JSON.stringify)')).not.toContain(teacher.password);
  await options.close();
});

test('an environment is tested part by part, and each problem is shown with a remedy', async ({ launched }) => {
  const options = await openOptions(launched);
  const outcome = options.getByRole('region', { name: t('options.check.title') });
  await options.getByRole('button', { name: t('options.check.start') }).click();
  await expect(outcome.getByText(t('options.check.ok'), { exact: true })).toHaveCount(5);
  await options.getByRole('textbox', { name: t('options.clientId') }).fill('admin-portal');
  await options
    .getByRole('textbox', { name: t('options.environment.expectedIssuer') })
    .fill('http://keycloak:8080/auth/realms/sunbird-rc');
  await options.getByRole('textbox', { name: t('options.registryUrl') }).fill('http://127.0.0.1:9');
  await options.getByRole('button', { name: t('options.check.start') }).click();
  await expect(outcome.getByRole('listitem')).toHaveText([
    textsInOrder(t('options.check.ok'), tPattern('identity.check.provider.ok')),
    textsInOrder(t('options.check.ok'), t('identity.check.realm.ok', { realm: 'sunbird-rc' })),
    textsInOrder(
      t('options.check.failed'),
      t('identity.error.noDirectAccessGrants.remedy', { clientId: 'admin-portal' }),
    ),
    textsInOrder(
      t('options.check.failed'),
      tPattern('identity.check.issuer.mismatch', { environment: /http:\/\/keycloak:8080.*/ }),
    ),
    textsInOrder(t('options.check.failed'), t('identity.error.unreachable.title', { host: '127.0.0.1:9' })),
  ]);
  await options.getByRole('textbox', { name: t('options.realm') }).fill('nowhere');
  await options.getByRole('button', { name: t('options.check.start') }).click();
  await expect(outcome).toContainText(t('identity.check.realm.notFound', { realm: 'nowhere' }));
  await options.close();
});

test('an environment can be duplicated, deleted, restored, exported without secrets and imported', async ({
  launched,
}) => {
  const options = await openOptions(launched);
  const readNames = async () => (await callIdentityService(options, 'state', {})).environments.map(({ name }) => name);
  const namesBefore = await readNames();
  await options.getByRole('button', { name: t('options.duplicate') }).click();
  await options.getByRole('button', { name: t('options.environment.create') }).click();
  await expect.poll(readNames).toEqual([...namesBefore, COPY]);
  await options.getByRole('button', { name: t('options.delete', { name: COPY }) }).click();
  await expect.poll(readNames).toEqual(namesBefore);
  await options.getByRole('button', { name: t('options.undo') }).click();
  await expect.poll(readNames).toEqual([...namesBefore, COPY]);

  const [download] = await Promise.all([
    options.waitForEvent('download'),
    options.getByRole('button', { name: t('options.exportAll') }).click(),
  ]);
  const exported = await readFile(await download.path(), 'utf8');
  expect(exported).toContain(JSON.stringify(COPY));
  expect(exported).not.toMatch(/token|password|secret/i);
  await options
    .getByLabel(t('options.environment.importFile'))
    .setInputFiles({ name: 'environments.json', mimeType: 'application/json', buffer: Buffer.from(exported) });
  await expect.poll(async () => (await readNames()).length).toBe((namesBefore.length + 1) * 2);
  await options.close();
});

async function openOptions({ context, extensionId }: LaunchedBrowser): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/options.html`);
  await page.locator('[data-ready]').waitFor();
  return page;
}
