import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from 'playwright';
import { environmentWith, identityTest as test } from './identity-fixtures';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telemetry-v3-files-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const MIB = 1024 * 1024;
/** Ten lists, each of ten times the one before: a few lines that stand for ten thousand million. */
const BOMB = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...'bcdefghij'.split('').map((name, index) => {
    const before = 'abcdefghij'[index];
    return `${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`;
  }),
].join('\n');

test('files that are really dropped set an environment up, and hostile ones among them say what is wrong', async ({
  launched: { context, extensionId },
}) => {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/options.html`);
  await page.locator('[data-ready]').waitFor();
  const dropped = await filesOf({
    'docker-compose.yml': 'services:\n  keycloak: { image: "registry/keycloak:14", ports: ["9080:8080"] }\n',
    'realm-export.json': JSON.stringify({
      realm: 'पंजीकरण',
      clients: [{ clientId: 'registry-frontend', publicClient: true, directAccessGrantsEnabled: false }],
    }),
    'bomb.yml': BOMB,
    'huge.json': Buffer.alloc(50 * MIB, ' '),
    'no-yaml.yml': 'services: [unclosed',
    'picture.yml': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
    'empty.env': '',
    'notes.txt': 'nothing of a registry',
  });
  const area = page.getByRole('region', { name: 'Set up from registry files' });
  await drop(context, page, area, dropped, async () => expect(area).toHaveClass(/over/));

  const lines = page.getByRole('region', { name: 'What the files say' }).getByRole('listitem');
  await expect(lines).toHaveText([
    /Read.*Identity provider at http:\/\/localhost:9080/,
    /Read.*Realm पंजीकरण/,
    /Not read.*bomb\.yml.*would fill the memory/,
    /Not read.*huge\.json.*50 MiB/,
    /Not read.*no-yaml\.yml.*It is not YAML: .*line 1/,
    /Not read.*picture\.yml.*It is not a text file/,
    /Not read.*empty\.env.*It is empty/,
    /Not read.*notes\.txt.*Only docker-compose\.yml/,
  ]);
  await expect(page.getByText('Direct Access Grants are off for the client registry-frontend')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Auth URL' })).toHaveValue('http://localhost:9080');
  await expect(page.getByRole('textbox', { name: 'Realm' })).toHaveValue('पंजीकरण');
  await expect(area).not.toHaveClass(/over/);
  await page.close();
});

test('an environment is added and edited by hand; what is wrong stands at its field, and nothing typed is lost', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/options.html`);
  await page.locator('[data-ready]').waitFor();
  const { authUrl, realm, registryUrl } = environmentWith(provider, resources);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('button', { name: 'Add an environment' }).click();
  await field('Name').fill('Staging');
  await field('Auth URL').fill('keycloak.example.org');
  await page.getByRole('button', { name: 'Add this environment' }).click();
  await expect(page.getByText(/does not start with http/)).toBeVisible();
  await expect(field('Name')).toHaveValue('Staging');
  await field('Auth URL').fill(authUrl);
  await field('Realm').fill(realm);
  await field('Registry URL').fill(registryUrl);
  await page.getByRole('button', { name: 'Add this environment' }).click();
  await expect(page.getByText('Staging is saved.')).toBeVisible();
  await field('Name').fill('Staging, new');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Staging, new/ })).toBeVisible();
  await page.close();
});

/** Files on disk, in the order of their names here. */
async function filesOf(contents: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name);
    await writeFile(path, content);
    paths.push(path);
  }
  return paths;
}

/** Drags files over a place and lets them go, as a hand does: by the browser's own drag and drop, not by made-up events. */
async function drop(
  context: BrowserContext,
  page: Page,
  area: ReturnType<Page['getByRole']>,
  files: string[],
  whileOver: () => Promise<void>,
): Promise<void> {
  const box = await area.boundingBox();
  if (box === null) throw new Error('There is no place to drop files.');
  const session = await context.newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data });
  await whileOver();
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  await session.detach();
}
