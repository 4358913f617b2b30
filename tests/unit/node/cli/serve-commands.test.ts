import { once } from 'node:events';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { succeed } from '#core/util/result';
import { touch } from '../../core/collector/received-batch';
import { startUpstream } from '../collector/start-upstream';
import { sendRequest, startServe } from './run-serve';

type InjectingServe = Awaited<ReturnType<typeof startInjecting>>;

const encodeReports = (documentKey: string, url: string) => {
  const sdk = JSON.stringify([{ type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '2.x' }]);
  return JSON.stringify({ documentKey, url, title: 'Lesson', isTop: true, first: 1, text: sdk });
};

/** Starts `serve` as a proxy that injects the hook into pages. */
async function startInjecting(...more: readonly string[]) {
  const upstream = await startUpstream((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<head></head>'),
  );
  const args = ['--upstream', upstream.origin, '--inject', ...more];
  const { collector, api, getJson } = await startServe(args, { readPageScript: async () => succeed('') });
  const page = await (await fetch(collector, { headers: { 'sec-fetch-dest': 'document' } })).text();
  const script = /src="([^"]+)"/.exec(page)?.[1] ?? '';
  const readFrames = async () => (await getJson('/api/changes')).frames;
  return { url: collector, apiUrl: api, upstream, script, getJson, readFrames };
}

const post = (url: string, headers: Record<string, string>, body: string) =>
  sendRequest(url, { method: 'POST', headers }, body);

/** Opens the WebSocket of a document as a page of an origin does. */
function openSocket(script: string, document: string, origin: string) {
  const url = script.replace('page-script.js', 'commands').replace('http:', 'ws:');
  const socket = new WebSocket(`${url}?document=${document}`, { origin });
  return {
    socket,
    opened: once(socket, 'open'),
    message: () => once(socket, 'message').then(([data]) => String(data)),
  };
}

const commandOf = (documentId: string, args: readonly unknown[] = [{ type: 'TOUCH' }]) =>
  JSON.stringify({ documentId, command: { type: 'fire', requestId: 'r-1', sdk: 0, method: 'interact', args } });

it('a command of the panel is sent only to the document that it names', async () => {
  const { url, script, apiUrl, readFrames, upstream } = await startInjecting();
  for (const name of ['one', 'two']) {
    await post(script.replace('page-script.js', 'reports'), { origin: url }, encodeReports(name, `${url}/${name}`));
  }
  const one = openSocket(script, 'one', url);
  await one.opened;
  const message = one.message();
  expect(await readFrames()).toEqual([
    {
      ...{ frameId: 0, url: `${url}/one`, documentId: 'one', title: 'Lesson', upstream: upstream.origin },
      ...{ sdks: [{ global: '$t', generation: '2.x' }], evalBlocked: false, missedReports: 0, unreadableReports: 0 },
    },
  ]);
  const headers = { origin: apiUrl, 'content-type': 'application/json' };
  const long = 'x'.repeat(70_000);
  expect((await post(`${apiUrl}/api/commands`, headers, commandOf('one', [{ id: long }]))).body).toContain('true');
  expect(JSON.parse(await message)).toMatchObject({
    requestId: 'r-1',
    sdk: 0,
    method: 'interact',
    args: [{ id: long }],
  });
  expect((await post(`${apiUrl}/api/commands`, headers, commandOf('two'))).body).toContain('false');
  one.socket.terminate();
  await expect.poll(readFrames).toEqual([]);
});

it('a document in the panel has no upstream URL with --keep', async () => {
  const { url, script, readFrames } = await startInjecting('--keep');
  await post(script.replace('page-script.js', 'reports'), { origin: url }, encodeReports('one', url));
  await openSocket(script, 'one', url).opened;
  expect(await readFrames()).toMatchObject([{ documentId: 'one' }]);
  expect((await readFrames())[0]).not.toHaveProperty('upstream');
});

it.each([
  ['without an origin', {}],
  ['of a page of another origin', { origin: 'http://evil.example' }],
  ['of a page of another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['of a form', { 'content-type': 'text/plain' }],
  ['of a page under another host name', { host: 'evil.example', origin: 'http://evil.example' }],
  ['of a page of another site', { 'sec-fetch-site': 'same-site' }],
])('a command %s is rejected', async (_, headers) => {
  const { apiUrl, url, script } = await startInjecting();
  await openSocket(script, 'one', url).opened;
  const originHeader = Object.keys(headers).length === 0 ? {} : { origin: apiUrl };
  const commandHeaders = { ...originHeader, 'content-type': 'application/json', ...headers };
  expect(await post(`${apiUrl}/api/commands`, commandHeaders, commandOf('one'))).toMatchObject({ status: 403 });
});

it.each([
  '{}',
  'no JSON',
  commandOf('one').replace('"fire"', '"stop"'),
  commandOf('one').replace('"sdk":0', '"sdk":-1'),
])('an invalid command is rejected: %s', async (body) => {
  const { apiUrl } = await startInjecting();
  const headers = { origin: apiUrl, 'content-type': 'application/json' };
  expect(await post(`${apiUrl}/api/commands`, headers, body)).toMatchObject({ status: 400 });
});

it('a page of another origin receives no commands, and the collector’s port accepts none', async () => {
  const { url, script } = await startInjecting();
  await expect(openSocket(script, 'one', 'http://evil.example').opened).rejects.toThrow('403');
  const headers = { origin: url, 'content-type': 'application/json' };
  expect((await post(`${url}/api/commands`, headers, commandOf('one'))).body).not.toContain('isDelivered');
});

const postOf = (url: string, headers: readonly (readonly [string, string])[] = []) =>
  JSON.stringify({ url, headers, body: JSON.stringify({ id: 'api.telemetry', events: [touch('composed')] }) });

it.each([
  ['the collector', ({ url }: InjectingServe) => url],
  ['the collector by another name of this machine', ({ url }: InjectingServe) => url.replace('127.0.0.1', 'localhost')],
  ['the server behind it', ({ upstream }: InjectingServe) => upstream.origin],
])('a composed event for %s is posted through the collector', async (_, targetOf) => {
  const serve = await startInjecting();
  const headers = { origin: serve.apiUrl, 'content-type': 'application/json' };
  const text = postOf(`${targetOf(serve)}/v1/telemetry?a=1`, [['x-app-id', 'org.example.app']]);
  const { body } = await post(`${serve.apiUrl}/api/post`, headers, text);
  expect(JSON.parse(body)).toMatchObject({ ok: true, value: { status: 200, body: '<head></head>', isComplete: true } });
  const { events } = await serve.getJson('/api/events');
  expect(events).toMatchObject([
    {
      mid: 'INTERACT:composed',
      source: { stamped: { pid: 'org.example.app' } },
      request: { url: expect.stringContaining('/v1/telemetry?a=1') },
    },
  ]);
});

it.each([
  ['another host', 'http://evil.example/v1/telemetry', [], 'other-host'],
  ['another port of this machine', 'http://127.0.0.1:1/', [], 'other-host'],
  ['another scheme', 'file:///etc/passwd', [], 'other-host'],
  ['a relative URL', '/v1/telemetry', [], 'other-host'],
  ['another host by its header', null, [['Host', 'evil.example']], 'wrong-header'],
  ['the collector with a broken header', null, [['x-a', 'b\r\nc: d']], 'wrong-header'],
  ['the collector with two bodies', null, [['Transfer-Encoding', 'chunked']], 'wrong-header'],
] as const)('a composed event for %s is rejected', async (_, target, headersToPost, reason) => {
  const { url, apiUrl } = await startInjecting();
  const headers = { origin: apiUrl, 'content-type': 'application/json' };
  const { status, body } = await post(`${apiUrl}/api/post`, headers, postOf(target ?? url, headersToPost));
  expect([status, JSON.parse(body)]).toMatchObject([200, { ok: false, failure: { reason } }]);
});

it('a page of another origin cannot post through the collector', async () => {
  const { url, apiUrl } = await startInjecting();
  const headers = { origin: url, 'content-type': 'application/json' };
  expect(await post(`${apiUrl}/api/post`, headers, postOf(url))).toMatchObject({ status: 403 });
});
