import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { exportEnvironments, importEnvironments } from '#core/identity/environment-file';
import { message } from '#core/util/message';

const fileOf = (environments: unknown) =>
  JSON.stringify({ format: 'telemetry-v3-environments', version: 1, environments });
const { id: _id, ...draft } = LOCAL_REGISTRY;

it('environments are unchanged after export and import', () => {
  const result = importEnvironments(exportEnvironments([LOCAL_REGISTRY, { ...LOCAL_REGISTRY, name: 'Other' }]));
  expect(result).toEqual({ ok: true, value: { drafts: [draft, { ...draft, name: 'Other' }], problems: [] } });
});

it('exported environments contain only URLs and names, and an import never enables persistent sessions', () => {
  const text = exportEnvironments([{ ...LOCAL_REGISTRY, keepSessions: true }]);
  expect(Object.keys(JSON.parse(text).environments[0]).sort()).toEqual(
    ['authUrl', 'clientId', 'issuer', 'name', 'pathPrefix', 'realm', 'registryUrl'].sort(),
  );
  const result = importEnvironments(fileOf([{ ...draft, keepSessions: true }]));
  expect(result).toMatchObject({ ok: true, value: { drafts: [{ keepSessions: false }] } });
});

it('importEnvironments reports invalid environments of a file, and reads the others', () => {
  expect(importEnvironments(fileOf([{ ...draft, realm: 7 }, { ...draft, authUrl: 'ftp://x' }, draft]))).toEqual({
    ok: true,
    value: {
      drafts: [draft],
      problems: [
        message('identity.fieldError.wrongType', { path: 'environments.0.realm' }),
        [
          message('identity.problemAt', {
            path: 'environments.1.authUrl',
            problem: message('identity.fieldError.unsupportedScheme', { protocol: 'ftp:' }),
          }),
        ],
      ],
    },
  });
});

it.each([
  ['{'],
  ['[]'],
  [JSON.stringify({ format: 'other', version: 1, environments: [] })],
  [fileOf(Array(501).fill(draft))],
])('importEnvironments rejects the file %.40s', (text) => {
  expect(importEnvironments(text)).toMatchObject({ ok: false });
});
