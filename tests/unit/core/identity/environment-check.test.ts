import { expect, it } from 'vitest';
import { checkText } from '#components/options/OptionsScreen.tsx';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { checkEnvironment } from '#core/identity/environment-check';
import { t } from '#tests/drivers/texts';
import { environmentAt, startProvider } from '../../demo/identity-provider/provider-setup';

const deps = { fetch, mayCall: async () => true };

/** Checks an environment. Returns each result as `PART: OUTCOME: TEXT`. */
async function runChecks(environment: Environment, mayCall = true) {
  const checks = await checkEnvironment({ ...deps, mayCall: async () => mayCall }, environment);
  return checks.map((check) => `${check.part}: ${check.outcome}: ${checkText(check)}`);
}

it('checkEnvironment reports all parts as good, without a log-in', async () => {
  const idp = await startProvider();
  const environment = environmentAt(idp, { registryUrl: idp.url });
  expect((await runChecks(environment)).map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
    'Identity provider: good',
    'Realm: good',
    'Client: good',
    'Issuer: good',
    'Registry: good',
  ]);
  expect(idp.requests.map(({ userId }) => userId)).toEqual([null, null, null]);
});

it.each([
  [{ realm: 'nowhere' }, 'Realm: bad: Realm nowhere not found. Compare it with the realm export.'],
  [{ pathPrefix: '' }, /^Realm: bad: Realm sunbird-rc not found \(status 404\)\. Check the path prefix \(none\)/],
  [{ clientId: 'nobody' }, /^Client: bad: Unknown client\./],
  [{ clientId: 'admin-portal' }, /^Client: bad: Password log-in disabled\./],
  [{ issuer: 'http://keycloak:8080/auth/realms/x' }, /^Issuer: bad: .*expects http:\/\/keycloak:8080.*responds 401/],
  [
    { registryUrl: 'http://127.0.0.1:9' },
    'Registry: bad: 127.0.0.1:9 not reachable. Start the registry or change its URL.',
  ],
  [{ registryUrl: '' }, 'Registry: not-tried: No registry URL.'],
])('checkEnvironment reports the problem and its fix for an environment with %o', async (overrides, line) => {
  const idp = await startProvider();
  const environment = environmentAt(idp, { registryUrl: idp.url, ...overrides });
  expect(await runChecks(environment)).toContainEqual(expect.stringMatching(line));
});

it('checkEnvironment reports an unreachable provider, and skips the checks that depend on the provider', async () => {
  const lines = await runChecks({ ...LOCAL_REGISTRY, authUrl: 'http://127.0.0.1:9', registryUrl: '' });
  expect(lines[0]).toBe(
    'Identity provider: bad: 127.0.0.1:9 not reachable. Start the identity provider or change this environment’s URL.',
  );
  expect(lines.slice(1, 4).every((line) => line.endsWith('Skipped: identity provider not reachable.'))).toBe(true);
});

it('checkEnvironment sends no request without the browser’s permission', async () => {
  const idp = await startProvider();
  const lines = await runChecks(environmentAt(idp, { registryUrl: idp.url }), false);
  const { host } = new URL(idp.url);
  expect(lines[0]).toBe(`Identity provider: not-tried: ${t('identity.check.provider.noAccess', { host })}`);
  expect(idp.requests).toEqual([]);
});

it('checkEnvironment shows a long issuer of a provider as one short line without characters that reorder it', async () => {
  const issuer = `https://evil\n\u202e.example/${'a'.repeat(500_000)}`;
  const respond = async (url: string) => Response.json(url.includes('.well-known') ? { issuer } : {});
  const checks = await checkEnvironment({ fetch: respond as typeof fetch, mayCall: async () => true }, LOCAL_REGISTRY);
  const lines = checks.map((check) => `${check.part}: ${checkText(check)}`);
  const line = lines.find((candidate) => candidate.startsWith('Issuer: ')) ?? '';
  expect(line).toContain('https://evil .example/aaa');
  expect(line.length).toBeLessThan(500);
});
