import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { messageText } from '#components/i18n/message-text.ts';
import { environmentDraftSchema } from '#core/identity/environment-draft';
import { interpolate, readEnvFile } from '#core/registry/files/env-file';
import { readYaml } from '#core/registry/files/safe-yaml';
import * as z from '#core/util/zod';
import { createDroppedFile, readRegistrySetup } from '#tests/fixtures/dropped-files';
import { shareRuns } from './fuzz-runs';
import { hostileJson } from './hostile-json';

const numRuns = shareRuns(3);

const COMPOSE = `services:
  keycloak: &k
    image: "registry/keycloak:14"
    ports: ["\${KEYCLOAK_PORT:-9080}:8080"]
    command: --http-relative-path=/auth
  registry:
    <<: *k
    environment:
      - sunbird_sso_url=http://keycloak:8080/auth
      - sunbird_sso_realm=my-realm
    ports: !override
      - target: 8081
        published: 9081
`;
const ENV = 'KEYCLOAK_PORT=7080\nexport PASSWORD="a b" # note\nsunbird_keycloak_user_password=$PASSWORD\n';
const REALM = JSON.stringify({ realm: 'r', clients: [{ clientId: 'registry-frontend', publicClient: true }] });
const SCHEMA = JSON.stringify({ title: 'Teacher', _osConfig: { ownershipAttributes: [{ userId: '/contact' }] } });

/** Generates characters and words with a meaning in one of the files. */
const fragment = fc.oneof(
  fc.constantFrom(
    ...['\n', '\t', '  ', ':', ': ', '- ', '? ', '|\n', '>-\n', '[', ']', '{', '}', ',', '"', "'", '#', ' #', '%', '@'],
    ...['&a ', '*a', '*k', '<<: *k\n', '!reset ', '!override ', '!!binary ', '!!set ', '---\n', '...\n', 'null', '~'],
    ...[
      'services:\n',
      'registry:\n',
      '__proto__: ',
      'constructor: ',
      '${A:-',
      '${',
      '}',
      '$',
      '$$',
      '=',
      '0x1F',
      '1e999',
    ],
    ...[
      '\u2028',
      '\ufeff',
      '\0',
      '\ud800',
      'environment: ',
      'ports: ',
      'image: ',
      '8080:8080',
      '.inf',
      '.nan',
      '2001-01-01',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

function damagedText(text: string): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(text.length), fc.nat(6), fragment);
  return fc
    .array(edit, { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce(
        (before, [at, removed, inserted]) => before.slice(0, at) + inserted + before.slice(at + removed),
        text,
      ),
    );
}

const fragments = fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(''));
const file = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('docker-compose.yml', 'a.override.yaml'), damagedText(COMPOSE)) },
  fc.tuple(fc.constantFrom('docker-compose.yml', '.env', 'realm.json'), fragments),
  fc.tuple(fc.constant('.env'), damagedText(ENV)),
  fc.tuple(fc.constant('realm-export.json'), damagedText(REALM)),
  fc.tuple(fc.constant('Teacher.json'), damagedText(SCHEMA)),
  fc.tuple(
    fc.constant('any.json'),
    hostileJson(['realm', 'clients', '_osConfig', 'title']).map((json) => JSON.stringify(json)),
  ),
);

test('registry files with any content result in a draft, and in a message for each file', async () => {
  const property = fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
    const setup = await readRegistrySetup(files.map(([name, text]) => createDroppedFile(name, text)));
    expect(setup.files.map(({ name }) => name)).toEqual(files.map(([name]) => name));
    for (const { message } of setup.files) {
      const text = messageText(message);
      expect(text.length).toBeGreaterThan(5);
      expect(text.length).toBeLessThan(2_000);
    }
    z.omit(environmentDraftSchema, { name: true }).parse(setup.draft);
  });
  await fc.assert(property, { numRuns });
});

test('readYaml returns the value of generated YAML, and a value or a message for any other text', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
      fc.oneof(fragments, damagedText(COMPOSE)),
      (value, text) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(readYaml(stringify(plain, { schema: 'core' }))).toEqual({ ok: true, value: plain });
        const read = readYaml(text, ['!reset']);
        if (!read.ok) expect(messageText(read.failure)).toMatch(/[.\u0964]$/u);
      },
    ),
    { numRuns },
  );
});

test('readEnvFile returns the written values of a .env file, and interpolation terminates', () => {
  const value = fc.stringMatching(/^[\w./:@ -]{0,20}$/).map((text) => text.trim());
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), value), fragments, (values, text) => {
      const lines = Object.entries(values).map(([name, written]) => `${name}="${written}"`);
      expect(Object.fromEntries(readEnvFile(lines.join('\n')))).toEqual(values);
      const variables = readEnvFile(text);
      expect(typeof interpolate(text, new Map([...variables, ...Object.entries(values)]))).toBe('string');
      for (const [name, written] of Object.entries(values))
        expect(interpolate(`\${${name}}`, new Map([[name, written]]))).toBe(written);
    }),
    { numRuns },
  );
});
