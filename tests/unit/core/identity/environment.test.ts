import { expect, it } from 'vitest';
import {
  LOCAL_REGISTRY,
  logoutEndpoint,
  permissionPattern,
  providerHost,
  registryUrlFilter,
  sendsPasswordUnencrypted,
  tokenEndpoint,
} from '#core/identity/environment';

it('an environment asks for tokens at the address of section 4.1', () => {
  expect(tokenEndpoint(LOCAL_REGISTRY)).toBe(
    'http://localhost:8080/auth/realms/sunbird-rc/protocol/openid-connect/token',
  );
  expect(logoutEndpoint(LOCAL_REGISTRY)).toBe(
    'http://localhost:8080/auth/realms/sunbird-rc/protocol/openid-connect/logout',
  );
});

it('an environment has no /auth where the path prefix is empty, as from Keycloak 17 on', () => {
  expect(tokenEndpoint({ ...LOCAL_REGISTRY, pathPrefix: '' })).toBe(
    'http://localhost:8080/realms/sunbird-rc/protocol/openid-connect/token',
  );
});

it('an environment encodes a realm with a space', () => {
  expect(tokenEndpoint({ ...LOCAL_REGISTRY, realm: 'my realm' })).toContain('/realms/my%20realm/');
});

it('an environment is named by host and port, and its permission is requested without the port', () => {
  const gateway = { ...LOCAL_REGISTRY, authUrl: 'https://learn.example.org:8443/idp' };
  expect(providerHost(gateway)).toBe('learn.example.org:8443');
  expect(permissionPattern(gateway)).toBe('https://learn.example.org/*');
});

it.each([
  ['http://localhost:8091', '|http://localhost:8091/'],
  ['https://registry.example.org', '|https://registry.example.org/'],
  ['https://example.org/registry', '|https://example.org/registry^'],
  ['https://example.org/registry/', '|https://example.org/registry^'],
  ['https://example.org/a*b', null],
  ['https://example.org/a|b', null],
  ['no URL', null],
])('%s has the filter %s', (registryUrl, expected) => {
  expect(registryUrlFilter(registryUrl)).toBe(expected);
});

it.each([
  ['http://localhost:8080', false],
  ['http://idp.localhost', false],
  ['http://127.0.0.1:9000', false],
  ['http://[::1]:9000', false],
  ['https://learn.example.org', false],
  ['http://learn.example.org', true],
  ['http://192.168.1.20:8080', true],
  ['http://localhost.example.org', true],
])('%s sends the password in the clear: %s', (authUrl, expected) => {
  expect(sendsPasswordUnencrypted({ ...LOCAL_REGISTRY, authUrl })).toBe(expected);
});
