import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Collector, type NextResponse, startCollector } from '#demo/collector/collector';
import { createCollectorPosts } from '#extension/background/collector/collector-posts';
import { collectorService } from '#extension/protocol/collector-protocol';
import { createRpcServer } from '#extension/protocol/rpc-server';
import type { CollectorPost } from '#panel/firing/collector-post';
import { ownExtension, panel, relay } from '#tests/fixtures/rpc-calls';
import { joinDecodings, tokenEncodings } from '#tests/fixtures/token-encodings';
import { createTestDeps, logInEntity, readToken, startService } from '../identity/test-identity-deps';

const body = '{"id":"api.sunbird.telemetry","events":[{"eid":"LOG","edata":{"message":"दिल्ली \\" 🌍"}}]}';
const NEVER_ABORTED = new AbortController().signal;

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

async function setUp() {
  const deps = await createTestDeps();
  const service = startService(deps);
  const post = createCollectorPosts(deps, service);
  const createPost = (change: Partial<CollectorPost> = {}): CollectorPost => ({
    url: `${collector.url}/v1/telemetry`,
    headers: [['Content-Type', 'application/json']],
    body,
    sessionId: null,
    ...change,
  });
  const send = (change: Partial<CollectorPost> = {}) => post(createPost(change), NEVER_ABORTED);
  return { deps, service, post, createPost, send };
}

describe('posting', () => {
  it('a batch that is posted to a collector is sent byte for byte with the given headers, and returns status, headers and body', async () => {
    const { send } = await setUp();
    expect(await send({ headers: [['X-Channel-Id', 'in.ekstep']] })).toMatchObject({
      ok: true,
      value: {
        status: 200,
        statusText: 'OK',
        headers: expect.arrayContaining([['content-type', 'application/json']]),
        body: expect.stringContaining('"SUCCESS"'),
        isComplete: true,
        milliseconds: expect.any(Number),
      },
    });
    expect(collector.received.map(({ bytes }) => bytes.toString('utf8'))).toEqual([body]);
    expect(collector.received[0]?.headers).toMatchObject({ 'x-channel-id': 'in.ekstep' });
    expect(collector.received[0]?.headers).not.toHaveProperty('authorization');
  });

  const responses: readonly (readonly [string, NextResponse, object])[] = [
    ['401', { status: 401 }, { status: 401, body: expect.stringContaining('CLIENT_ERROR') }],
    ['500', { status: 500 }, { status: 500 }],
    ['an HTML page', { body: { type: 'text/html', text: '<title>Portal</title>' } }, { body: '<title>Portal</title>' }],
    ['an empty body', { body: { type: 'text/plain', text: '' } }, { status: 200, body: '', isComplete: true }],
  ];
  it.each(responses)('a post to a collector returns %s as a normal response', async (_, response, value) => {
    const { send } = await setUp();
    collector.respondNext(response);
    expect(await send()).toMatchObject({ ok: true, value });
  });

  it('a post to a collector returns at most 1 MiB of the response', async () => {
    const { send } = await setUp();
    collector.respondNext({ body: { type: 'text/plain', text: 'x'.repeat(3 * 1024 * 1024) } });
    const outcome = await send();
    expect(outcome.ok && { length: outcome.value.body.length, isComplete: outcome.value.isComplete }).toEqual({
      length: 1024 * 1024,
      isComplete: false,
    });
  });

  it('a post without a response fails with the name of the host, both without a server and after a broken connection', async () => {
    const { send } = await setUp();
    const { host } = new URL(collector.url);
    collector.respondNext({ status: 0 });
    expect(await send()).toEqual({ ok: false, failure: { reason: 'unreachable', detail: host } });
    await collector.stop();
    expect(await send()).toEqual({ ok: false, failure: { reason: 'unreachable', detail: host } });
  });

  it.each([['v1/telemetry'], ['file:///etc/passwd'], ['javascript:alert(1)'], ['']])(
    'a batch that is posted to a collector is not sent to "%s"',
    async (url) => {
      const { send } = await setUp();
      expect(await send({ url })).toEqual({ ok: false, failure: { reason: 'invalid-url', detail: url } });
    },
  );

  it('a batch that is posted to a collector is not sent with an invalid header or to a host without access, and the failure names the header or host', async () => {
    const { deps, send } = await setUp();
    const failure = { reason: 'wrong-header', detail: 'not a header' };
    expect(await send({ headers: [['not a header', '']] })).toEqual({ ok: false, failure });
    deps.forbid();
    expect(await send()).toMatchObject({ failure: { reason: 'no-permission', detail: new URL(collector.url).host } });
    expect(collector.received).toEqual([]);
  });
});

describe('slow posts', () => {
  it('a slow post can be cancelled by the panel, but not by a page', async () => {
    const { post, createPost } = await setUp();
    collector.respondNext({ delayMs: 60_000 });
    const serve = createRpcServer(collectorService, { post: (input, { signal }) => post(input, signal) }, ownExtension);
    const response = serve({ type: 'rpc', service: 'collector', method: 'post', id: 'p1', input: createPost() }, panel);
    await expect.poll(() => collector.received.length).toBe(1);
    const abort = { type: 'rpc-abort', service: 'collector', id: 'p1' };
    void serve(abort, relay);
    expect(await Promise.race([response, new Promise((resolve) => setImmediate(resolve, 'waiting'))])).toBe('waiting');
    void serve(abort, panel);
    expect(await response).toMatchObject({ status: 'failed', failure: { reason: 'cancelled' } });
  });

  it('a slow post times out after 30 seconds', async () => {
    const { deps, service, createPost } = await setUp();
    const timeouts: number[] = [];
    const deadline = (seconds: number) => {
      timeouts.push(seconds);
      return AbortSignal.timeout(0);
    };
    collector.respondNext({ delayMs: 60_000 });
    const outcome = await createCollectorPosts({ ...deps, deadline }, service)(createPost(), NEVER_ABORTED);
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
    expect(timeouts).toEqual([30]);
  });
});

it('a batch that is posted as an entity is sent with its token, and the token is redacted from the response', async () => {
  const { deps, service, send } = await setUp();
  const { id } = await logInEntity(service, deps);
  const token = await readToken(service, id);
  collector.respondNext({ status: 401, body: { type: 'text/plain', text: `no: Bearer ${token}, ${token}` } });
  const outcome = await send({ sessionId: id, headers: [['authorization', 'Bearer entered manually']] });
  expect(collector.received[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(outcome).toMatchObject({ ok: true, value: { status: 401, body: 'no: Bearer •••, •••' } });
  expect(JSON.stringify(outcome)).not.toContain(token);
});

it.each(tokenEncodings)(
  'the response to a batch that is posted as an entity has the token redacted if the response contains the token %s',
  async (_case, encode) => {
    const { deps, service, createPost } = await setUp();
    const { id } = await logInEntity(service, deps);
    const token = await readToken(service, id);
    const encodedToken = encode(token);
    const headers = { [`x-${token.replaceAll('.', '-')}`]: 'x', 'x-token': encodedToken };
    const response = new Response(`no: ${encodedToken}`, { status: 401, statusText: token, headers });
    const post = createCollectorPosts({ ...deps, fetch: async () => response }, service);
    const outcome = await post(createPost({ sessionId: id }), NEVER_ABORTED);
    expect(outcome).toMatchObject({ ok: true, value: { status: 401, statusText: '•••' } });
    expect(joinDecodings(JSON.stringify(outcome))).not.toContain(token.slice(-20));
  },
);

it('the response to a batch that is posted as an entity has the token redacted even if the response is truncated within the token', async () => {
  const { deps, service, createPost } = await setUp();
  const { id } = await logInEntity(service, deps);
  const token = await readToken(service, id);
  const start = 'x'.repeat(1024 * 1024 - 40);
  const post = createCollectorPosts({ ...deps, fetch: async () => new Response(`${start} ${token}`) }, service);
  const outcome = await post(createPost({ sessionId: id }), NEVER_ABORTED);
  expect(outcome).toMatchObject({ ok: true, value: { isComplete: false, body: `${start} •••` } });
});

it('a batch that is posted as an entity is not sent without a token if the session has ended', async () => {
  const { send } = await setUp();
  expect(await send({ sessionId: 'gone' })).toMatchObject({ ok: false, failure: { reason: 'no-session' } });
  expect(collector.received).toEqual([]);
});

it('only extension pages may post, and only input of the right shape', async () => {
  const { post, createPost } = await setUp();
  const serve = createRpcServer(collectorService, { post: (input, { signal }) => post(input, signal) }, ownExtension);
  const message = { type: 'rpc', service: 'collector', method: 'post', input: createPost() };
  expect(await serve(message, relay)).toEqual({ status: 'error', code: 'denied' });
  const input = { url: collector.url };
  expect(await serve({ ...message, input }, panel)).toEqual({ status: 'error', code: 'bad-input' });
  expect(collector.received).toEqual([]);
  expect(await serve(message, panel)).toMatchObject({ status: 'done' });
});
