import { afterEach, describe, expect, it } from 'vitest';
import type { RegistryCall } from '#core/registry/registry-call';
import { endpointOf, issuerOf } from '#demo/identity-provider/login-provider';
import { type ResourceServer, startResourceServer } from '#demo/resource-server/resource-server';
import { createRegistryCalls } from '#extension/background/registry/registry-calls';
import { registryService } from '#extension/protocol/registry-protocol';
import { createRpcServer } from '#extension/protocol/rpc-server';
import { ownExtension, panel, relay } from '#tests/fixtures/rpc-calls';
import { joinDecodings, tokenEncodings } from '#tests/fixtures/token-encodings';
import { createTestDeps, logInEntity, readToken, startService } from '../identity/test-identity-deps';

const servers: ResourceServer[] = [];
const NEVER_ABORTED = new AbortController().signal;
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function setUp(userId = 'teacher-04', issuer?: string) {
  const testDeps = await createTestDeps();
  const deps = { ...testDeps, now: Date.now };
  const { idp } = deps;
  const server = await startResourceServer({ issuer: issuer ?? issuerOf(idp), keysUrl: endpointOf(idp, 'certs') });
  servers.push(server);
  testDeps.passSeconds(Math.round((Date.now() - testDeps.now()) / 1000));
  const service = startService(deps);
  const [environment] = (await service.handlers.state({})).environments;
  if (environment === undefined) throw new Error('There is no environment.');
  const draft = { ...environment, registryUrl: server.url, issuer: issuer ?? '' };
  await service.handlers.saveEnvironment({ environmentId: environment.id, draft });
  const { id } = await logInEntity(service, testDeps, userId);
  const call = createRegistryCalls(deps, service);
  const callRegistry = (method: RegistryCall['method'], path: string, body: unknown = null) =>
    call(
      { sessionId: id, registryUrl: server.url, method, path, body: body === null ? null : JSON.stringify(body) },
      NEVER_ABORTED,
    );
  return { deps, server, id, callRegistry, call };
}

it('a call to the registry as an entity can retrieve, search, update and attest', async () => {
  const { callRegistry, server } = await setUp();
  expect(await callRegistry('GET', '/api/v1/Teacher/1-teacher-04')).toMatchObject({ ok: true, value: { status: 200 } });
  const searchResult = await callRegistry('POST', '/api/v1/Teacher/search', { filters: {} });
  expect(searchResult.ok && JSON.parse(searchResult.value.body)).toMatchObject({ totalCount: 1 });
  expect(await callRegistry('PUT', '/api/v1/Teacher/1-teacher-04', { name: 'New' })).toMatchObject({
    value: { status: 200 },
  });
  const attested = await callRegistry('POST', '/api/v1/Teacher/claims/c1/attest', { action: 'GRANT_CLAIM' });
  expect(attested.ok && attested.value.body).toContain('"SUCCESSFUL"');
  expect(server.calls.map(({ userId }) => userId)).toEqual(Array(4).fill('teacher-04'));
});

it('a call to the registry as an entity returns failures: 403, 404, and UNSUCCESSFUL in a 200', async () => {
  const { callRegistry } = await setUp('student-17');
  expect(await callRegistry('PUT', '/api/v1/Teacher/1-teacher-04', {})).toMatchObject({ value: { status: 403 } });
  expect(await callRegistry('GET', '/api/v1/Nothing')).toMatchObject({ value: { status: 404 } });
  const attested = await callRegistry('POST', '/api/v1/Teacher/claims/c1/attest', { action: 'GRANT_CLAIM' });
  expect(attested.ok && attested.value.body).toContain('"UNSUCCESSFUL"');
});

it('a call to the registry as an entity returns both issuers for a 401 because of the issuer, and no token', async () => {
  const { callRegistry, deps } = await setUp('teacher-04', 'http://keycloak:8080/auth/realms/sunbird-rc');
  const response = await callRegistry('GET', '/api/v1/Teacher');
  expect(response).toMatchObject({
    value: {
      status: 401,
      issuer: issuerOf(deps.idp),
      expectedIssuer: 'http://keycloak:8080/auth/realms/sunbird-rc',
    },
  });
  expect(JSON.stringify(response)).toContain('iss');
  expect(JSON.stringify(response)).not.toContain('eyJ');
});

it.each([
  ['http://localhost:8091/registry', '/../admin'],
  ['http://localhost:8091/registry', '/%2e%2e/admin'],
  ['http://localhost:8091/registry', '/x/../../admin'],
  ['http://localhost:8091/registry', '\\..\\..\\admin'],
])(
  'a call to the registry as an entity at %s with the path %s is not sent, so that the token stays within the registry',
  async (registryUrl, path) => {
    const { deps, id } = await setUp();
    const requestedUrls: string[] = [];
    const recordingDeps = { ...deps, fetch: recordUrls(requestedUrls, deps.fetch) };
    const service = startService(recordingDeps);
    const [environment] = (await service.handlers.state({})).environments;
    if (environment === undefined) throw new Error('There is no environment.');
    const draft = { ...environment, registryUrl };
    await service.handlers.saveEnvironment({ environmentId: environment.id, draft });
    const call = createRegistryCalls(recordingDeps, service);
    expect(await call({ sessionId: id, registryUrl, method: 'GET', path, body: null }, NEVER_ABORTED)).toMatchObject({
      ok: false,
    });
    expect(requestedUrls.filter((url) => url.startsWith('http://localhost:8091'))).toEqual([]);
  },
);

it('a call to the registry as an entity is sent only to the registry that the user saw', async () => {
  const { callRegistry, deps, server } = await setUp();
  const other = await setUp();
  const { handlers } = startService(deps);
  const [environment] = (await handlers.state({})).environments;
  if (environment === undefined) throw new Error('There is no environment.');
  const draft = { ...environment, registryUrl: other.server.url };
  await handlers.saveEnvironment({ environmentId: environment.id, draft });
  const { host } = new URL(other.server.url);
  expect(await callRegistry('GET', '/api/v1/Teacher')).toEqual({
    ok: false,
    failure: { reason: 'registry-changed', detail: host },
  });
  expect([server.calls, other.server.calls]).toEqual([[], []]);
});

it('a call to the registry as an entity reports an unreachable registry, missing access and a removed session', async () => {
  const { callRegistry, server, deps, call, id } = await setUp();
  await server.stop();
  expect(await callRegistry('GET', '/api/v1/Teacher')).toMatchObject({ failure: { reason: 'unreachable' } });
  deps.forbid();
  expect(await callRegistry('GET', '/api/v1/Teacher')).toMatchObject({ failure: { reason: 'no-permission' } });
  const removedSessionCall = {
    sessionId: `${id}x`,
    registryUrl: '',
    method: 'GET',
    path: '/api/v1/Teacher',
    body: null,
  } as const;
  expect(await call(removedSessionCall, NEVER_ABORTED)).toMatchObject({ failure: { reason: 'no-session' } });
});

it.each(tokenEncodings)('a response that contains the token %s has the token redacted', async (_case, encode) => {
  const { deps, server, id } = await setUp();
  const service = startService(deps);
  const token = await readToken(service, id);
  const encodedToken = encode(token);
  const response = new Response(`no: ${encodedToken}`, {
    status: 401,
    statusText: token,
    headers: { 'content-type': `text/plain; a=${token}`, 'www-authenticate': `Bearer error="${encodedToken}"` },
  });
  const call = createRegistryCalls({ ...deps, fetch: async () => response }, service);
  const outcome = await call(
    { sessionId: id, registryUrl: server.url, method: 'GET', path: '/api/v1/Teacher', body: null },
    NEVER_ABORTED,
  );
  expect(outcome).toMatchObject({
    ok: true,
    value: { status: 401, statusText: '•••', contentType: 'text/plain; a=•••' },
  });
  expect(joinDecodings(JSON.stringify(outcome))).not.toContain(token.slice(-20));
});

it('a slow call can be cancelled by the panel, but not by a page', async () => {
  const { server, call, id } = await setUp();
  server.setFault('slow');
  const serve = createRpcServer(
    registryService,
    { call: (registryCall, { signal }) => call(registryCall, signal) },
    ownExtension,
  );
  const input = { sessionId: id, registryUrl: server.url, method: 'GET', path: '/api/v1/Teacher', body: null };
  const request = { type: 'rpc', service: 'registry', method: 'call', id: 'c1', input };
  const response = serve(request, panel);
  await expect.poll(() => server.calls.length).toBe(1);
  const abort = { type: 'rpc-abort', service: 'registry', id: 'c1' };
  void serve(abort, relay);
  expect(await Promise.race([response, new Promise((resolve) => setImmediate(resolve, 'waiting'))])).toBe('waiting');
  void serve(abort, panel);
  expect(await response).toMatchObject({ status: 'failed', failure: { reason: 'cancelled' } });
  server.release();
});

it('a slow call times out after 30 seconds', async () => {
  const { server, deps, id } = await setUp();
  server.setFault('slow');
  const timeouts: number[] = [];
  const deadline = (seconds: number) => {
    timeouts.push(seconds);
    return AbortSignal.timeout(0);
  };
  const call = createRegistryCalls({ ...deps, deadline }, startService(deps));
  const outcome = await call(
    { sessionId: id, registryUrl: server.url, method: 'GET', path: '/api/v1/Teacher', body: null },
    NEVER_ABORTED,
  );
  expect(outcome).toMatchObject({ failure: { reason: 'timeout' } });
  expect(timeouts).toEqual([30]);
  server.release();
});

it('a long response of the registry is rejected after 4 MiB', async () => {
  const { server, callRegistry } = await setUp();
  server.setFault('enormous');
  expect(await callRegistry('GET', '/api/v1/Teacher')).toMatchObject({ failure: { reason: 'too-long' } });
});

it('a call to the registry follows no redirect, as a redirect would forward the token', async () => {
  const { server, callRegistry } = await setUp();
  server.setFault('redirect');
  const outcome = await callRegistry('GET', '/api/v1/Teacher');
  expect(outcome.ok ? outcome.value.status : outcome.failure.reason).toBe(307);
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/v1/Teacher']);
});

describe('callers', () => {
  const input = { sessionId: 's', registryUrl: '', method: 'GET', path: '/x', body: null };
  const message = { type: 'rpc', service: 'registry', method: 'call', input };
  const call = async () => ({ ok: false, failure: { reason: 'no-session', detail: '' } }) as const;
  const serve = createRpcServer(registryService, { call }, ownExtension);

  it('extension pages may call the registry', async () => {
    expect(await serve(message, panel)).toMatchObject({ status: 'failed', failure: { reason: 'no-session' } });
  });

  it('pages, content scripts and calls with input of another shape are rejected', async () => {
    expect(await serve(message, relay)).toEqual({ status: 'error', code: 'denied' });
    const malformedMessage = { ...message, input: { path: 'https://x' } };
    expect(await serve(malformedMessage, panel)).toEqual({ status: 'error', code: 'bad-input' });
    expect(serve({ type: 'identity' }, panel)).toBeUndefined();
  });
});

function recordUrls(requestedUrls: string[], fetchUrl: typeof fetch): typeof fetch {
  return (input, init) => {
    requestedUrls.push(String(input));
    return fetchUrl(input, init);
  };
}
