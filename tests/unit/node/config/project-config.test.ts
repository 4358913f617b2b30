import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { configJsonSchema } from '#node/config/config-schema';
import { findConfig } from '#node/config/find-config';
import { loadProjectConfig } from '#node/config/project-config';
import { readConfig } from '#node/config/read-config';

const filesOf = (files: Readonly<Record<string, unknown>>) => ({
  exists: (file: string) => Object.hasOwn(files, file),
  readText: async (file: string) => {
    if (!Object.hasOwn(files, file)) throw Object.assign(new Error(), { code: 'ENOENT' });
    return JSON.stringify(files[file]);
  },
  importDefault: async (file: string) => files[file],
  readBytes: async (file: string) => new TextEncoder().encode(JSON.stringify(files[file])),
  findSchemaFiles: async () => null,
});

it('a configuration is found in the folder, or in its nearest parent folder', () => {
  const { exists } = filesOf({ '/a/telemetry-v3.config.json': {}, '/a/b/c/telemetry-v3.config.mjs': {} });
  expect(findConfig('/a/b/c', exists)).toEqual({ ok: true, value: '/a/b/c/telemetry-v3.config.mjs' });
  expect(findConfig('/a/b', exists)).toEqual({ ok: true, value: '/a/telemetry-v3.config.json' });
  expect(findConfig('/other', exists)).toEqual({ ok: true, value: null });
});

it('two configurations in one folder are an error', () => {
  const { exists } = filesOf({ '/a/telemetry-v3.config.json': {}, '/a/telemetry-v3.config.ts': {} });
  expect(findConfig('/a', exists)).toMatchObject({ ok: false, failure: expect.stringContaining('Remove one') });
});

it('a configuration is searched for from the tests folder, then from the Playwright configuration, and its baseline is loaded', async () => {
  const baseline = { format: 'telemetry-v3-baseline', version: 1, findings: [] };
  const files = filesOf({
    '/web/telemetry-v3.config.mjs': { customRules: { own: () => null }, baseline: 'known.json', failOn: 'warning' },
    '/web/known.json': baseline,
  });
  for (const location of [{ rootDir: '/web/tests' }, { rootDir: '/tests', configFile: '/web/playwright.config.ts' }]) {
    const loaded = await loadProjectConfig(location, files);
    expect(loaded).toMatchObject({ ok: true, value: { file: '/web/telemetry-v3.config.mjs' } });
    expect(loaded.ok && loaded.value.config).toMatchObject({
      failOn: 'warning',
      customRules: [{ id: 'custom:own' }],
    });
  }
  expect(await loadProjectConfig({ rootDir: '/none' }, files)).toMatchObject({ ok: true, value: { file: null } });
});

it('an invalid configuration, or one with a missing baseline, is an error', async () => {
  const invalidConfig = await loadProjectConfig(
    { rootDir: '/a' },
    filesOf({ '/a/telemetry-v3.config.json': { rule: [] } }),
  );
  expect(invalidConfig).toMatchObject({ ok: false, failure: expect.stringContaining('Did you mean rules?') });
  const filesWithoutBaseline = filesOf({ '/a/telemetry-v3.config.json': { baseline: 'b.json' } });
  expect(await loadProjectConfig({ rootDir: '/a' }, filesWithoutBaseline)).toEqual({
    ok: false,
    failure: "Couldn't read /a/b.json: no such file.",
  });
});

it('the JSON schemas of a configuration are custom rule sets', async () => {
  const files = filesOf({
    '/a/telemetry-v3.config.json': { schemas: { ours: 'start.json' } },
    '/a/start.json': { required: ['mid'] },
    '/b/telemetry-v3.config.json': { schemas: { ours: 'nothing.json' } },
    '/b/nothing.json': 7,
  });
  const loaded = await loadProjectConfig({ rootDir: '/a' }, files);
  expect(loaded).toMatchObject({ ok: true, value: { config: { customRules: [{ id: 'schema:ours' }] } } });
  const failed = await loadProjectConfig({ rootDir: '/b' }, files);
  expect(failed).toMatchObject({
    ok: false,
    failure: expect.stringContaining('No schema in /b/nothing.json can be used'),
  });
});

it('the JSON schema of a configuration accepts valid configurations and rejects invalid ones', () => {
  const check = new Ajv2020({ strict: false }).compile(configJsonSchema());
  expect(check({ $schema: 'x', rules: ['definition'], severities: { missing: 'off' }, failOn: 'info' })).toBe(true);
  expect(check({ ignore: [{ path: 'edata', reason: 'x' }], baseline: 'known.json' })).toBe(true);
  for (const invalidConfig of [{ rule: [] }, { rules: ['privcy'] }, { failOn: 'off' }, { ignore: [{ path: 'a' }] }]) {
    expect(check(invalidConfig), JSON.stringify(invalidConfig)).toBe(false);
  }
});

it.each(['/abs/schemas', './schemas', '../schemas'])(
  'the path %s in a configuration is absolute or relative to it',
  (path) => {
    const read = readConfig({ schemas: { own: path }, baseline: path }, 'web/telemetry-v3.config.mjs');
    const expected = path.startsWith('/') ? path : join('web', path);
    expect(read).toMatchObject({ ok: true, value: { schemas: [{ path: expected }], baseline: expected } });
  },
);

it.each(['definition/missing/x', 'schema:a:b', 'schema:a/missing/x'])(
  'a configuration with the severity of %s, which no finding has, is invalid',
  (name) => {
    expect(readConfig({ severities: { [name]: 'off' } }, 'a.json')).toMatchObject({
      ok: false,
      failure: expect.stringContaining(`Unknown code "${name}"`),
    });
  },
);

it('an unknown field that is the beginning of a field name suggests that field', () => {
  const read = readConfig({ pipelineSettings: { maxBatch: 1 } }, 'a.json');
  expect(read).toMatchObject({ ok: false, failure: expect.stringContaining('Did you mean maxBatchBytes?') });
});

it.each([
  ['edata.items[0].id', 'edata.items.0.id'],
  ['edata.items[*].id', 'edata.items.*.id'],
  ['/edata/items/0/id', 'edata.items.0.id'],
])('a configuration that ignores the path %s, which no finding has, is invalid and suggests %s', (path, nearest) => {
  expect(readConfig({ ignore: [{ path, reason: 'known' }] }, 'a.json')).toMatchObject({
    ok: false,
    failure: expect.stringContaining(`Did you mean ${nearest}?`),
  });
});
