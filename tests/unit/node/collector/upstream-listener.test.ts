import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createDeferred } from '#tests/drivers/deferred';
import { batchOf, touch } from '../../core/collector/received-batch';
import { exchange, startProxy, startUpstream, waitForEnd } from './start-upstream';

const batch = (id: string) => JSON.stringify(batchOf(touch(id)));
const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Responds with the request that it received. */
const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url, headers } = request;
  const body = await buffer(request);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, length: body.length, sha: sha(body) }));
};

it('requests without telemetry are forwarded byte for byte', async () => {
  const upstream = await startUpstream(echo);
  const { url, all } = await startProxy(upstream.origin);
  const large = new Uint8Array(randomBytes(9_000_000));
  for (const [body, length] of [
    [large, large.length],
    [new Uint8Array(gzipSync('not telemetry')), null],
    ['{"events": [', 12],
    ['name=value', 10],
    ['', 0],
  ] as const) {
    const response = await post(`${url}/api/x?y=1&z=%2F//`, body, { 'x-token': 'abc' });
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    expect(await response.json()).toMatchObject({
      ...{ method: 'POST', url: '/api/x?y=1&z=%2F//', length: length ?? bytes.length, sha: sha(bytes) },
      headers: { host: new URL(upstream.origin).host, 'x-token': 'abc' },
    });
  }
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect(await (await fetch(`${url}/a`, { method })).json()).toMatchObject({ method, url: '/a' });
  }
  expect(all()).toEqual([]);
});

it('telemetry is forwarded, and recorded with the response of the upstream', async () => {
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => response.writeHead(429, { 'retry-after': '9' }).end('{"slow":"down"}'));
  });
  const { url, all, events } = await startProxy(upstream.origin);
  const ended = waitForEnd(events);
  const gzippedBody = new Uint8Array(gzipSync(batch('a')));
  const response = await post(`${url}/run/one/v1/telemetry`, gzippedBody, {
    'content-encoding': 'gzip',
    'x-app-id': 'app',
  });
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    429,
    '9',
    '{"slow":"down"}',
  ]);
  await ended;
  expect(all()).toMatchObject([
    {
      source: { run: 'one', stamped: { pid: 'app' } },
      record: { requests: [{ url: '/v1/telemetry', end: { status: 'responded', httpStatus: 429 } }] },
    },
  ]);
});

/** A truncated batch. */
const BROKEN = '{"events": [{"eid": "START", "ver": "3.0"}';

it('telemetry that is not JSON is forwarded, and is a row with the response of the upstream', async () => {
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => response.writeHead(422).end('?'));
  });
  const { url, all } = await startProxy(upstream.origin);
  const response = await post(`${url}/run/one/v1/telemetry`, BROKEN, { 'content-type': 'application/json' });
  expect([response.status, await response.text()]).toEqual([422, '?']);
  await expect.poll(all).toHaveLength(1);
  const charset = { 'content-type': 'application/json; charset=utf-16' };
  await post(`${url}/v1/telemetry`, batch('a'), charset);
  await expect.poll(all).toMatchObject([
    {
      source: { run: 'one' },
      record: {
        rejected: { reason: 'not-json', line: 1 },
        event: { json: BROKEN },
        requests: [{ url: '/v1/telemetry', bodyBytes: BROKEN.length, end: { status: 'responded', httpStatus: 422 } }],
      },
    },
    { record: { rejected: { reason: 'wrong-charset', charset: 'utf-16' } } },
  ]);
});

it('telemetry that is not JSON is a row even if the upstream is down', async () => {
  const upstream = await startUpstream(echo);
  await upstream.close();
  const { url, all } = await startProxy(upstream.origin);
  expect((await post(`${url}/v1/telemetry`, BROKEN)).status).toBe(502);
  await expect.poll(all).toMatchObject([{ record: { requests: [{ end: { status: 'failed' } }] } }]);
});

it('telemetry that is not JSON is not forwarded with --keep', async () => {
  const upstream = await startUpstream(echo);
  const { url, all } = await startProxy(upstream.origin, { telemetry: 'local' });
  const response = await post(`${url}/v1/telemetry`, BROKEN);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { params: { err: expect.stringContaining('not JSON') } },
  ]);
  expect(all()).toMatchObject([{ record: { requests: [{ end: { httpStatus: 400 } }] } }]);
});

it('telemetry is recorded as an open request before the upstream responds', async () => {
  const [added, responseAllowed] = [createDeferred<void>(), createDeferred<void>()];
  const upstream = await startUpstream(async (request, response) => {
    await buffer(request);
    await responseAllowed.promise;
    response.end('ok');
  });
  const { url, all, events } = await startProxy(upstream.origin);
  events.onChange(() => added.resolve());
  const response = post(url, batch('a'));
  await added.promise;
  expect(all()[0]?.record.requests[0]?.end).toEqual({ status: 'open' });
  const ended = waitForEnd(events);
  responseAllowed.resolve();
  expect(await (await response).text()).toBe('ok');
  await ended;
  expect(all()[0]?.record.requests[0]?.end).toMatchObject({ status: 'responded', httpStatus: 200 });
});

it('the collector responds to telemetry with --keep, and forwards other requests', async () => {
  const forwardedRequests: string[] = [];
  const upstream = await startUpstream(async (request, response) => {
    forwardedRequests.push(`${request.url} ${await text(request)}`);
    response.end('upstream');
  });
  const { url, all } = await startProxy(upstream.origin, { telemetry: 'local', status: 500 });
  const response = await post(`${url}/v1/telemetry`, batch('a'), { origin: 'https://learn.example' });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    500,
    'https://learn.example',
  ]);
  expect(await (await post(`${url}/log-in`, 'user=a')).text()).toBe('upstream');
  expect(await (await post(`${url}/json`, '{"a": 1}')).text()).toBe('upstream');
  expect(forwardedRequests).toEqual(['/log-in user=a', '/json {"a": 1}']);
  expect(all()).toHaveLength(1);
});

it('a request has a 502 response if the upstream is down, and telemetry is accepted and recorded', async () => {
  const upstream = await startUpstream(echo);
  await upstream.close();
  const { url, all } = await startProxy(upstream.origin);
  const response = await fetch(`${url}/home`);
  expect([response.status, await response.text()]).toEqual([
    502,
    `No response from the upstream ${upstream.origin}. Connection refused. Start the server, or check the port.\n`,
  ]);
  expect((await post(`${url}/form`, 'a=b')).status).toBe(502);
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://learn.example' } });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://learn.example',
  ]);
  const accepted = await post(`${url}/v1/telemetry`, batch('a'));
  expect([accepted.status, await accepted.json()]).toEqual([200, expect.objectContaining({ responseCode: 'SUCCESS' })]);
  expect(all()[0]?.record.requests[0]?.end).toMatchObject({ status: 'failed' });
});

it('a proxy loop has an error response', async () => {
  let proxyUrl = '';
  const upstream = await startUpstream((request, response) => {
    const forwardedRequest = httpRequest(`${proxyUrl}${request.url}`, { headers: request.headers }, (inner) => {
      response.writeHead(inner.statusCode ?? 0);
      inner.pipe(response);
    });
    forwardedRequest.end();
  });
  const { url } = await startProxy(upstream.origin);
  proxyUrl = url;
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([508, expect.stringContaining('this proxy itself')]);
});

it('server-sent events are forwarded as they arrive, after the headers', async () => {
  const closed = createDeferred<void>();
  let send = (_: string): void => {};
  const upstream = await startUpstream((_, response) => {
    send = (event) => void response.write(event);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    response.on('close', () => closed.resolve());
  });
  const { url } = await startProxy(upstream.origin);
  const controller = new AbortController();
  const response = await fetch(url, { signal: controller.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    send(event);
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(event);
  }
  controller.abort();
  await closed.promise;
});

it('stopping a proxy ends endless responses', async () => {
  const upstream = await startUpstream((_, response) => response.writeHead(200).flushHeaders());
  const { url, stop } = await startProxy(upstream.origin);
  const response = await fetch(url);
  await stop();
  await expect(response.text()).rejects.toThrow();
});

it('a response that the upstream aborts fails at the client', async () => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('part', () => response.destroy());
  });
  const { url } = await startProxy(upstream.origin);
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
});

it('an upload has the response with which the upstream rejects it before the end of its body', async () => {
  const upstream = await startUpstream((request, response) => {
    request.once('data', () => {
      request.pause();
      response.writeHead(413).end('too large');
    });
  });
  const { url } = await startProxy(upstream.origin);
  const body = Buffer.alloc(8 * 1024 * 1024, 1);
  for (const method of ['POST', 'PUT', 'POST', 'PUT', 'POST', 'PUT']) {
    const response = await fetch(url, { method, body });
    expect([response.status, await response.text()]).toEqual([413, 'too large']);
  }
});

it('not-modified, compressed and HEAD responses are forwarded unchanged', async () => {
  const gzippedBody = gzipSync('{"a": 1}');
  const upstream = await startUpstream((request, response) => {
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304, { etag: '"1"' }).end();
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': gzippedBody.length, etag: '"1"' });
    response.end(gzippedBody);
  });
  const { url, port } = await startProxy(upstream.origin);
  expect(await (await fetch(url)).json()).toEqual({ a: 1 });
  const head = await exchange(port, 'HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(head).toMatch(new RegExp(`content-length: ${gzippedBody.length}\\r\\n[\\s\\S]*\\r\\n\\r\\n$`));
  const same = await exchange(port, 'GET / HTTP/1.1\r\nhost: x\r\nif-none-match: "1"\r\nconnection: close\r\n\r\n');
  expect(same).toMatch(/^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/);
});

it('a request is never forwarded to another host than the upstream', async () => {
  const upstream = await startUpstream(echo);
  const other = await startUpstream((_, response) => response.end('other'));
  const { port } = await startProxy(upstream.origin);
  const { host } = new URL(other.origin);
  for (const target of [`${other.origin}/`, `//${host}/`, `@${host}/`, `/\\${host}/`]) {
    const response = await exchange(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(response).toMatch(new RegExp(`"host":"${new URL(upstream.origin).host}"|^HTTP/1.1 400`));
  }
  expect(await exchange(port, `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).toBe('');
});

it('a request with ambiguous lengths is rejected before it reaches the upstream', async () => {
  let requests = 0;
  const upstream = await startUpstream((_, response) => {
    requests += 1;
    response.end();
  });
  const { port, url } = await startProxy(upstream.origin);
  for (const headers of [
    'content-length: 5\r\ntransfer-encoding: chunked',
    'content-length: 5\r\ncontent-length: 6',
    'transfer-encoding: chunked, identity',
    'transfer-encoding: xchunked',
  ]) {
    const smuggled = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';
    expect(await exchange(port, `POST / HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${smuggled}`)).toMatch(
      /^HTTP\/1\.1 400/,
    );
  }
  expect(requests).toBe(0);
  expect((await fetch(url)).status).toBe(200);
});

it('a request to the upstream is aborted if the client disconnects', async () => {
  const [arrived, ended] = [createDeferred<void>(), createDeferred<void>()];
  const upstream = await startUpstream((request) => {
    arrived.resolve();
    request.resume();
    request.on('error', () => {});
    request.on('close', () => ended.resolve());
  });
  const { port, all } = await startProxy(upstream.origin);
  const request = httpRequest(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'content-length': '100' } });
  request.on('error', () => {});
  request.write('{"events":');
  await arrived.promise;
  request.destroy();
  await ended.promise;
  expect(all()).toEqual([]);
});

it('a client that requests HTTP/2 without encryption receives an HTTP/1.1 response', async () => {
  const upstream = await startUpstream(echo);
  const { port, events, all } = await startProxy(upstream.origin);
  const body = batch('a');
  const ended = waitForEnd(events);
  const response = await exchange(
    port,
    `POST /v1 HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAE\r\ncontent-length: ${body.length}\r\nx-end: 1\r\n\r\n${body}GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  );
  expect(response).toMatch(/HTTP\/1\.1 200 [\s\S]*"url":"\/v1"[\s\S]*"url":"\/last"/);
  await ended;
  expect(all()).toHaveLength(1);
});

it('redirects and cookies of the upstream are rewritten to the proxy', async () => {
  const upstream = await startUpstream((request, response) => {
    const { origin } = new URL(`http://${request.headers.host}`);
    response.writeHead(302, {
      location: `${origin}/home`,
      'set-cookie': ['sid=1; Domain=127.0.0.1; Secure; HttpOnly', 'other=2'],
      'strict-transport-security': 'max-age=9',
    });
    response.end();
  });
  const { url } = await startProxy(upstream.origin);
  const response = await fetch(`${url}/log-in`, { redirect: 'manual' });
  expect(response.headers.get('location')).toBe(`${url}/home`);
  expect(response.headers.getSetCookie()).toEqual(['sid=1; HttpOnly', 'other=2']);
  expect(response.headers.get('strict-transport-security')).toBeNull();
});

it('a request is retried if the upstream closes a reused connection', async () => {
  let requests = 0;
  const upstream = await startUpstream((request, response) => {
    requests += 1;
    if (requests === 2) request.socket.destroy();
    else response.end('ok');
  });
  const { url } = await startProxy(upstream.origin);
  expect(await (await fetch(url)).text()).toBe('ok');
  expect(await (await fetch(url)).text()).toBe('ok');
  expect(requests).toBe(3);
});

const largeBatch = JSON.stringify(
  batchOf(...Array.from({ length: 6_000 }, (_, index) => touch(`${index}`, { tags: ['x'.repeat(900)] }))),
);
const gzippedBatch = gzipSync(batch('a'));
const uncompressedGzip = gzipSync(largeBatch, { level: 0 });
const unreadableBodies = {
  'larger than 5 MB': [largeBatch, {}, 'too-large', 413],
  'larger than 5 MB in chunks': [new Blob([largeBatch]).stream(), {}, 'too-large', 413],
  'larger than 5 MB and compressed': [
    new Uint8Array(uncompressedGzip),
    { 'content-encoding': 'gzip' },
    'too-large',
    413,
  ],
  'larger than 5 MB after decompression': [new Uint8Array(gzipSync(largeBatch)), {}, 'too-large', 413],
  truncated: [new Uint8Array(gzippedBatch.subarray(0, -12)), { 'content-encoding': 'gzip' }, 'damaged-encoding', 400],
  'a list with too many values': [`{"eid": [${'1,'.repeat(200_001)}1]}`, {}, 'too-many-values', 413],
} as const;

it.each(Object.entries(unreadableBodies))(
  'telemetry that is %s is counted as rejected, and forwarded only without --keep',
  async (_, [body, headers, reason, status]) => {
    let bytes = 0;
    const upstream = await startUpstream((request, response) => {
      request.on('data', (chunk) => {
        bytes += chunk.length;
      });
      request.on('end', () => response.end('upstream'));
    });
    const [keptBody, forwardedBody] = typeof body === 'object' && 'tee' in body ? body.tee() : [body, body];
    const send = (url: string, requestBody: typeof keptBody) =>
      fetch(`${url}/v1/telemetry`, { method: 'POST', body: requestBody, headers, duplex: 'half' } as RequestInit);
    const withKeep = await startProxy(upstream.origin, { telemetry: 'local' });
    const response = await send(withKeep.url, keptBody);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ responseCode: 'CLIENT_ERROR' }),
    ]);
    expect([bytes, withKeep.events.totals().rejected]).toEqual([0, { [reason]: 1 }]);
    const proxyWithoutKeep = await startProxy(upstream.origin);
    expect(await (await send(proxyWithoutKeep.url, forwardedBody)).text()).toBe('upstream');
    await expect.poll(() => proxyWithoutKeep.events.totals().rejected).toEqual({ [reason]: 1 });
    expect(bytes).toBeGreaterThan(0);
  },
);

it('a large or damaged body without telemetry is forwarded with --keep', async () => {
  const upstream = await startUpstream(echo);
  const { url, events } = await startProxy(upstream.origin, { telemetry: 'local' });
  const text = Buffer.from(`${'a log with "eid" in it\n'.repeat(300_000)}`);
  const gzippedBody = gzipSync(randomBytes(100_000));
  for (const body of [text, Buffer.from(`{"a": "${'b'.repeat(6_000_000)}"}`), gzippedBody.subarray(0, -100)]) {
    const response = await post(`${url}/upload`, new Uint8Array(body));
    expect(await response.json()).toMatchObject({ length: body.length, sha: sha(body) });
  }
  expect(events.totals().rejected).toEqual({});
});

it('a chunked body of 10 MiB without telemetry is forwarded completely with --keep', async () => {
  const upstream = await startUpstream(echo);
  const { port } = await startProxy(upstream.origin, { telemetry: 'local' });
  const request = httpRequest({ port, host: '127.0.0.1', method: 'POST' });
  const chunk = Buffer.alloc(65_536, 'a');
  for (let index = 0; index < 160; index += 1) request.write(chunk);
  request.end();
  const [response] = await once(request, 'response');
  expect(JSON.parse(await text(response))).toMatchObject({ length: 160 * chunk.length });
});

it('stopping a proxy with --keep ends requests with an incomplete body', async () => {
  const upstream = await startUpstream(echo);
  const { port, url, stop } = await startProxy(upstream.origin, { telemetry: 'local', stopMs: 50 });
  const response = exchange(port, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
  await fetch(url);
  await stop();
  expect(await response).toBe('');
});
