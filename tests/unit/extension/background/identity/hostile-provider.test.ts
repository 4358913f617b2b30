import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { explainFailure } from '#core/identity/failure-messages';
import { withSession } from '#core/identity/sessions';
import { identityService } from '#extension/protocol/identity-protocol';
import { createTestClient } from '#tests/fixtures/rpc-calls';
import { tokenResponse } from '#tests/fixtures/token-response';
import { sampleSession } from '../../../core/identity/sample-session';
import { environmentAt } from '../../../demo/identity-provider/provider-setup';
import { attemptOf, createTestDeps, startService, type TestIdentityDeps, UNCANCELLED } from './test-identity-deps';

/** Returns dependencies whose provider responds to every request with this text. */
function respondWith(deps: TestIdentityDeps, body: string): TestIdentityDeps {
  return { ...deps, fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' } }) };
}

function jwt(claims: string, header = '{"alg":"RS256"}'): string {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  return `${part(header)}.${part(claims)}.c2ln`;
}

it.each([
  ['a token with a line break', JSON.stringify({ ...tokenResponse, access_token: 'a\r\nb' })],
  ['a token with a lone surrogate', JSON.stringify({ ...tokenResponse, access_token: 'a\ud800' })],
  ['a refresh token with a lone surrogate', JSON.stringify({ ...tokenResponse, refresh_token: 'a\ud800' })],
  ['a lifetime of 1e308 s', JSON.stringify(tokenResponse).replace('300', '1e308')],
  ['a lifetime of 1e400 s', JSON.stringify(tokenResponse).replace('300', '1e400')],
  ['a scope of 1 MB', JSON.stringify({ ...tokenResponse, scope: 'x'.repeat(1_000_000) })],
  ['JSON with 20,000 levels', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
])('log-in fails with a message if the provider responds with %s', async (_what, body) => {
  const deps = await createTestDeps();
  const { handlers } = startService(respondWith(deps, body));
  const result = await createTestClient(identityService, handlers)('login', attemptOf(deps));
  if (result.ok || result.failure.reason === 'no-background') throw new Error('The log-in should fail.');
  const setting = { environment: environmentAt(deps.idp), userId: 'teacher-04' };
  expect(messageText(explainFailure(result.failure, setting).text)).toMatch(/\w+ .*\.$/);
  expect(deps.sessionStorage.text()).toBe('[]');
});

it.each([
  ['claims 12,000 levels deep', jwt(`{"sub":"a","x":${'['.repeat(12_000)}${']'.repeat(12_000)}}`)],
  ['exp 1e300', jwt('{"sub":"a","exp":1e300,"iat":-1e300,"nbf":1e400}')],
  ['roles that are objects', jwt('{"sub":"a","realm_access":{"roles":[{"toString":null},[[]]]}}')],
  ['a claim __proto__', jwt('{"sub":"a","__proto__":{}}')],
  ['an algorithm that is an object', jwt('{"sub":"a"}', '{"alg":{"toString":null}}')],
  ['a header 12,000 levels deep', jwt('{"sub":"a"}', `{"alg":${'['.repeat(12_000)}${']'.repeat(12_000)}}`)],
])('the token view opens if the provider responds with %s', async (_what, access_token) => {
  const deps = await createTestDeps();
  const service = startService(respondWith(deps, JSON.stringify({ ...tokenResponse, access_token })));
  const login = await service.handlers.login(attemptOf(deps), UNCANCELLED);
  if (!login.ok) throw new Error(`The log-in was rejected: ${login.failure.reason}`);
  const result = await createTestClient(identityService, service.handlers)('claims', { sessionId: login.value.id });
  expect(result).toMatchObject({ ok: true, value: { claims: { sub: 'a' } } });
});

it('a refresh that returns a token with an invalid header value fails, and the session shows the reason', async () => {
  const deps = await createTestDeps();
  const sessions = withSession(
    { list: [], activeIn: {} },
    sampleSession({ receivedAt: deps.now(), refreshExpiresAt: deps.now() + 60_000 }),
  );
  await deps.sessionStorage.set('identity.sessions', sessions);
  const service = startService(respondWith(deps, JSON.stringify({ ...tokenResponse, access_token: 'a\nb' })));
  expect(await service.handlers.refresh({ sessionId: 'session-1' })).toMatchObject({
    ok: false,
    failure: { reason: 'unusable-token' },
  });
  expect((await service.handlers.state({})).sessions).toMatchObject([
    { lastRefreshFailure: { failure: { reason: 'unusable-token' } } },
  ]);
});

it('a scope with a lone surrogate is stored as valid UTF-8', async () => {
  const deps = await createTestDeps();
  const { handlers } = startService(respondWith(deps, JSON.stringify({ ...tokenResponse, scope: 'email \ud800' })));
  expect(await createTestClient(identityService, handlers)('login', attemptOf(deps))).toMatchObject({
    ok: true,
    value: { scope: 'email \ufffd' },
  });
});

describe('user input', () => {
  it.each([
    ['userId', 'teacher\ud800', 'lone-surrogate'],
    ['password', 'pass\udc00word', 'lone-surrogate'],
    ['userId', 'x'.repeat(5_000), 'too-long'],
    ['password', 'x'.repeat(5_000), 'too-long'],
  ])(
    'a %s with a lone surrogate or too many characters is rejected before any request to the provider',
    async (field, value, problem) => {
      const deps = await createTestDeps();
      const response = await startService(deps).handlers.login(attemptOf(deps, { [field]: value }), UNCANCELLED);
      expect(response).toEqual({ ok: false, failure: { reason: 'bad-credential', field, problem } });
      expect(deps.idp.requests).toEqual([]);
      expect(JSON.stringify(await startService(deps).handlers.state({}))).not.toContain(value.slice(0, 7));
    },
  );
});
