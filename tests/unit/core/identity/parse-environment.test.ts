import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import { parseEnvironment } from '#core/identity/parse-environment';
import { measureGrowth } from '#tests/fixtures/growth';

const draft: EnvironmentDraft = {
  name: 'Local registry',
  authUrl: 'http://localhost:8080',
  pathPrefix: '/auth',
  realm: 'sunbird-rc',
  clientId: 'registry-frontend',
  registryUrl: 'http://localhost:8091',
  issuer: '',
  keepSessions: false,
};

function problemsOf(change: Partial<EnvironmentDraft>) {
  const parsed = parseEnvironment({ ...draft, ...change });
  return parsed.ok ? [] : parsed.failure.map(({ field, message }) => `${field}: ${messageText(message)}`);
}

function parseWith(change: Partial<EnvironmentDraft>) {
  const parsed = parseEnvironment({ ...draft, ...change });
  return parsed.ok ? parsed.value : parsed.failure;
}

it('parseEnvironment returns a valid environment unchanged', () => {
  expect(parseWith({})).toEqual(draft);
});

it.each([
  [{ authUrl: ' http://localhost:8080/ ' }, { authUrl: 'http://localhost:8080' }],
  [{ authUrl: 'HTTP://LocalHost:8080' }, { authUrl: 'http://localhost:8080' }],
  [{ authUrl: 'https://learn.example.org/idp/' }, { authUrl: 'https://learn.example.org/idp' }],
  [{ authUrl: 'http://localhost:8080//auth' }, { authUrl: 'http://localhost:8080' }],
  [{ registryUrl: 'http://localhost:8091//api/v1' }, { registryUrl: 'http://localhost:8091' }],
  [{ pathPrefix: 'auth/' }, { pathPrefix: '/auth' }],
  [{ pathPrefix: ' / ' }, { pathPrefix: '' }],
  [{ pathPrefix: '' }, { pathPrefix: '' }],
  [{ realm: ' sunbird-rc ' }, { realm: 'sunbird-rc' }],
  [{ registryUrl: ' ' }, { registryUrl: '' }],
  [{ registryUrl: 'http://localhost:8091/api/v1/' }, { registryUrl: 'http://localhost:8091' }],
  [{ issuer: 'http://keycloak:8080/auth/realms/x/' }, { issuer: 'http://keycloak:8080/auth/realms/x' }],
])('parseEnvironment normalizes %o to %o', (change, expected) => {
  expect(parseWith(change)).toEqual({ ...draft, ...expected });
});

it('parseEnvironment removes the path prefix from the end of the URL', () => {
  expect(parseWith({ authUrl: 'http://localhost:8080/auth/' })).toEqual(draft);
});

it.each([
  ['', 'authUrl: Enter the identity provider’s URL, for example http://localhost:8080.'],
  ['localhost:8080', 'authUrl: “localhost:8080” has no http:// or https://. Try http://localhost:8080.'],
  ['http://', 'authUrl: “http://” isn’t a URL. Enter one such as http://localhost:8080.'],
  ['http://local host', 'authUrl: “http://local host” isn’t a URL. Enter one such as http://localhost:8080.'],
  ['ftp://localhost', 'authUrl: ftp:// isn’t supported. Enter an http:// or https:// URL.'],
  ['http://me:word@localhost', 'authUrl: Remove the user name and password before the @.'],
  ['http://localhost?x=1', 'authUrl: Remove the ? or # and everything after it.'],
  [
    'http://localhost:8080/auth/realms/sunbird-rc/protocol/openid-connect/token',
    'authUrl: This is an endpoint. Enter only the part before /realms: http://localhost:8080.',
  ],
])('parseEnvironment reports the problem of the URL "%s"', (authUrl, expected) => {
  expect(problemsOf({ authUrl })).toEqual([expected]);
});

it.each([
  [{ realm: '' }, 'realm: Enter the realm (top of the realm export, usually sunbird-rc).'],
  [{ realm: '..' }, 'realm: “..” is a URL. Enter only the realm’s name, for example sunbird-rc.'],
  [{ realm: 'a/b' }, 'realm: “a/b” is a URL. Enter only the realm’s name, for example sunbird-rc.'],
  [{ clientId: ' ' }, 'clientId: Enter the client ID, usually registry-frontend.'],
  [
    { registryUrl: 'http://localhost:8091/a*b' },
    'registryUrl: The path contains *, which browser header rules can’t match. Enter the part before it.',
  ],
  [{ registryUrl: `http://localhost:8091/${'x'.repeat(2000)}` }, 'registryUrl: 2,022 characters; the limit is 2,000.'],
  [{ authUrl: `http://h/${'é'.repeat(100)}` }, 'authUrl: 609 characters; the limit is 300.'],
  [{ registryUrl: `http://h/${'é'.repeat(400)}` }, 'registryUrl: 2,409 characters; the limit is 2,000.'],
  [
    { registryUrl: 'localhost:8091' },
    'registryUrl: “localhost:8091” has no http:// or https://. Try http://localhost:8091.',
  ],
  [{ issuer: 'x' }, 'issuer: “x” has no http:// or https://. Try http://x.'],
  [{ name: '' }, 'name: Enter a name.'],
  [{ name: 'x'.repeat(301) }, 'name: 301 characters; the limit is 300.'],
  [
    { pathPrefix: '/a?b' },
    'pathPrefix: Enter a path such as /auth, or leave it empty. Spaces, ? and # aren’t allowed.',
  ],
  [
    { pathPrefix: '/../x' },
    'pathPrefix: Enter a path such as /auth, or leave it empty. Spaces, ? and # aren’t allowed.',
  ],
])('parseEnvironment reports the problem of %o', (change, expected) => {
  expect(problemsOf(change)).toEqual([expected]);
});

it('parseEnvironment reports all problems at once, one per field', () => {
  const empty = { name: '', authUrl: '', pathPrefix: ' ? ', realm: '', clientId: '', registryUrl: 'x', issuer: 'x' };
  expect(problemsOf(empty)).toHaveLength(7);
});

it.each([
  { authUrl: 'http://localhost:8080/auth/auth' },
  { authUrl: 'http://localhost:8080/x/auth//auth/' },
  { registryUrl: 'http://localhost:8091/api/v1/api/v1/' },
  { registryUrl: 'http://localhost:8091/api/v1//api/v1' },
])('parseEnvironment returns a saved environment unchanged: %o', (change) => {
  const saved = parseEnvironment({ ...draft, ...change });
  if (!saved.ok) throw new Error('The draft is valid.');
  expect(parseEnvironment(saved.value)).toEqual(saved);
});

it('parseEnvironment reads an issuer with many slashes in linear time', () => {
  const inputOf = (size: number) => ({ ...draft, issuer: `http://h/${'/'.repeat(size)}x` });
  expect(measureGrowth(inputOf, parseEnvironment, 20_000)).toBeLessThan(8);
});
