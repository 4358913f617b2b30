// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so.
import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createDroppedFile, readRegistrySetup } from '#tests/fixtures/dropped-files';

const ADAPTER = {
  realm: 'my-realm',
  'auth-server-url': 'https://id.example.org/auth/',
  'ssl-required': 'external',
  resource: 'my-frontend',
  'public-client': true,
};
const DISCOVERY = {
  issuer: 'https://id.example.org/auth/realms/my-realm',
  token_endpoint: 'https://id.example.org/auth/realms/my-realm/protocol/openid-connect/token',
};
const REALM_DESCRIPTION = {
  realm: 'my-realm',
  public_key: 'x',
  'token-service': 'https://id.example.org/auth/realms/my-realm/protocol/openid-connect',
};
const CLIENT = { clientId: 'my-frontend', publicClient: true, directAccessGrantsEnabled: true };
const urls = { authUrl: 'https://id.example.org', pathPrefix: '/auth' };

it.each([
  [
    'the configuration of an adapter',
    ADAPTER,
    { ...urls, realm: 'my-realm', clientId: 'my-frontend' },
    'Realm my-realm.',
  ],
  ['a discovery document', DISCOVERY, { ...urls, realm: 'my-realm' }, 'Realm my-realm.'],
  ['the public description of a realm', REALM_DESCRIPTION, { ...urls, realm: 'my-realm' }, 'Realm my-realm.'],
  ['the export of a client', CLIENT, { clientId: 'my-frontend' }, 'Client my-frontend.'],
  ['a realm export without clients', { realm: 'my-realm', enabled: true }, { realm: 'my-realm' }, 'Realm my-realm.'],
])('%s defines its settings of an environment, without a warning about clients', async (_, json, settings, text) => {
  const { draft, warnings, files } = await readRegistrySetup([createDroppedFile('a.json', json)]);
  expect(draft).toMatchObject({ clientId: 'registry-frontend', ...settings });
  expect(warnings).toEqual([]);
  expect(files.map(({ message }) => messageText(message))).toEqual([text]);
});

it('a public URL on this machine whose port no service publishes has the published port instead', async () => {
  const keycloak = {
    image: 'example/keycloak:14',
    environment: { KEYCLOAK_FRONTEND_URL: 'http://localhost:8080/auth' },
    ports: ['18080:8080'],
  };
  const { draft } = await readRegistrySetup([
    createDroppedFile('docker-compose.yml', JSON.stringify({ services: { keycloak } })),
  ]);
  expect(draft).toMatchObject({ authUrl: 'http://localhost:18080', pathPrefix: '/auth' });
});

it('the client ID is taken from the registry, unless the export of a client has another ID', async () => {
  const registry = { environment: ['sunbird_sso_client_id=${CLIENT-one}'], ports: ['8081:8081'] };
  const compose = createDroppedFile('docker-compose.yml', JSON.stringify({ services: { registry } }));
  expect((await readRegistrySetup([compose])).draft).toMatchObject({ clientId: 'one' });
  const env = createDroppedFile('.env', 'CLIENT=two\n');
  expect((await readRegistrySetup([compose, env])).draft).toMatchObject({ clientId: 'two' });
  expect((await readRegistrySetup([compose, env, createDroppedFile('client.json', CLIENT)])).draft).toMatchObject({
    clientId: 'my-frontend',
  });
});

it.each([
  ['a client that requires a secret', { ...ADAPTER, credentials: { secret: 'x' } }, 'requires a secret'],
  ['a client without Direct Access Grants', { ...CLIENT, directAccessGrantsEnabled: false }, 'Direct Access Grants'],
])('the setup warns about %s', async (_, json, text) => {
  const { warnings } = await readRegistrySetup([createDroppedFile('a.json', json)]);
  expect(warnings.map((warning) => messageText(warning)).join()).toContain(text);
});

it('the files of a realm and of its client define one setup', async () => {
  const { draft } = await readRegistrySetup([
    createDroppedFile('realm.json', DISCOVERY),
    createDroppedFile('client.json', CLIENT),
  ]);
  expect(draft).toMatchObject({ ...urls, realm: 'my-realm', clientId: 'my-frontend' });
});
