import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { mergeComposeFiles, readComposeFile } from '#core/registry/files/compose-file';
import type { RegistrySetup } from '#core/registry/files/registry-setup';
import { message } from '#core/util/message';
import { createDroppedFile, readRegistrySetup } from '#tests/fixtures/dropped-files';
import { measureGrowth } from '#tests/fixtures/growth';

const textsOf = (files: RegistrySetup['files']) => files.map(({ message }) => messageText(message));

const COMPOSE = `
services:
  es:
    image: search:7
  keycloak:
    image: registry/keycloak:14
    ports: ["\${KEYCLOAK_PORT:-8080}:8080"]
  registry:
    image: registry-core
    ports: ["8091:8081"]
    environment:
      - sunbird_keycloak_user_password=\${KEYCLOAK_DEFAULT_USER_PASSWORD}
      - sunbird_sso_url=http://keycloak:8080/auth
      - sunbird_sso_realm=test-realm
`;
const client = { clientId: 'registry-frontend', publicClient: true, directAccessGrantsEnabled: true };
const TEACHER = { title: 'Teacher', _osConfig: { ownershipAttributes: [{ userId: '/contact', email: '/email' }] } };

describe('setup from files', () => {
  it('registry files define URL, path prefix, realm, client, registry, issuer, password and user ID field', async () => {
    const setup = await readRegistrySetup([
      createDroppedFile('docker-compose.yml', COMPOSE),
      createDroppedFile('.env', "KEYCLOAK_DEFAULT_USER_PASSWORD='first-log-in' # for everybody\nKEYCLOAK_PORT=8180\n"),
      createDroppedFile('realm-export.json', { realm: 'my-realm', clients: [client] }),
      createDroppedFile('Teacher.json', TEACHER),
    ]);
    expect(setup.draft).toMatchObject({
      authUrl: 'http://localhost:8180',
      pathPrefix: '/auth',
      realm: 'my-realm',
      clientId: 'registry-frontend',
      registryUrl: 'http://localhost:8091',
      issuer: 'http://keycloak:8080/auth/realms/test-realm',
      keepSessions: false,
    });
    expect(setup.password).toBe('first-log-in');
    expect(setup.entities).toEqual([{ entity: 'Teacher', userIdPath: '/contact' }]);
    expect(textsOf(setup.files)).toEqual([
      'Identity provider at http://localhost:8180, registry at http://localhost:8091, default password found.',
      '2 variables.',
      'Realm my-realm.',
      'The user ID of Teacher is /contact.',
    ]);
  });

  it.each([
    ['in a map', 'services:\n  a: 1\n  b: 2\n  a: 3\n', 'line 4, column 3'],
    ['with the same number in two notations', 'services: { 1: x, 0x1: y }', 'line 1, column 19'],
  ])('a file with a duplicate key %s is rejected with the position of the duplicate', async (_name, text, position) => {
    const { files } = await readRegistrySetup([createDroppedFile('docker-compose.yml', text)]);
    expect(files[0]?.outcome).toBe('failed');
    expect(textsOf(files)[0]).toBe(`Duplicate key (${position}).`);
  });

  it('a YAML map can merge several anchors', async () => {
    const anchors = 'x-a: &a { image: keycloak }\nx-b: &b { ports: ["9080:8080"] }\n';
    const { draft } = await readRegistrySetup([
      createDroppedFile('docker-compose.yml', `${anchors}services:\n  keycloak:\n    <<: [*a, *b]\n`),
    ]);
    expect(draft.authUrl).toBe('http://localhost:9080');
  });

  const REALM_OVERRIDE = `
services:
  registry:
    image: null
    ports: ["9091:8081"]
    environment:
      sunbird_sso_realm: other-realm
      sunbird_sso_url:
      sunbird_keycloak_user_password: from-the-override
  claim-ms:
    image: claims
`;

  it.each([
    ['after', ['docker-compose.yml', 'docker-compose.override.yml']],
    ['before', ['docker-compose.override.yml', 'docker-compose.yml']],
  ])('an override file is merged with its base file if it is dropped %s the base file', async (_order, names) => {
    const setup = await readRegistrySetup(
      names.map((name) => createDroppedFile(name, name.includes('override') ? REALM_OVERRIDE : COMPOSE)),
    );
    expect(setup.draft).toMatchObject({
      authUrl: 'http://localhost:8080',
      pathPrefix: '/auth',
      registryUrl: 'http://localhost:8091',
      realm: 'other-realm',
      issuer: 'http://keycloak:8080/auth/realms/other-realm',
    });
    expect(setup.password).toBe('from-the-override');
    expect(setup.files.map(({ name, outcome }) => [name, outcome])).toEqual(names.map((name) => [name, 'read']));
  });

  it('the password occurs only in its own field', async () => {
    const { password, ...rest } = await readRegistrySetup([
      createDroppedFile('docker-compose.yml', COMPOSE.replace(/\$\{KEYCLOAK_DEFAULT_USER_PASSWORD\}/, 'a-literal-one')),
    ]);
    expect(password).toBe('a-literal-one');
    expect(JSON.stringify(rest)).not.toContain('a-literal-one');
  });

  it('a warning is shown if the issuer URL in the registry differs from the provider URL on this machine', async () => {
    const { warnings } = await readRegistrySetup([createDroppedFile('docker-compose.yml', COMPOSE)]);
    expect(warnings.map(messageText)).toEqual([
      expect.stringContaining('accepts only tokens issued by http://keycloak:8080/auth/realms/test-realm'),
    ]);
  });

  it.each([
    [{ ...client, directAccessGrantsEnabled: false }, 'has Direct Access Grants disabled'],
    [{ ...client, publicClient: false }, 'requires a secret'],
    [{ ...client, enabled: false }, 'is disabled'],
    [{ ...client, clientId: 'portal' }, 'has no client registry-frontend. Clients with Direct Access Grants: portal.'],
  ])('a warning is shown for the client %o', async (unsuitableClient, warning) => {
    const { warnings } = await readRegistrySetup([
      createDroppedFile('realm-export.json', { realm: 'r', clients: [unsuitableClient] }),
    ]);
    expect(warnings.map(messageText)).toEqual([expect.stringContaining(warning)]);
  });

  it.each([
    ['quay.example.org/keycloak/keycloak:26.0', {}, ''],
    ['registry/keycloak:14.0.0', {}, '/auth'],
    ['registry/keycloak:26', { command: 'start-dev --http-relative-path=/idp/' }, '/idp'],
    ['registry/keycloak:26', { environment: { KC_HTTP_RELATIVE_PATH: '/auth' } }, '/auth'],
  ])('the image %s with %o has the path prefix "%s"', async (image, settings, prefix) => {
    const compose = JSON.stringify({ services: { keycloak: { image, ports: ['127.0.0.1:9090:8080'], ...settings } } });
    const { draft } = await readRegistrySetup([createDroppedFile('compose.yaml', compose)]);
    expect(draft).toMatchObject({ authUrl: 'http://localhost:9090', pathPrefix: prefix });
  });
});

const OVERRIDE = `
services:
  db:
    ports: !reset ["5433:5432"]
  registry:
    image: registry-core:local
    environment:
      - certificate_enabled=true
  keycloak:
    platform: linux/amd64
`;
const BASE = COMPOSE.replace('8091', '8391');
const ENV = createDroppedFile('.env', 'KEYCLOAK_DEFAULT_USER_PASSWORD=first-log-in\nKEYCLOAK_PORT=8280\n');
const WHOLE = {
  authUrl: 'http://localhost:8280',
  registryUrl: 'http://localhost:8391',
  pathPrefix: '/auth',
  realm: 'test-realm',
  issuer: 'http://keycloak:8080/auth/realms/test-realm',
};

async function readOverride(override: string, base = BASE) {
  return readRegistrySetup([
    createDroppedFile('docker-compose.yml', base),
    createDroppedFile('docker-compose.override.yml', override),
    ENV,
  ]);
}

describe('overrides', () => {
  const baseFile = createDroppedFile('docker-compose.yml', BASE);
  const overrideFile = createDroppedFile('docker-compose.override.yml', OVERRIDE);

  it('a compose file whose name contains "env" is read as a compose file', async () => {
    const setup = await readRegistrySetup([createDroppedFile('docker-compose.env.yml', BASE)]);
    expect(setup.draft.registryUrl).toBe('http://localhost:8391');
  });

  it.each([
    ['after', [baseFile, overrideFile, ENV]],
    ['before', [overrideFile, ENV, baseFile]],
  ])(
    'a compose override that is dropped %s its base is merged into the base, and erases no other setting',
    async (_order, files) => {
      const setup = await readRegistrySetup(files);
      expect(setup.draft).toMatchObject(WHOLE);
      expect(setup.password).toBe('first-log-in');
      expect(setup.files.map(({ name, outcome }) => [name, outcome])).toEqual(files.map(({ name }) => [name, 'read']));
    },
  );

  it.each([
    ['a map over a list', '{ SUNBIRD_OTHER: 1, sunbird_sso_realm: other }'],
    ['a list over a list', '[sunbird_sso_realm=other]'],
  ])('a compose override merges environment variables by name: %s', async (_forms, environment) => {
    const setup = await readOverride(`services: { registry: { environment: ${environment} } }`);
    expect(setup).toMatchObject({
      draft: { registryUrl: WHOLE.registryUrl, realm: 'other' },
      password: 'first-log-in',
    });
  });

  it('an override replaces single values and commands', async () => {
    const base = 'services: { keycloak: { image: "keycloak:14", command: start --http-relative-path=/old } }';
    const override = 'services: { keycloak: { image: "keycloak:26", command: start } }';
    expect((await readOverride(override, base)).draft.pathPrefix).toBe('');
  });

  it('a compose override can publish the port of a service of its base', async () => {
    const override = 'services: { idp: { ports: ["8180:8080"] } }';
    const setup = await readOverride(override, 'services: { idp: { image: "keycloak:26" } }');
    expect(setup.draft).toMatchObject({ authUrl: 'http://localhost:8180', pathPrefix: '' });
    expect(setup.files.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'read']);
  });

  it.each([
    ['null service', 'services: { registry: null, keycloak: }'],
    ['null key', 'services: { registry: { image: , ports: , environment: }, keycloak: { image: null, ports: null } }'],
    ['null variable', 'services: { registry: { environment: { sunbird_sso_realm: , sunbird_sso_url: null } } }'],
    ['variable without "="', 'services: { registry: { environment: [sunbird_sso_realm, sunbird_sso_url] } }'],
    ['key of the wrong type', 'services: { registry: { environment: 7, ports: yes }, keycloak: [] }'],
  ])('a %s in an override does not replace the value in its base', async (_, override) => {
    expect(await readOverride(override)).toMatchObject({ draft: WHOLE, password: 'first-log-in' });
  });

  it.each([
    ['!override ["8099:8081"]', 'http://localhost:8099'],
    ['["8099:8081"]', 'http://localhost:8391'],
  ])('a compose override is merged into its base: ports %s', async (ports, registryUrl) => {
    const { draft } = await readOverride(`services: { registry: { ports: ${ports} } }`);
    expect(draft).toMatchObject({ ...WHOLE, registryUrl });
  });

  it('an override can remove ports with !reset', async () => {
    const { files } = await readOverride('services: { registry: { ports: !reset [] } }');
    expect(textsOf(files)[0]).toBe('Identity provider at http://localhost:8280, default password found.');
  });

  it('many compose files are merged in linear time', () => {
    const fileOf = (at: number) => {
      const lines = Array.from({ length: 200 }, (_, line) => `F${at}_${line}=1`).join(', ');
      const result = readComposeFile(`services: { registry: { ports: ["${at}:8081"], environment: [${lines}] } }`);
      if (!result.ok) throw new Error(messageText(result.failure));
      return result.value;
    };
    const filesOf = (count: number) => Array.from({ length: count }, (_, at) => fileOf(at));
    expect(measureGrowth(filesOf, (files) => mergeComposeFiles(files, new Map()), 50)).toBeLessThan(8);
  });

  it('an override can remove a variable with !reset', async () => {
    const override = 'services: { registry: { environment: { sunbird_sso_realm: !reset null } } }';
    expect((await readOverride(override)).draft).toMatchObject({ registryUrl: WHOLE.registryUrl, issuer: '' });
  });
});

it('the setup uses the first realm of a large export that is not Keycloak’s own realm', async () => {
  const others = Array.from({ length: 50_000 }, () => ({ clients: [{}] }));
  const realms = [...others, { realm: 'master' }, { realm: 'my-realm', clients: [...others, client] }];
  const { draft, warnings } = await readRegistrySetup([createDroppedFile('realm-export.json', realms)]);
  expect([draft.realm, draft.clientId, warnings]).toEqual(['my-realm', 'registry-frontend', []]);
});

it('a warning lists a few of many other clients, and none with an invalid name', async () => {
  const other = (clientId: string) => ({ ...client, clientId });
  const clients = ['x'.repeat(1_000), 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map(other);
  const { warnings } = await readRegistrySetup([createDroppedFile('realm-export.json', { realm: 'r', clients })]);
  expect(warnings.map(messageText)).toEqual([expect.stringContaining(': a, b, c, d, e, f.')]);
});

it('the setup offers public clients that allow the password grant if the registry’s default client is missing', async () => {
  const clients = [
    { ...client, clientId: 'admin-cli' },
    { ...client, clientId: 'admin-api', publicClient: false },
    { ...client, clientId: 'off', enabled: false },
    { ...client, clientId: 'no-password', directAccessGrantsEnabled: false },
    { ...client, clientId: 'my-frontend' },
    { ...client, clientId: 'other' },
  ];
  const { draft, warnings } = await readRegistrySetup([
    createDroppedFile('realm-export.json', { realm: 'r', clients }),
  ]);
  expect(draft.clientId).toBe('my-frontend');
  expect(warnings.map(messageText)).toEqual([expect.stringContaining(': my-frontend, other.')]);
});

it('an entity schema with an invalid title is named after its file', async () => {
  const schema = { title: 'T'.repeat(1_000), _osConfig: { ownershipAttributes: [{ userId: '/x'.repeat(1_000) }] } };
  const { entities } = await readRegistrySetup([createDroppedFile('Teacher.json', schema)]);
  expect(entities).toEqual([{ entity: 'Teacher', userIdPath: null }]);
});

it.each(['CHANGE_ME', 'CHANGE_ME_user_password', 'change_me_please'])(
  'a placeholder is not accepted as a password: %s',
  async (placeholder) => {
    const base = createDroppedFile('docker-compose.yml', COMPOSE);
    const env = createDroppedFile('.env', `KEYCLOAK_DEFAULT_USER_PASSWORD=${placeholder}\n`);
    const setup = await readRegistrySetup([base, env]);
    expect(setup.password).toBeNull();
    expect(textsOf(setup.files)[0]).toMatch(/no default password/);
    const literal = COMPOSE.replace(/\$\{KEYCLOAK_DEFAULT_USER_PASSWORD\}/, placeholder);
    expect((await readRegistrySetup([createDroppedFile('docker-compose.yml', literal)])).password).toBeNull();
  },
);

it('a password that resembles a placeholder is accepted', async () => {
  const env = createDroppedFile('.env', 'KEYCLOAK_DEFAULT_USER_PASSWORD=changeme\n');
  expect((await readRegistrySetup([createDroppedFile('docker-compose.yml', COMPOSE), env])).password).toBe('changeme');
});

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', 'services: [*a]']
  .concat(
    'bcdefgh'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(', ')}]`),
  )
  .join('\n');

it.each([
  ['bomb.yml', bomb, undefined, /^Too many YAML aliases\./],
  ['brackets.yml', `services: ${'['.repeat(100_000)}`, undefined, 'Nesting too deep.'],
  ['lists.yml', `services: \n${'- '.repeat(100_000)}`, undefined, 'Nesting too deep.'],
  [
    'blocks.yml',
    Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    undefined,
    'Nesting too deep.',
  ],
  ['large.yml', 'services: {}', 50 * 1024 * 1024, 'File is 50 MiB; the limit is 256 KiB.'],
  ['large.json', '{}', 50 * 1024 * 1024, 'File is 50 MiB; the limit is 8 MiB.'],
  ['broken.yml', 'services: [', undefined, /^Invalid YAML: /],
  ['other.yml', 'version: 3', undefined, 'No “services” key, so this isn’t a compose file.'],
  [
    'web.yml',
    'services: { web: { image: nginx } }',
    undefined,
    'No keycloak or registry service. Services found: web.',
  ],
  ['broken.json', '{"password": "not-shown', undefined, 'Invalid JSON.'],
  ['list.json', '[1]', undefined, 'No “realm” or “_osConfig” key. Nothing was detected.'],
  ['empty.json', ' ', undefined, 'Empty file.'],
  ['picture.json', 'GIF\0', undefined, 'Not a text file.'],
  [
    'notes.txt',
    'hello',
    undefined,
    'Unsupported file. Expected docker-compose.yml, .env, realm-export.json or an entity schema.',
  ],
  ['.env', 'nothing here', undefined, 'No NAME=value lines.'],
  ['long-realm.json', JSON.stringify({ realm: 'r'.repeat(256) }), undefined, /^No “realm” or “_osConfig” key\./],
  ['proto.json', '{"__proto__": {"realm": "x"}, "constructor": 1}', undefined, /^No “realm” or “_osConfig” key\./],
])(
  'an invalid file is rejected with a message, and other files are still read: %s',
  async (name, text, size, errorText) => {
    const good = createDroppedFile('realm-export.json', { realm: 'my-realm', clients: [client] });
    const setup = await readRegistrySetup([createDroppedFile(name, text, size), good]);
    expect(setup.files[0]?.outcome).toBe('failed');
    expect(textsOf(setup.files)[0]).toEqual(expect.stringMatching(errorText));
    expect(setup.draft.realm).toBe('my-realm');
  },
);

it('only the first 200 of many files are read', async () => {
  const many = Array.from({ length: 203 }, (_, index) => createDroppedFile(`${index}.json`, TEACHER));
  const { files, entities } = await readRegistrySetup(many);
  expect(entities).toHaveLength(200);
  expect(files.at(-1)).toEqual({
    name: message('setup.more', { n: 3 }),
    outcome: 'failed',
    message: message('setup.error.tooManyFiles', { max: 200 }),
  });
});

it('a file that the browser can’t read is rejected with a message', async () => {
  const unreadable = { name: 'gone.json', size: 3, text: () => Promise.reject(new Error('gone')) };
  expect((await readRegistrySetup([unreadable])).files).toMatchObject([{ message: message('setup.error.unreadable') }]);
});
