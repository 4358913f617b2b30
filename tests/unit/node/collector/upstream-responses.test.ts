import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { respondUpstreamFailure } from '#node/collector/upstream-failures';
import { batchOf, touch } from '../../core/collector/received-batch';
import { exchange, startProxy, startRawUpstream, startUpstream } from './start-upstream';

const get = (path: string, { method = 'GET', version = '1.1', headers = '' } = {}) =>
  `${method} ${path} HTTP/${version}\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi';

it.each([
  [
    'a Trailer beside a length',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTrailer: x-sum\r\n\r\nhi',
    {},
    /^HTTP\/1\.1 200 OK[\s\S]*hi$/,
  ],
  [
    'a Trailer of a HEAD',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTrailer: x-sum\r\n\r\n',
    { method: 'HEAD' },
    /^HTTP\/1\.1 200 /,
  ],
  ['a Trailer of a 304', 'HTTP/1.1 304 Not Modified\r\nTrailer: x-sum\r\n\r\n', {}, /^HTTP\/1\.1 304 /],
  [
    'a Trailer for HTTP/1.0',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\n\r\n2\r\nhi\r\n0\r\nx-sum: 1\r\n\r\n',
    { version: '1.0' },
    /^HTTP\/1\.1 200 (?![\s\S]*chunked)[\s\S]*\r\n\r\nhi$/,
  ],
  ['status 000', 'HTTP/1.1 000 Zero\r\nContent-Length: 2\r\n\r\nhi', {}, /^HTTP\/1\.1 502 [\s\S]*isn't valid HTTP/],
  ['status 042', 'HTTP/1.1 042 Zero\r\nContent-Length: 2\r\n\r\nhi', {}, /^HTTP\/1\.1 502 [\s\S]*isn't valid HTTP/],
  [
    'status 101',
    'HTTP/1.1 101 Up\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n',
    {},
    /^HTTP\/1\.1 502 [\s\S]*isn't valid HTTP/,
  ],
  ['status 999', 'HTTP/1.1 999 Deny\r\nContent-Length: 2\r\n\r\nhi', {}, /^HTTP\/1\.1 999 Deny[\s\S]*hi$/],
  ['a control character', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\nhi', {}, /^HTTP\/1\.1 200 OK\r\n[\s\S]*hi$/],
  [
    'a control character in a header',
    'HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 2\r\n\r\nhi',
    {},
    /^HTTP\/1\.1 502 [\s\S]*The response isn't valid HTTP \(HPE_INVALID_HEADER_TOKEN\)\./,
  ],
  [
    'headers of 300 kB',
    `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(300_000)}\r\nContent-Length: 2\r\n\r\nhi`,
    {},
    /^HTTP\/1\.1 502 [\s\S]*The response headers are too large\./,
  ],
] as const)('a response with %s does not terminate the proxy', async (_, response, options, expected) => {
  const upstream = await startRawUpstream({ '/odd': response, '/ok': OK });
  const headers = 'sec-fetch-dest: document\r\n';
  for (const pageScript of [undefined, 'hook()']) {
    const { port } = await startProxy(upstream.origin, pageScript === undefined ? {} : { pageScript });
    expect(await exchange(port, get('/odd', { ...options, headers }))).toMatch(expected);
    expect(await exchange(port, get('/ok'))).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*hi$/);
  }
});

it('the response for an upstream that does not use TLS advises to check the scheme of its URL', async () => {
  const upstream = await startUpstream((_, response) => response.end());
  const { url } = await startProxy(upstream.origin.replace('http:', 'https:'));
  expect(await (await fetch(url)).text()).toContain('Check whether the URL is https or http.');
});

it('headers and status texts are forwarded byte for byte', async () => {
  const name = Buffer.from('filename="é.pdf"').toString('latin1');
  const head = `Content-Disposition: inline; ${name}\r\nLocation: /${name}\r\nContent-Type: text/html\r\n`;
  const upstream = await startRawUpstream({
    '/utf8': `HTTP/1.1 200 \xc3\xa9t\xe9\r\n${head}Content-Length: 9\r\n\r\n<p>\xc3\xa9</p>`,
  });
  for (const pageScript of [undefined, 'hook()']) {
    const { port } = await startProxy(upstream.origin, pageScript === undefined ? {} : { pageScript });
    const response = await exchange(port, get('/utf8', { headers: 'sec-fetch-dest: document\r\n' }));
    expect(response).toMatch(/^HTTP\/1\.1 200 \xc3\xa9t\xe9\r\n/);
    expect(response).toContain(`content-disposition: inline; ${name}\r\n`);
    expect(response).toContain(`location: /${name}\r\n`);
    expect(response).toContain('<p>\xc3\xa9</p>');
  }
});

/** Responds with the headers of the request. */
const echoHeaders = ({ url, headers }: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('connection', 'x-hop');
  response.setHeader('x-hop', '1');
  response.setHeader('x-end', '1');
  response.end(JSON.stringify({ url, headers }));
};

it('hop-by-hop headers are not forwarded, including those that Connection lists', async () => {
  const upstream = await startUpstream(echoHeaders);
  const { port } = await startProxy(upstream.origin);
  const headers =
    'connection: X-Foo, Content-Length\r\nx-foo: 1\r\nkeep-alive: timeout=9\r\nproxy-authorization: Basic YQ==\r\nte: trailers\r\nx-bar: 2\r\n';
  const response = await exchange(port, get('/', { headers }));
  const forwardedHeaders = JSON.parse(response.slice(response.indexOf('{'))).headers;
  expect(forwardedHeaders).toMatchObject({ 'x-bar': '2' });
  expect(Object.keys(forwardedHeaders)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:x-foo|keep-alive|te|proxy-authorization)$/)]),
  );
  expect(response).toMatch(/x-end: 1/);
  expect(response).not.toMatch(/x-hop/);
});

it('a request with a Trailer header but no chunked body does not terminate the proxy', async () => {
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  const { port } = await startProxy(upstream.origin);
  const headers = 'trailer: x-sum\r\ncontent-length: 2\r\n';
  expect(await exchange(port, `${get('/', { method: 'PUT', headers })}hi`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
  expect(await exchange(port, `${get('/', { method: 'POST', headers })}hi`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
  expect(await exchange(port, get('/', { headers: 'trailer: x-sum\r\n' }))).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
});

it('an absolute request URL is forwarded as its path', async () => {
  const upstream = await startUpstream(echoHeaders);
  const { port, all } = await startProxy(upstream.origin);
  expect(await exchange(port, get(`http://127.0.0.1:${port}/hello?a=http://b`))).toContain('"url":"/hello?a=http://b"');
  const body = JSON.stringify(batchOf(touch('a')));
  const headers = `content-length: ${body.length}\r\n`;
  await exchange(port, get(`HTTP://x/run/one/v1/telemetry`, { method: 'POST', headers }) + body);
  expect(all()).toMatchObject([{ source: { run: 'one' }, record: { requests: [{ url: '/v1/telemetry' }] } }]);
});

it('a client can request HTTP/2 in each request of a connection', async () => {
  const upstream = await startUpstream((_, response) => response.end('ok'));
  const { port } = await startProxy(upstream.origin);
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on('warning', onWarning);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAE' };
  const sockets = new Set<unknown>();
  for (let index = 0; index < 30; index += 1) {
    const request = httpRequest({ port, host: '127.0.0.1', agent, headers }).end();
    const [response] = await once(request, 'response');
    sockets.add(request.socket);
    expect(await text(response)).toBe('ok');
    await setImmediate();
  }
  agent.destroy();
  process.off('warning', onWarning);
  expect([sockets.size, warnings]).toEqual([1, []]);
});

it('an HTTP/1.0 client can keep its connection alive', async () => {
  const upstream = await startUpstream((_, response) => response.end('ok'));
  const { port } = await startProxy(upstream.origin);
  const response = await exchange(
    port,
    `GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n${get('/', { version: '1.0' })}`,
  );
  expect(response.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

it.each<[Uppercase<string>, RegExp]>([
  ['SELF_SIGNED_CERT_IN_CHAIN', /not trusted \(SELF_SIGNED_CERT_IN_CHAIN\)\. Set NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /not trusted .* Set NODE_EXTRA_CA_CERTS/],
  ['CERT_HAS_EXPIRED', /upstream https:\/\/learn\.example\. The connection failed \(CERT_HAS_EXPIRED\)\.\n$/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /The connection failed \(ERR_TLS_CERT_ALTNAME_INVALID\)\.\n$/],
])(
  'the response for a certificate with the problem %s advises a trusted authority only if that helps',
  async (failure, text) => {
    const server = await startUpstream((_, response) =>
      respondUpstreamFailure(response, 'https://learn.example', failure),
    );
    expect(await (await fetch(server.origin)).text()).toMatch(text);
  },
);

it('response headers of 200 kB are forwarded', async () => {
  const link = `<${'x'.repeat(200_000)}>; rel=preload`;
  const upstream = await startUpstream((_, response) => response.writeHead(200, { link }).end('hi'));
  const { url } = await startProxy(upstream.origin);
  const request = httpRequest(url, { maxHeaderSize: 256 * 1024 }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.link === link, await text(response)]).toEqual([200, true, 'hi']);
});
