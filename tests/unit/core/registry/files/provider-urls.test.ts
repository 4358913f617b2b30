// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { interpolate } from '#core/registry/files/env-file';
import { parsePortMapping, readProviderUrls } from '#core/registry/files/provider-urls';
import { readYaml } from '#core/registry/files/safe-yaml';
import { createDroppedFile, readRegistrySetup } from '#tests/fixtures/dropped-files';
import { measureGrowth } from '#tests/fixtures/growth';
import { imageWithColons } from '#tests/fixtures/hostile-inputs';
import { describeSharedData } from '#tests/fixtures/shared-data';

async function readServices(services: object, ...otherFiles: Parameters<typeof createDroppedFile>[]) {
  const files = [
    createDroppedFile('docker-compose.yml', JSON.stringify({ services })),
    ...otherFiles.map((file) => createDroppedFile(...file)),
  ];
  const { draft, warnings, password } = await readRegistrySetup(files);
  return { ...draft, password, warnings: warnings.map(messageText) };
}

const PORTS = ['8180:8080'];
const database = { image: 'postgres:16', ports: ['5433:5432'] };

it.each<[string, object]>([
  [
    'behind its database',
    { 'keycloak-db': database, keycloak: { image: 'quay.io/keycloak/keycloak:26.0', ports: PORTS } },
  ],
  [
    'under another name',
    { 'keycloak-postgres': database, idp: { image: 'docker.io/bitnami/keycloak:24', ports: PORTS } },
  ],
  ['with a port of its registry', { idp: { image: 'host.example:5000/team/keycloak:26@sha256:abc', ports: PORTS } }],
  ['with an image in a variable', { idp: { image: '${IMAGE:-quay.io/keycloak/keycloak:25}', ports: PORTS } }],
  [
    'with a build folder',
    { keycloak_db: database, keycloak: { build: './keycloak', environment: { KC_DB: 'postgres' }, ports: PORTS } },
  ],
  [
    'by its command',
    { 'keycloak-db': database, sso: { image: 'example/sso:3', command: ['start-dev'], ports: PORTS } },
  ],
  [
    'by its entry point',
    { sso: { image: 'example/sso:3', entrypoint: '/opt/keycloak/bin/kc.sh start-dev', ports: PORTS } },
  ],
  [
    'after its importer',
    {
      importer: { image: 'adorsys/keycloak-config-cli:6', ports: ['1:1'] },
      keycloak: { image: 'keycloak/keycloak:26', ports: PORTS },
    },
  ],
])('the identity provider is found among the services: %s', async (_case, services) => {
  expect(await readServices(services)).toMatchObject({ authUrl: 'http://localhost:8180', pathPrefix: '' });
});

it.each([
  ['jboss/keycloak:16.1.1', '/auth'],
  ['quay.io/keycloak/keycloak:19.0.3-legacy', '/auth'],
  ['quay.io/keycloak/keycloak', ''],
  ['quay.io/keycloak/keycloak:latest', ''],
  ['bitnami/keycloak:latest', ''],
  ['ghcr.io/example/keycloak:latest', '/auth'],
])('the image %s has the path prefix "%s"', async (image, pathPrefix) => {
  expect(await readServices({ keycloak: { image, ports: PORTS } })).toMatchObject({ pathPrefix });
});

describe('provider URLs', () => {
  const keycloak = { image: 'quay.io/keycloak/keycloak:26.0', command: 'start' };
  it.each<[string, object, string]>([
    ['HTTPS alone', { ports: ['8443:8443'] }, 'https://localhost:8443'],
    ['HTTPS at its own port', { ports: ['443:8443'] }, 'https://localhost'],
    ['HTTP and HTTPS in production', { ports: ['8080:8080', '8443:8443'] }, 'https://localhost:8443'],
    [
      'HTTP and HTTPS in development',
      { command: 'start-dev', ports: ['8080:8080', '8443:8443'] },
      'http://localhost:8080',
    ],
    [
      'another container port',
      { environment: { KC_HTTP_PORT: 9999 }, command: 'start-dev', ports: ['1:1', '7000:9999'] },
      'http://localhost:7000',
    ],
    ['the management port first', { ports: ['9000:9000', '8443:8443'] }, 'https://localhost:8443'],
    [
      'the long form',
      { command: 'start-dev', ports: [{ target: 8080, published: '8085', host_ip: '127.0.0.1' }] },
      'http://localhost:8085',
    ],
    ['a range', { command: 'start-dev', ports: ['9079-9081:8079-8081'] }, 'http://localhost:9080'],
    ['an IP address', { command: 'start-dev', ports: ['192.168.1.5:8080:8080/tcp'] }, 'http://192.168.1.5:8080'],
    ['IPv6', { command: 'start-dev', ports: ['[::1]:8080:8080'] }, 'http://localhost:8080'],
    ['a host name', { environment: { KC_HOSTNAME: 'id.example.org' } }, 'https://id.example.org'],
    [
      'a host name behind a proxy',
      { environment: ['KC_HOSTNAME=id.example.org', 'KC_PROXY=edge'], ports: PORTS },
      'https://id.example.org',
    ],
    ['a whole URL', { environment: { KC_HOSTNAME: 'https://id.example.org:8443' } }, 'https://id.example.org:8443'],
    ['an option', { command: 'start --hostname=https://id.example.org', ports: PORTS }, 'https://id.example.org'],
    [
      'the URL of version 19',
      { environment: { KC_HOSTNAME_URL: 'https://id.example.org/' } },
      'https://id.example.org',
    ],
    [
      'the host name localhost',
      { command: 'start-dev', environment: { KC_HOSTNAME: 'localhost' }, ports: PORTS },
      'http://localhost:8180',
    ],
    [
      'the name of the service',
      { command: 'start-dev', environment: { KC_HOSTNAME: 'http://keycloak:8080' }, ports: PORTS },
      'http://localhost:8180',
    ],
  ])('the provider URL is derived from the service definition: %s', async (_case, service, authUrl) => {
    expect(await readServices({ keycloak: { ...keycloak, ...service } })).toMatchObject({ authUrl });
  });

  it('the provider URL is the URL of a reverse proxy if the provider publishes no port', async () => {
    const services = {
      keycloak: { image: 'keycloak:14', expose: [8080] },
      gateway: { image: 'nginx:1', ports: ['80:80'] },
    };
    expect(await readServices(services)).toMatchObject({ authUrl: 'http://localhost' });
  });

  it.each([
    ['https://registry.example.org/auth', 'https://registry.example.org/auth', 0],
    ['http://keycloak:8080/auth', 'http://keycloak:8080/auth', 0],
    ['https://registry.example.org/auth', 'http://keycloak:8080/auth', 1],
    ['', 'http://keycloak:8080/auth', 1],
    ['', 'http://localhost:8180/auth', 0],
  ])(
    'the issuer is checked with the public URL "%s" and the registry’s SSO URL %s',
    async (frontend, ssoUrl, count) => {
      const environment = { sunbird_sso_url: ssoUrl, sunbird_sso_realm: 'r' };
      const { warnings } = await readServices({
        keycloak: { image: 'jboss/keycloak:14.0.0', environment: { KEYCLOAK_FRONTEND_URL: frontend }, ports: PORTS },
        registry: { environment },
      });
      expect(warnings).toHaveLength(count);
    },
  );
});

describe('variables in files', () => {
  const text = 'sunbird_sso_realm=of-file\nsunbird_keycloak_user_password=first\n';
  it.each<[string, unknown]>([
    ['a text', 'registry.env'],
    ['a list', ['./config/registry.env']],
    ['objects', [{ path: 'missing.env', required: false }, { path: './registry.env' }]],
  ])('env files are read as %s', async (_case, env_file) => {
    const services = { registry: { env_file }, other: { image: 'x' } };
    expect(await readServices(services, ['registry.env', text])).toMatchObject({ realm: 'of-file', password: 'first' });
  });

  it.each([
    ["sunbird_keycloak_user_password='pa$word'", '', 'pa$word'],
    ['sunbird_keycloak_user_password=pa$$word', '', 'pa$word'],
    ['sunbird_keycloak_user_password=${OF_PROJECT}', "OF_PROJECT='pa$word'", 'pa$word'],
    ['sunbird_keycloak_user_password=${UNSET:-first}', '', 'first'],
  ])('dollar signs in env files are read as Compose does: %s', async (line, projectLine, password) => {
    const setup = await readServices(
      { registry: { env_file: 'registry.env' } },
      ['registry.env', line],
      ['.env', projectLine],
    );
    expect(setup).toMatchObject({ password });
  });

  it('the environment of a service overrides its env files, which can have any name', async () => {
    const services = { registry: { env_file: 'settings.txt', environment: ['sunbird_sso_realm=of-service'] } };
    const setup = await readServices(services, ['settings.txt', text], ['.env', 'sunbird_sso_realm=of-project']);
    expect(setup).toMatchObject({ realm: 'of-service', password: 'first' });
  });
});

describe('variables', () => {
  const variables = new Map([
    ['A', 'a'],
    ['EMPTY', ''],
  ]);
  it.each([
    ['${A:-x}${B:-x}${EMPTY:-x}${EMPTY-x}${B-x}', 'axxx'],
    ['${B:-${C:-${A}}}', 'a'],
    ['${B:-${C:-http://x:${PORT:-80}}/y}', 'http://x:80/y'],
    ['${A:+x}${B:+x}${EMPTY:+x}${EMPTY+x}', 'xx'],
    ['${A:?must be set}${B:?must be set}', 'a'],
    ['$$A $${A} $A', '$A ${A} a'],
    ['${A', '${A'],
    ['${B:-x', '${B:-x'],
    ['}${A}}', '}a}'],
  ])('the interpolation of %s is %s', (text, value) => expect(interpolate(text, variables)).toBe(value));

  it.each([
    ['open braces', '${A:-', ''],
    ['open braces, one closed', '${A:-', '}'],
    ['nested braces', '${B:-x', '}'.repeat(100)],
    ['dollars', '$', '}'],
  ])('interpolating %s takes linear time', (_case, part, end) => {
    expect(
      measureGrowth(
        (size) => part.repeat(size) + end,
        (text) => interpolate(text, variables),
        10_000,
      ),
    ).toBeLessThan(8);
  });
});

it('an image with many colons before its last slash is parsed in linear time', () => {
  const settings = { command: '', ports: [], setting: () => null };
  expect(measureGrowth(imageWithColons, (image) => readProviderUrls({ image, ...settings }), 3_000)).toBeLessThan(8);
});

it.each([
  ['8080', null],
  ['8080:80', { host: 'localhost', port: 8080, target: 80, count: 1 }],
  ['8000-8010:8000-8010/tcp', { host: 'localhost', port: 8000, target: 8000, count: 11 }],
  ['0.0.0.0:1:2', { host: 'localhost', port: 1, target: 2, count: 1 }],
  ['99999:80', null],
  ['a:b', null],
])('the published ports are read from the mapping %s', (mapping, ports) =>
  expect(parsePortMapping(mapping)).toEqual(ports),
);

it.each([
  ['reserved characters', '- `\n'],
  ['brackets', ']\n'],
  ['escapes', '- "\\q"\n'],
  ['directives', '%X\n'],
])('a file with 10,000 errors takes less than 1.5 times as long as a file without errors: %s', (_case, line) => {
  const measureTime = (text: string) => {
    const start = process.cpuUsage();
    for (let run = 0; run < 3; run += 1) readYaml(text);
    return process.cpuUsage(start).user;
  };
  const valid = '- a\n'.repeat(10_000);
  expect(readYaml(line.repeat(10_000))).toMatchObject({ ok: false, failure: { code: 'setup.error.invalidYaml' } });
  measureTime(valid);
  expect(measureTime(line.repeat(10_000))).toBeLessThan(1.5 * measureTime(valid));
});

const shared = '../shared/data/public-2026-11-26';
describeSharedData(shared, 'public compose files', () => {
  it.each([
    ['compose-keycloak-db', { authUrl: 'http://localhost:8180', pathPrefix: '' }, 0],
    ['compose-env-file', { realm: 'my-registry', issuer: 'http://keycloak:8080/auth/realms/my-registry' }, 1],
    ['compose-behind-proxy', { authUrl: 'https://registry.example.org', pathPrefix: '/auth' }, 0],
    ['compose-https', { authUrl: 'https://localhost:8443', pathPrefix: '' }, 0],
  ])('the settings are read from the files of %s', async (folder, draft, warningCount) => {
    const names = readdirSync(join(shared, folder));
    const setup = await readRegistrySetup(
      names.map((name) => createDroppedFile(name, readFileSync(join(shared, folder, name), 'utf8'))),
    );
    expect(setup.draft).toMatchObject(draft);
    expect(setup.warnings).toHaveLength(warningCount);
  });
});
