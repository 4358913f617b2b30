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

it('the token and log-out endpoints are Keycloak’s OpenID Connect endpoints of the realm', () => {
  expect(tokenEndpoint(LOCAL_REGISTRY)).toBe(
    'http://localhost:8080/auth/realms/sunbird-rc/protocol/openid-connect/token',
  );
  expect(logoutEndpoint(LOCAL_REGISTRY)).toBe(
    'http://localhost:8080/auth/realms/sunbird-rc/protocol/openid-connect/logout',
  );
});

it('the token endpoint has no /auth if the path prefix is empty, as in Keycloak 17 and later', () => {
  expect(tokenEndpoint({ ...LOCAL_REGISTRY, pathPrefix: '' })).toBe(
    'http://localhost:8080/realms/sunbird-rc/protocol/openid-connect/token',
  );
});

it('the token endpoint encodes a space in the realm', () => {
  expect(tokenEndpoint({ ...LOCAL_REGISTRY, realm: 'my realm' })).toContain('/realms/my%20realm/');
});

it('the token endpoint of a realm with a lone surrogate, as in an imported file, has the replacement character', () => {
  expect(tokenEndpoint({ ...LOCAL_REGISTRY, realm: 'r\ud83d' })).toContain('/realms/r%EF%BF%BD/');
});

it('the provider’s host includes the port, and its permission pattern omits the port', () => {
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
])('the URL filter of the registry %s is %s', (registryUrl, expected) => {
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
])('sendsPasswordUnencrypted for the URL %s returns %s', (authUrl, expected) => {
  expect(sendsPasswordUnencrypted({ ...LOCAL_REGISTRY, authUrl })).toBe(expected);
});
