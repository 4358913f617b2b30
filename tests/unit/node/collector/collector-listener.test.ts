import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChangeFeed } from '#core/collector/change-feed';
import { MAX_BATCH_BYTES } from '#core/collector/read-batch';
import { stringAt } from '#core/json/json';
import { batchOf, touch } from '../../core/collector/received-batch';
import { startCollector } from './start-collector';

const idsOf = (collected: Awaited<ReturnType<typeof startCollector>>) =>
  collected.all().map(({ record }) => stringAt(record.event?.json, ['edata', 'id']));

it('a collector accepts a batch on any path, and responds like the telemetry service', async () => {
  const collector = await startCollector();
  const response = await collector.post(JSON.stringify(batchOf(touch('a'), touch('b'))), {}, '/any/where?x=1');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id: 'api.telemetry',
    ver: '1.0',
    ets: 1_763_620_200_500,
    params: {},
    responseCode: 'SUCCESS',
  });
  expect(idsOf(collector)).toEqual(['a', 'b']);
  const [first] = collector.all();
  expect(first?.record).toMatchObject({ verdict: 'valid', kind: 'interact' });
  expect(first?.record.requests[0]).toMatchObject({
    url: '/any/where?x=1',
    batchSize: 2,
    end: { status: 'responded', httpStatus: 200 },
  });
});

const encoders = {
  '': (text: string) => Buffer.from(text),
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
} as const;

it.each(Object.entries(encoders))(
  'a collector decodes a body with Content-Encoding "%s", regardless of its Content-Type',
  async (encoding, encode) => {
    const collector = await startCollector();
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      const body = new Uint8Array(encode(JSON.stringify(batchOf(touch(type)))));
      const headers = { 'content-type': type, ...(encoding === '' ? {} : { 'content-encoding': encoding }) };
      expect((await collector.post(body, headers)).status).toBe(200);
    }
    expect(idsOf(collector)).toEqual(['application/json', 'text/plain', 'application/octet-stream']);
  },
);

it('a collector reads an event alike from a body with a byte order mark, with invalid UTF-8, and without both', async () => {
  const collector = await startCollector();
  const [start, end] = ['{"events":[{"eid":"LOG","mid":"', '","ets":1,"edata":{"message":"a'];
  const tail = '"}}]}';
  const bodies = [
    Buffer.from(`${start}1${end}${tail}`),
    Buffer.from(`\ufeff${start}2${end}${tail}`),
    Buffer.concat([Buffer.from(`${start}3${end}`), Buffer.from([0xff, 0xc3]), Buffer.from(tail)]),
  ];
  for (const body of bodies) expect((await collector.post(new Uint8Array(body))).status).toBe(200);
  const messages = collector.all().map(({ record }) => stringAt(record.event?.json, ['edata', 'message']));
  expect(messages).toEqual(['a', 'a', 'a\ufffd\ufffd']);
  const sizes = collector.all().map(({ record }) => record.requests[0]?.bodyBytes);
  expect(sizes).toEqual([bodies[0]?.length, bodies[0]?.length, (bodies[0]?.length ?? 0) + 6]);
});

it('a collector decodes zstd if Node.js supports it, and otherwise responds with the required version', async () => {
  const collector = await startCollector();
  const encode: unknown = Reflect.get(zlib, 'zstdCompressSync');
  const text = Buffer.from(JSON.stringify(batchOf(touch('z'))));
  const body =
    typeof encode === 'function' ? encode(text) : Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), text]);
  const response = await collector.post(new Uint8Array(body), { 'content-encoding': 'zstd' });
  const { params } = (await response.json()) as { params: { err?: string } };
  expect([response.status, params.err ?? '']).toEqual(
    typeof encode === 'function' ? [200, ''] : [415, expect.stringContaining('Node.js 22.15')],
  );
});

const shapes = {
  'a single event': touch('a'),
  'a list of events': [touch('a')],
  'events of Obsrv 2': { data: { id: 'x', events: [touch('a')] } },
  'an event of Obsrv 2': { data: { event: touch('a') } },
};

it.each(Object.entries(shapes))('a collector accepts %s', async (_, body) => {
  const collector = await startCollector();
  expect((await collector.post(JSON.stringify(body))).status).toBe(200);
  expect(idsOf(collector)).toEqual(['a']);
});

it('a collector accepts URL-encoded and multipart forms', async () => {
  const collector = await startCollector();
  const form = new FormData();
  form.set('event', JSON.stringify(touch('multipart')));
  expect((await collector.post(form)).status).toBe(200);
  expect((await collector.post(new URLSearchParams({ event: JSON.stringify(touch('encoded')) }))).status).toBe(200);
  expect(idsOf(collector)).toEqual(['multipart', 'encoded']);
});

it('a collector reads each batch completely, with any compression', async () => {
  const collector = await startCollector();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...Object.entries(encoders)),
      async (names, [encoding, encode]) => {
        collector.events.clear();
        const events = names.map((name, index) => touch(name, { mid: `m-${index}` }));
        const body = new Uint8Array(encode(JSON.stringify(batchOf(...events))));
        const headers: Record<string, string> = encoding === '' ? {} : { 'content-encoding': encoding };
        expect((await collector.post(body, headers)).status).toBe(200);
        expect(collector.all()).toHaveLength(names.length);
      },
    ),
    { numRuns: 40 },
  );
});

it.each(['application/json; charset=UTF-8', 'text/plain;charset="utf-8"', 'application/json;charset=utf8', 'x'])(
  'a collector accepts UTF-8 with the Content-Type %s',
  async (type) => {
    const collector = await startCollector();
    expect((await collector.post(JSON.stringify(touch('जल')), { 'content-type': type })).status).toBe(200);
    expect(idsOf(collector)).toEqual(['जल']);
  },
);

const rejectedBodies = {
  'broken JSON': ['{"events": [', {}, 400, /not JSON\. Line 1, column 13/],
  'a body without telemetry': ['{"a": 1}', {}, 404, /no field is named eid/],
  'an object with only an eid': ['{"eid": "INTERACT"}', {}, 404, /no object with eid/],
  'an empty body': ['', {}, 404, /empty/],
  'a charset other than UTF-8': [
    JSON.stringify(touch('a')),
    { 'content-type': 'application/json; charset=ISO-8859-1' },
    415,
    /ISO-8859-1 isn't supported/,
  ],
  'damaged gzip': [new Uint8Array([0x1f, 0x8b, 8, 0, 1]), { 'content-encoding': 'gzip' }, 400, /isn't valid gzip/],
} as const;

it.each(Object.entries(rejectedBodies))(
  'a collector rejects %s with an error message',
  async (_, [body, headers, status, sentence]) => {
    const collector = await startCollector();
    const response = await collector.post(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      params: { err: expect.stringMatching(sentence) },
      responseCode: 'CLIENT_ERROR',
    });
    expect(Object.values(collector.events.totals().rejected)).toEqual([1]);
    expect(collector.events.totals().events).toBe(0);
  },
);

const listedBodies = [
  [
    ...['broken JSON', '{"ver": "3.0",\n "events": [{]}', {}, 400],
    { reason: 'not-json', line: '2', column: '14', excerpt: '…r": "3.0", "events": [{]}' },
  ],
  [
    ...['another charset', '{"eid": "é"}', { 'content-type': 'text/plain; charset=ISO-8859-1' }, 415],
    { reason: 'wrong-charset', charset: '"ISO-8859-1"' },
  ],
] as const;

it.each(listedBodies)(
  'a rejected body of %s is a row with its text, the response and an error',
  async (...rejectedBody) => {
    const [, body, headers, httpStatus, params] = rejectedBody;
    const collector = await startCollector();
    const feed = createChangeFeed(collector.events, 'a');
    const response = await collector.post(body, headers, '/run/one/v1/telemetry');
    const [row, ...others] = collector.all();
    expect(others).toEqual([]);
    expect(row?.source.run).toBe('one');
    expect(row?.record.observed).toMatchObject({
      ...{ kind: null, name: params.reason, event: { json: body, truncations: [] }, sender: { address: '127.0.0.1' } },
      requests: [
        { url: '/v1/telemetry', responseText: await response.text(), end: { status: 'responded', httpStatus } },
      ],
    });
    expect(row?.record.findings).toMatchObject([{ severity: 'error', code: 'rejected-body', params }]);
    expect(feed.read(null).events).toEqual([row]);
    collector.events.clear();
    expect(collector.all()).toEqual([]);
  },
);

it('a rejected body is listed truncated and redacted', async () => {
  const collector = await startCollector();
  await collector.post(`{"access_token": "hunter2-hunter2-hunter2", "x": "${'x'.repeat(10_000)}`);
  const { json, truncations } = collector.all()[0]?.record.observed.event ?? {};
  expect(json).not.toContain('hunter2');
  expect(json).toMatch(/x{3000}/);
  expect(String(json).length).toBeLessThanOrEqual(4_000);
  expect(truncations).toEqual([{ path: [], reason: 'too-long' }]);
});

it('a collector rejects bodies above 5 MB, also after decompression, and stays available', async () => {
  const collector = await startCollector();
  const large = ' '.repeat(MAX_BATCH_BYTES + 1);
  expect((await collector.post(large)).status).toBe(413);
  expect((await collector.post(new Uint8Array(zlib.gzipSync(large)), { 'content-encoding': 'gzip' })).status).toBe(413);
  const stream = new Blob(Array.from({ length: 90 }, () => new Uint8Array(65_536))).stream();
  const streamed = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
  expect((await fetch(collector.url, streamed)).status).toBe(413);
  expect((await collector.post(JSON.stringify(touch('after')))).status).toBe(200);
  expect(idsOf(collector)).toEqual(['after']);
});

it('a sender that writes its whole body before reading receives the 413 response', async () => {
  const { port } = await startCollector();
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  const length = 4 * MAX_BATCH_BYTES;
  const head = `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(head + ' '.repeat(length), () => resolve());
  });
  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 413/);
});

it('a collector accepts a batch of nearly 5 MB', async () => {
  const collector = await startCollector();
  const text = JSON.stringify(
    batchOf(...Array.from({ length: 4_000 }, (_, index) => touch(`${index}`, { tags: ['x'.repeat(600)] }))),
  );
  expect(text.length).toBeGreaterThan(4_000_000);
  expect(text.length).toBeLessThan(MAX_BATCH_BYTES);
  expect((await collector.post(text)).status).toBe(200);
  expect(collector.all()).toHaveLength(4_000);
});

it('a collector rejects invalid body lengths and oversized headers, and stays available', async () => {
  const collector = await startCollector();
  const send = async (text: string) => {
    const socket = connect(collector.port, '127.0.0.1');
    socket.end(text);
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    await once(socket, 'close');
    return received;
  };
  const ambiguousRequest =
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n';
  expect(await send(ambiguousRequest)).toMatch(/^HTTP\/1\.1 400/);
  expect(await send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"eid"')).not.toMatch(/200/);
  expect(await send(`POST / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(70_000)}\r\n\r\n`)).toMatch(/431/);
  expect((await collector.post(JSON.stringify(touch('after')))).status).toBe(200);
});

it('a collector closes the oldest of too many idle or incomplete connections', async () => {
  const collector = await startCollector({}, 0, { maxUnused: 20 });
  const open = async (index: number): Promise<Socket> => {
    const socket = connect(collector.port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    if (index % 2 === 0) socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-');
    return socket;
  };
  const sockets: Socket[] = [];
  for (let index = 0; index < 100; index += 1) sockets.push(await open(index));
  await Promise.all(sockets.slice(0, 80).map((socket) => socket.destroyed || once(socket, 'close')));
  expect((await collector.post(JSON.stringify(touch('beside')))).status).toBe(200);
  expect(sockets.slice(-10).filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const socket of sockets) socket.destroy();
});

it('a collector responds with 408 to a request whose body arrives too slowly', async () => {
  const collector = await startCollector({}, 0, { requestMs: 1_000, checkMs: 50 });
  const socket = connect(collector.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"eid"');
  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 408/);
  expect(collector.all()).toEqual([]);
});

it('a collector allows pages of any origin to post with credentials, and to access a private network', async () => {
  const collector = await startCollector();
  const preflight = await fetch(collector.url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://learn.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-app-id',
      'access-control-request-private-network': 'true',
    },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': 'https://learn.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'content-type,x-app-id',
    'access-control-allow-private-network': 'true',
    vary: 'Origin',
  });
  const response = await collector.post(JSON.stringify(touch('a')), { origin: 'https://learn.example' });
  expect(response.headers.get('access-control-allow-origin')).toBe('https://learn.example');
});

it('a collector responds to a GET request with 405 and the allowed methods', async () => {
  const collector = await startCollector();
  const response = await fetch(collector.url);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

it('a collector stores no part of a token from a long Referer', async () => {
  const collector = await startCollector();
  const claims = Buffer.from(JSON.stringify({ sub: 'learner-7', name: 'x'.repeat(200) })).toString('base64url');
  const token = `eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJl`;
  const referer = `https://learn.example/${'a'.repeat(900)}/${token}`;
  await collector.post(JSON.stringify(touch('a')), { referer });
  expect(collector.all()[0]?.source.page).toMatch(/^https:\/\/learn\.example\/a{900}\/(?!eyJ)/);
});

it('a collector accepts any title of a test as the name of a run', async () => {
  const collector = await startCollector();
  const names = ['worker-1', "doesn't repeat (twice)!", 'a*b:c@d+e', 'a/b?c#d', 'पाठ का अंत '.repeat(10), '100%'];
  for (const name of names) {
    await collector.post(JSON.stringify(touch('a')), {}, `/run/${encodeURIComponent(name)}/v1/telemetry`);
  }
  expect(collector.all().map(({ source }) => source.run)).toEqual(names);
  expect(new Set(collector.all().map(({ record }) => record.requests[0]?.url))).toEqual(new Set(['/v1/telemetry']));
});

it('a collector shows server-stamped fields separately from the sent event', async () => {
  const collector = await startCollector();
  const headers = {
    'x-device-id': 'device-9',
    'x-channel-id': 'channel-9',
    'x-app-id': 'app-9',
    referer: 'https://learn.example/home',
  };
  await collector.post(JSON.stringify(batchOf(touch('a'))), headers);
  const [event] = collector.all();
  expect(event?.source).toMatchObject({
    run: '',
    address: '127.0.0.1',
    page: 'https://learn.example/home',
    stamped: { did: 'device-9', channel: 'channel-9', pid: 'app-9' },
  });
  expect(event?.record.event?.json).toMatchObject({ context: { did: 'device-1', channel: 'learn' } });
});

it('a collector responds as configured: with an error, after a delay, or not at all', async () => {
  const failing = await startCollector({ status: 500, delayMs: 3_000 });
  const response = await failing.post(JSON.stringify(touch('a')));
  expect([response.status, await response.json()]).toEqual([
    500,
    expect.objectContaining({ responseCode: 'SERVER_ERROR' }),
  ]);
  expect(failing.delays).toEqual([3_000]);
  expect(failing.all()[0]?.record.requests[0]?.end).toEqual({
    status: 'responded',
    httpStatus: 500,
    durationMs: 3_000,
  });

  const dropping = await startCollector({ dropShare: 0.1 }, 0.09);
  await expect(dropping.post(JSON.stringify(touch('a')))).rejects.toThrow();
  expect(dropping.all()[0]?.record.requests[0]?.end).toMatchObject({ status: 'failed' });
  const respondingCollector = await startCollector({ dropShare: 0.1 }, 0.1);
  expect((await respondingCollector.post(JSON.stringify(touch('a')))).status).toBe(200);
});

it('a collector stops immediately if idle connections are open', async () => {
  const collector = await startCollector();
  const socket = connect(collector.port, '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  // The server accepts connections in their order.
  await collector.post('[]');
  await collector.stop();
  await closed;
  expect(socket.destroyed).toBe(true);
});

const h2c = 'upgrade: h2c\r\nhttp2-settings: AAE\r\nconnection: Upgrade, HTTP2-Settings';

it.each(['websocket', 'h2c'])(
  'a collector responds in HTTP/1.1 to a client that requests an upgrade to %s, and can stop',
  async (upgrade) => {
    const collector = await startCollector();
    const body = JSON.stringify(batchOf(touch('a')));
    const head = `POST / HTTP/1.1\r\nhost: x\r\n${h2c.replace('h2c', upgrade)}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = connect(collector.port, '127.0.0.1');
    const responses = createInterface(socket)[Symbol.asyncIterator]();
    socket.write(head + body);
    expect((await responses.next()).value).toBe('HTTP/1.1 200 OK');
    const closed = once(socket, 'close');
    await collector.stop();
    await closed;
    expect(idsOf(collector)).toEqual(['a']);
  },
);

it('a collector stops in time despite incomplete requests and delayed responses', async () => {
  const collector = await startCollector({}, 0, { stopMs: 50 });
  const socket = connect(collector.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{');
  await once(socket, 'connect');
  await collector.post('[]');
  const closed = once(socket, 'close');
  await collector.stop();
  await closed;
  expect(collector.all()).toEqual([]);
});

it.each([200, 503, 204, 304])(
  'a response with status %d has the length of its content, and none if it has no content',
  async (status) => {
    const collector = await startCollector({ status });
    const response = await collector.post(JSON.stringify(batchOf(touch('a'))));
    const content = Buffer.from(await response.arrayBuffer());
    const hasContent = status !== 204 && status !== 304;
    expect(content.length > 0).toBe(hasContent);
    expect(response.headers.get('content-length')).toBe(hasContent ? String(content.length) : null);
    expect(response.headers.get('transfer-encoding')).toBeNull();
  },
);

it('a response delay ends when its connection closes', async () => {
  let timers = 0;
  const setTimer = () => {
    timers += 1;
    return () => {
      timers -= 1;
    };
  };
  const collector = await startCollector({ delayMs: 60_000 }, 0, { stopMs: 50 }, setTimer);
  const failed = expect(collector.post(JSON.stringify(touch('a')))).rejects.toThrow();
  await expect.poll(() => collector.all().length).toBe(1);
  expect(timers).toBe(1);
  await collector.stop();
  await failed;
  await expect.poll(() => timers).toBe(0);
});

it('an absolute request URL is handled by its path', async () => {
  const collector = await startCollector();
  const body = JSON.stringify(touch('a'));
  const socket = connect(collector.port, '127.0.0.1');
  socket.write(
    `POST ${collector.url}/run/w1/v1/telemetry HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 200/);
  expect(collector.all()).toMatchObject([{ source: { run: 'w1' }, record: { requests: [{ url: '/v1/telemetry' }] } }]);
});
