import { expect, it } from 'vitest';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { logOut, refreshToken, requestToken } from '#core/identity/token-endpoint';
import type { TokenResult } from '#core/identity/token-response';
import { message } from '#core/util/message';
import type { Fault } from '#demo/identity-provider/faults';
import { tokenResponse } from '#tests/fixtures/token-response';
import { environmentAt, findEntity, startProvider } from '../../demo/identity-provider/provider-setup';

const connection = { fetch };

async function requestValidToken(environment: Environment, credentials: { userId: string; password: string }) {
  const response = await requestToken(connection, environment, credentials);
  if (!response.ok) throw new Error(`rejected: ${response.failure.reason}`);
  return response.value;
}

it('requestToken sends a form with the password grant, and returns the fields of the response', async () => {
  const idp = await startProvider();
  const entity = findEntity('ready', idp);
  const response: TokenResult = await requestValidToken(environmentAt(idp), entity);
  expect(response).toMatchObject({ token_type: 'Bearer', expires_in: 300, refresh_expires_in: 1800 });
  expect(response).toMatchObject({ 'not-before-policy': 0, scope: 'email profile' });
  expect(idp.requests).toEqual([
    {
      method: 'POST',
      path: '/auth/realms/sunbird-rc/protocol/openid-connect/token',
      contentType: 'application/x-www-form-urlencoded',
      grantType: 'password',
      clientId: 'registry-frontend',
      userId: entity.userId,
      status: 200,
    },
  ]);
});

it('requestToken works with an empty path prefix', async () => {
  const idp = await startProvider({ pathPrefix: '' });
  const environment = environmentAt(idp, { pathPrefix: '' });
  expect(await requestValidToken(environment, findEntity('ready', idp))).toMatchObject({ token_type: 'Bearer' });
});

it.each([
  ['a wrong password', {}, { password: 'wrong' }, 401, 'invalid_grant', 'Invalid user credentials'],
  ['an unknown user', {}, { userId: 'nobody' }, 401, 'invalid_grant', 'Invalid user credentials'],
  ['an unknown client', { clientId: 'x' }, {}, 401, 'invalid_client', 'Invalid client or Invalid client credentials'],
  [
    'a client without direct access grants',
    { clientId: 'admin-portal' },
    {},
    400,
    'unauthorized_client',
    'Client not allowed for direct access grants',
  ],
  ['a wrong realm', { realm: 'other' }, {}, 404, 'Realm does not exist', ''],
])('requestToken fails with the provider’s error for %s', async (_case, change, input, status, error, detail) => {
  const idp = await startProvider();
  const credentials = { ...findEntity('ready', idp), ...input };
  const response = await requestToken(connection, environmentAt(idp, change), credentials);
  expect(response).toEqual({ ok: false, failure: { reason: 'rejected', status, error, description: detail } });
});

it('requestToken reports an unreadable response if the path prefix is wrong', async () => {
  const idp = await startProvider();
  const response = await requestToken(connection, environmentAt(idp, { pathPrefix: '' }), findEntity('ready', idp));
  expect(response).toMatchObject({ ok: false, failure: { reason: 'unreadable-response', status: 404 } });
});

it.each([
  ['disabled', 'Account disabled'],
  ['temporary-password', 'Account is not fully set up'],
] as const)('requestToken fails with the provider’s error for a user in the state %s', async (state, detail) => {
  const idp = await startProvider();
  const response = await requestToken(connection, environmentAt(idp), findEntity(state, idp));
  expect(response).toEqual({
    ok: false,
    failure: { reason: 'rejected', status: 400, error: 'invalid_grant', description: detail },
  });
});

it.each<[string, ResponseInit, string, object]>([
  ['Retry-After in seconds', { headers: { 'retry-after': '30' } }, 'Too Many Requests', { seconds: 30 }],
  [
    'Retry-After as a date',
    { headers: { date: 'Thu, 26 Nov 2026 09:00:00 GMT', 'retry-after': 'Thu, 26 Nov 2026 09:02:00 GMT' } },
    '{"error":"slow_down"}',
    { seconds: 120 },
  ],
  ['no Retry-After', {}, '', { seconds: null, detail: message('identity.response.empty') }],
  ['an excessive Retry-After', { headers: { 'retry-after': '9999999999' } }, '', { seconds: 86_400 }],
  ['an invalid Retry-After', { headers: { 'retry-after': 'soon' } }, '', { seconds: null }],
])('requestToken returns the wait time of a 429 response with %s', async (_case, init, body, failure) => {
  const busyProvider = { fetch: async () => new Response(body, { ...init, status: 429 }) };
  const response = await requestToken(busyProvider, LOCAL_REGISTRY, { userId: 'teacher', password: 'word' });
  expect(response).toMatchObject({ ok: false, failure: { reason: 'rate-limited', ...failure } });
});

it.each<[Fault, object]>([
  ['mac', { reason: 'not-bearer', tokenType: 'mac' }],
  [
    'html',
    {
      reason: 'unreadable-response',
      status: 200,
      detail: message('identity.response.invalidJson', {
        body: message('identity.response.htmlText', { words: 'Sign in to continue' }),
      }),
    },
  ],
  ['error-500', { reason: 'rejected', status: 500, error: 'unknown_error', description: '' }],
  [
    'bad-gateway',
    {
      reason: 'unreadable-response',
      status: 502,
      detail: message('identity.response.htmlText', { words: '502 Bad Gateway' }),
    },
  ],
  [
    'missing-fields',
    {
      reason: 'unreadable-response',
      status: 200,
      detail: [
        message('identity.response.wrongType', { name: 'expires_in', expected: 'number', found: 'string' }),
        message('identity.response.missing', { name: 'refresh_token' }),
      ],
    },
  ],
  ['enormous', { reason: 'unreadable-response', status: 200, detail: message('identity.response.tooLarge') }],
  ['redirect', { reason: 'unreadable-response', status: 307, detail: message('identity.response.redirected') }],
])(
  'requestToken fails with the reason and the status if the provider responds with the fault "%s"',
  async (fault, failure) => {
    const idp = await startProvider();
    idp.setFault(fault);
    const response = await requestToken(connection, environmentAt(idp), findEntity('ready', idp));
    expect(response).toEqual({ ok: false, failure });
  },
);

it('requestToken does not send the password to the target of a redirect', async () => {
  const idp = await startProvider();
  idp.setFault('redirect');
  await requestToken(connection, environmentAt(idp), findEntity('ready', idp));
  expect(idp.requests.map(({ path }) => path)).not.toContain('/elsewhere');
  expect(idp.requests).toHaveLength(1);
});

it('requestToken redacts a password that the provider echoes', async () => {
  const idp = await startProvider();
  idp.setFault('echo');
  const password = 'Pä$$ word & more';
  const response = await requestToken(connection, environmentAt(idp), { userId: 'teacher-04', password });
  const json = JSON.stringify(response);
  expect(json).toContain('password=•••');
  expect(json).not.toContain('word & more');
  expect(json).not.toContain('word+%26+more');
});

it('requestToken fails as unreachable if the provider is down', async () => {
  const idp = await startProvider();
  const environment = environmentAt(idp);
  await idp.stop();
  const response = await requestToken(connection, environment, findEntity('ready', idp));
  expect(response).toEqual({ ok: false, failure: { reason: 'unreachable', detail: new URL(idp.url).host } });
});

it('requestToken fails after a timeout of 15 s', async () => {
  const idp = await startProvider();
  idp.setFault('slow');
  const timeout = new AbortController();
  const timeoutSeconds: number[] = [];
  const deadline = (seconds: number) => {
    timeoutSeconds.push(seconds);
    return timeout.signal;
  };
  const response = requestToken({ fetch, deadline }, environmentAt(idp), findEntity('ready', idp));
  await idp.arrived(1);
  timeout.abort();
  expect(await response).toEqual({ ok: false, failure: { reason: 'timeout', seconds: 15 } });
  expect(timeoutSeconds).toEqual([15]);
});

it('requestToken can be cancelled', async () => {
  const idp = await startProvider();
  idp.setFault('slow');
  const cancellation = new AbortController();
  const response = requestToken({ fetch, signal: cancellation.signal }, environmentAt(idp), findEntity('ready', idp));
  await idp.arrived(1);
  cancellation.abort();
  expect(await response).toEqual({ ok: false, failure: { reason: 'cancelled' } });
});

it('requestToken calls fetch as a function, not as a method, as browsers require', async () => {
  const idp = await startProvider();
  const strictFetch = function (this: unknown, ...request: Parameters<typeof fetch>) {
    if (this !== undefined) throw new TypeError('Illegal invocation');
    return fetch(...request);
  };
  const response = await requestToken({ fetch: strictFetch }, environmentAt(idp), findEntity('ready', idp));
  expect(response.ok).toBe(true);
});

it('refreshToken returns new tokens of the same session by the grant refresh_token', async () => {
  const idp = await startProvider();
  const environment = environmentAt(idp);
  const first = await requestValidToken(environment, findEntity('ready', idp));
  const second = await refreshToken(connection, environment, first);
  expect(second.ok && second.value.session_state).toBe(first.session_state);
  expect(second.ok && second.value.access_token).not.toBe(first.access_token);
  expect(idp.requests.at(-1)).toMatchObject({ grantType: 'refresh_token', clientId: 'registry-frontend' });
});

it('refreshToken returns the current refresh token and its lifetime if the response has no refresh token', async () => {
  const idp = await startProvider();
  const environment = environmentAt(idp);
  const { refresh_token } = await requestValidToken(environment, findEntity('ready', idp));
  idp.setFault('no-rotation');
  const current = { refresh_token, refresh_expires_in: 900 };
  expect(await refreshToken(connection, environment, current)).toMatchObject({ ok: true, value: current });
});

it('refreshToken fails for an expired refresh token', async () => {
  let now = 1_700_000_000_000;
  const idp = await startProvider({ now: () => now });
  const environment = environmentAt(idp);
  const first = await requestValidToken(environment, findEntity('ready', idp));
  now += 1_801_000;
  expect(await refreshToken(connection, environment, first)).toEqual({
    ok: false,
    failure: { reason: 'rejected', status: 400, error: 'invalid_grant', description: 'Token is not active' },
  });
});

it('logOut ends the session, so that its refresh token is rejected afterwards', async () => {
  const idp = await startProvider();
  const environment = environmentAt(idp);
  const tokens = await requestValidToken(environment, findEntity('ready', idp));
  expect(await logOut(connection, environment, tokens.refresh_token)).toEqual({ ok: true, value: null });
  expect(await refreshToken(connection, environment, tokens)).toMatchObject({
    failure: { error: 'invalid_grant', description: 'Session not active' },
  });
});

it('logOut fails for an invalid refresh token, and its failure does not contain the token', async () => {
  const idp = await startProvider();
  const response = await logOut(connection, environmentAt(idp), 'made-up-token');
  expect(response).toMatchObject({ ok: false, failure: { reason: 'rejected', error: 'invalid_grant' } });
  expect(JSON.stringify(response)).not.toContain('made-up-token');
});

it.each([
  ['with a prefix', 200, `)]}'\n${JSON.stringify(tokenResponse)}`],
  ['that is truncated', 200, JSON.stringify(tokenResponse).slice(0, -1)],
  ['with an escaped slash in a token', 500, String.raw`{"access_token":"made-up\/access-token"}`],
  ['that is truncated within a token', 200, '{"refresh_token" : "refresh-tok'],
  ['with another status', 201, JSON.stringify(tokenResponse)],
  ['with a failure', 500, JSON.stringify({ ...tokenResponse, id_token: 'id-token', error: null })],
  ['in the form of a URL', 200, 'access_token=access-token&refresh_token=refresh-token&id_token=id-token'],
  ['in an error message', 400, JSON.stringify({ error: 'x', error_description: JSON.stringify(tokenResponse) })],
])('requestToken fails without the tokens in a response %s', async (_case, status, body) => {
  const provider = { fetch: async () => new Response(body, { status }) };
  const result = await requestToken(provider, LOCAL_REGISTRY, { userId: 'teacher-04', password: 'made-up' });
  expect(result).toMatchObject({ ok: false });
  expect(JSON.stringify(result)).not.toMatch(/(access|refresh|id)-tok/);
});
