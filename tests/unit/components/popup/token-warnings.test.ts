import { expect, it } from 'vitest';
import { type TokenFacts, tokenWarnings } from '#components/popup/token-warnings.ts';

const NOW = 1_700_000_000_000;
const issuer = 'http://localhost:8080/auth/realms/x';
const facts: TokenFacts = {
  claims: { iss: issuer, exp: NOW / 1000 + 300 },
  tokenType: 'Bearer',
  accessExpiresAt: NOW + 300_000,
  expectedIssuer: issuer,
};
const warned = (change: Partial<TokenFacts>, now = NOW) => tokenWarnings({ ...facts, ...change }, now);

it('a token without a problem has no warning', () => {
  expect(warned({})).toEqual([]);
});

it('a token is warned about when the registry takes another issuer’s: the issuer trap', () => {
  expect(warned({ expectedIssuer: 'http://keycloak:8080/auth/realms/x' })).toEqual([
    expect.stringMatching(/expects issuer http:\/\/keycloak:8080.*responds 401/),
  ]);
});

it('a token is warned about when it is not a Bearer token', () => {
  expect(warned({ tokenType: 'mac' })).toEqual([expect.stringContaining('“mac”')]);
});

it.each([
  [240, 'Token expires within a minute. Refresh it before you copy it.'],
  [300, 'Token expired. Refresh it or log in again.'],
])('a token is warned about %i seconds after log-in', (seconds, words) => {
  expect(warned({}, NOW + seconds * 1000)).toEqual([words]);
});

it('a token is warned about when the clocks are far apart', () => {
  const claims = { iss: issuer, exp: NOW / 1000 + 300 - 600 };
  expect(warned({ claims })).toEqual([expect.stringContaining('is 600 s behind this computer’s')]);
});
