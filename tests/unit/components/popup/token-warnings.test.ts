import { expect, it } from 'vitest';
import { type TokenFacts, tokenWarnings } from '#components/popup/token-warnings.ts';

const NOW = 1_700_000_000_000;
const issuer = 'http://localhost:8080/auth/realms/x';
const facts: TokenFacts = {
  claims: { iss: issuer, exp: NOW / 1000 + 300 },
  accessExpiresAt: NOW + 300_000,
  expectedIssuer: issuer,
};
const warningsFor = (change: Partial<TokenFacts>, now = NOW) => tokenWarnings({ ...facts, ...change }, now);

it('a token without a problem has no warning', () => {
  expect(warningsFor({})).toEqual([]);
});

it('a token has a warning if the registry expects another issuer (issuer trap)', () => {
  expect(warningsFor({ expectedIssuer: 'http://keycloak:8080/auth/realms/x' })).toEqual([
    expect.stringMatching(/expects issuer http:\/\/keycloak:8080.*responds 401/),
  ]);
});

it.each([
  [240, 'Token expires within a minute. Refresh it before you copy it.'],
  [300, 'Token expired. Refresh it or log in again.'],
])('a token has an expiry warning depending on its age: %i seconds after log-in', (seconds, text) => {
  expect(warningsFor({}, NOW + seconds * 1000)).toEqual([text]);
});

it('a token has a warning if the clocks of browser and provider differ', () => {
  const claims = { iss: issuer, exp: NOW / 1000 + 300 - 600 };
  expect(warningsFor({ claims })).toEqual([expect.stringContaining('is 600 s behind this computer’s')]);
});
