import { expect, it } from 'vitest';
import { checkText } from '#components/options/OptionsScreen.tsx';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { checkEnvironment } from '#core/identity/environment-check';
import { t } from '#tests/drivers/texts';
import { environmentAt, startProvider } from '../../demo/identity-provider/provider-setup';

/** Checks an environment. Returns each result as `PART: OUTCOME: TEXT`. */
async function runChecks(environment: Environment, hasPermission = true) {
  const checks = await checkEnvironment({ fetch, mayCall: async () => hasPermission }, environment);
  return checks.map((check) => `${check.part}: ${check.outcome}: ${checkText(check)}`);
}

it('checkEnvironment reports all parts of a valid environment as passed, without a log-in', async () => {
  const idp = await startProvider();
  const environment = environmentAt(idp, { registryUrl: idp.url });
  expect((await runChecks(environment)).map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
    'provider: passed',
    'realm: passed',
    'client: passed',
    'issuer: passed',
    'registry: passed',
  ]);
  expect(idp.requests.map(({ userId }) => userId)).toEqual([null, null, null]);
});

it.each([
  [{ realm: 'nowhere' }, 'realm: failed: Realm nowhere not found. Compare it with the realm export.'],
  [{ pathPrefix: '' }, /^realm: failed: Realm sunbird-rc not found \(status 404\)\. Check the path prefix \(none\)/],
  [{ clientId: 'nobody' }, /^client: failed: Unknown client\./],
  [{ clientId: 'admin-portal' }, /^client: failed: Password log-in disabled\./],
  [{ issuer: 'http://keycloak:8080/auth/realms/x' }, /^issuer: failed: .*expects http:\/\/keycloak:8080.*responds 401/],
  [
    { registryUrl: 'http://127.0.0.1:9' },
    'registry: failed: 127.0.0.1:9 not reachable. Start the registry or change its URL.',
  ],
  [{ registryUrl: '' }, 'registry: skipped: No registry URL.'],
])('checkEnvironment reports the problem and its fix for an environment with %o', async (overrides, line) => {
  const idp = await startProvider();
  const environment = environmentAt(idp, { registryUrl: idp.url, ...overrides });
  expect(await runChecks(environment)).toContainEqual(expect.stringMatching(line));
});

it('checkEnvironment reports an unreachable provider, and skips the checks that depend on the provider', async () => {
  const lines = await runChecks({ ...LOCAL_REGISTRY, authUrl: 'http://127.0.0.1:9', registryUrl: '' });
  expect(lines[0]).toBe(
    'provider: failed: 127.0.0.1:9 not reachable. Start the identity provider or change this environment’s URL.',
  );
  expect(lines.slice(1, 4).every((line) => line.endsWith('Skipped: identity provider not reachable.'))).toBe(true);
});

it('checkEnvironment sends no request without the browser’s permission', async () => {
  const idp = await startProvider();
  const lines = await runChecks(environmentAt(idp, { registryUrl: idp.url }), false);
  const { host } = new URL(idp.url);
  expect(lines[0]).toBe(`provider: skipped: ${t('identity.check.provider.noAccess', { host })}`);
  expect(idp.requests).toEqual([]);
});

it('checkEnvironment shows a long issuer of a provider as one short line without bidirectional controls', async () => {
  const issuer = `https://evil\n\u202e.example/${'a'.repeat(500_000)}`;
  const respond = async (url: string) => Response.json(url.includes('.well-known') ? { issuer } : {});
  const checks = await checkEnvironment({ fetch: respond as typeof fetch, mayCall: async () => true }, LOCAL_REGISTRY);
  const lines = checks.map((check) => `${check.part}: ${checkText(check)}`);
  const line = lines.find((candidate) => candidate.startsWith('issuer: ')) ?? '';
  expect(line).toContain('https://evil .example/aaa');
  expect(line.length).toBeLessThan(500);
});
