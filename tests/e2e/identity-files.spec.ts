import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from 'playwright';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';
import { environmentWith } from './identity-fixtures';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telemetry-v3-files-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const MIB = 1024 * 1024;
/** Ten lists, each with ten aliases of the previous list, which would expand to ten billion items. */
const YAML_BOMB = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...'bcdefghij'.split('').map((name, index) => {
    const previous = 'abcdefghij'[index];
    return `${name}: &${name} [${Array(10).fill(`*${previous}`).join(', ')}]`;
  }),
].join('\n');

test('dropped registry files fill in an environment, and each malicious file among them shows an error', async ({
  launched: { context, extensionId },
}) => {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/options.html`);
  await page.locator('[data-ready]').waitFor();
  const paths = await writeFiles({
    'docker-compose.yml': 'services:\n  keycloak: { image: "registry/keycloak:14", ports: ["9080:8080"] }\n',
    'realm-export.json': JSON.stringify({
      realm: 'पंजीकरण',
      clients: [{ clientId: 'registry-frontend', publicClient: true, directAccessGrantsEnabled: false }],
    }),
    'bomb.yml': YAML_BOMB,
    'huge.json': Buffer.alloc(50 * MIB, ' '),
    'no-yaml.yml': 'services: [unclosed',
    'picture.yml': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
    'empty.env': '',
    'notes.txt': 'nothing of a registry',
  });
  const area = page.getByRole('region', { name: t('options.setUp.title') });
  await drop(context, page, area, paths, async () => expect(area).toHaveClass(/over/));

  const lines = page.getByRole('region', { name: t('options.setUp.detected') }).getByRole('listitem');
  await expect(lines).toHaveText([
    textsInOrder(t('options.read'), t('setup.compose.provider', { authUrl: 'http://localhost:9080' })),
    textsInOrder(t('options.read'), tPattern('setup.realm', { realm: 'पंजीकरण' })),
    textsInOrder(t('options.setUp.notRead'), 'bomb.yml', t('setup.error.tooManyAliases')),
    textsInOrder(t('options.setUp.notRead'), 'huge.json', tPattern('setup.error.tooLarge', { size: '50 MiB' })),
    textsInOrder(t('options.setUp.notRead'), 'no-yaml.yml', tPattern('setup.error.invalidYaml', { line: 1 })),
    textsInOrder(t('options.setUp.notRead'), 'picture.yml', t('setup.error.notText')),
    textsInOrder(t('options.setUp.notRead'), 'empty.env', t('setup.error.empty')),
    textsInOrder(t('options.setUp.notRead'), 'notes.txt', t('setup.error.unsupportedFile')),
  ]);
  await expect(
    page.getByText(t('setup.warning.noDirectAccessGrants', { clientId: 'registry-frontend' })),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('options.authUrl') })).toHaveValue('http://localhost:9080');
  await expect(page.getByRole('textbox', { name: t('options.realm') })).toHaveValue('पंजीकरण');
  await expect(area).not.toHaveClass(/over/);
  await page.close();
});

test('an environment can be added and edited, each error is shown at its field, and input is preserved', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/options.html`);
  await page.locator('[data-ready]').waitFor();
  const { authUrl, realm, registryUrl } = environmentWith(provider, resources);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('button', { name: t('options.environment.add') }).click();
  await field(t('options.name')).fill('Staging');
  await field(t('options.authUrl')).fill('keycloak.example.org');
  await page.getByRole('button', { name: t('options.environment.create') }).click();
  await expect(page.getByText(tPattern('identity.fieldError.noScheme'))).toBeVisible();
  await expect(field(t('options.name'))).toHaveValue('Staging');
  await field(t('options.authUrl')).fill(authUrl);
  await field(t('options.realm')).fill(realm);
  await field(t('options.registryUrl')).fill(registryUrl);
  await page.getByRole('button', { name: t('options.environment.create') }).click();
  await expect(page.getByText(t('options.environment.saved', { name: 'Staging' }))).toBeVisible();
  await field(t('options.name')).fill('Staging, new');
  await page.getByRole('button', { name: t('options.save'), exact: true }).click();
  await expect(page.getByRole('button', { name: /^Staging, new/ })).toBeVisible();
  await page.close();
});

/** Writes the files. Returns their paths in the order of `contents`. */
async function writeFiles(contents: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name);
    await writeFile(path, content);
    paths.push(path);
  }
  return paths;
}

/** Drops files on an element by the browser's own drag and drop, not by synthetic events. */
async function drop(
  context: BrowserContext,
  page: Page,
  area: ReturnType<Page['getByRole']>,
  files: string[],
  whileOver: () => Promise<void>,
): Promise<void> {
  const box = await area.boundingBox();
  if (box === null) throw new Error('There is no element to drop files on.');
  const session = await context.newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data });
  await whileOver();
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  await session.detach();
}
