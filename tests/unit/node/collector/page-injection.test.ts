import { createHash, randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createDeferred } from '#tests/drivers/deferred';
import { exchange, startProxy, startUpstream } from './start-upstream';

const PAGE = '<!doctype html><title>page</title><script>first()</script>';

/** Starts an upstream that sends this page, and a proxy that injects the hook into the page. */
async function startInjection(page: Buffer, headers: Readonly<Record<string, string>>) {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.length, ...headers }).end(page);
  });
  const proxy = await startProxy(upstream.origin, { pageScript: 'hook()' });
  const open = (path = '/') => fetch(proxy.url + path, { headers: { 'sec-fetch-dest': 'document' } });
  return { ...proxy, open };
}

const HOOK_PATTERN = /<title>page<\/title><script nonce="[^"]+" src="[^"]+"[^>]*><\/script><script>first/;

it.each([
  ['gzip', gzipSync(PAGE)],
  ['deflate', deflateSync(PAGE)],
  ['deflate', deflateRawSync(PAGE)],
  ['deflate', deflateRawSync(`${PAGE}${'<p>x</p>'.repeat(200_000)}`)],
  ['deflate', deflateSync(`${PAGE}${'<p>x</p>'.repeat(200_000)}`)],
  ['identity', Buffer.from(PAGE)],
])('the hook is injected into a page with Content-Encoding %s', async (coding, page) => {
  const { open } = await startInjection(page, { 'content-encoding': coding });
  const text = await (await open()).text();
  expect(text).toMatch(HOOK_PATTERN);
  expect(text.length).toBeGreaterThanOrEqual(PAGE.length);
  expect(text.endsWith(page.length > 200 ? '<p>x</p>' : '</script>')).toBe(true);
});

it.each([
  ['of a browser', {}, true],
  ['of an Android WebView, which names its app', { 'x-requested-with': 'org.example.learn' }, true],
  ['of a script', { 'x-requested-with': 'XMLHttpRequest' }, false],
])('a request %s without Sec-Fetch-Dest gets the hook only if it opens a page', async (_, headers, hasHook) => {
  const { url } = await startInjection(Buffer.from(PAGE), {});
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const text = await (await fetch(url, { headers: { accept, ...headers } })).text();
  expect(HOOK_PATTERN.test(text)).toBe(hasHook);
});

it('a truncated compressed page fails at the client', async () => {
  const { open } = await startInjection(deflateRawSync(PAGE).subarray(0, -4), { 'content-encoding': 'deflate' });
  await expect(open().then((response) => response.text())).rejects.toThrow();
});

it('an aborted request and a damaged page do not terminate the proxy', async () => {
  const started = createDeferred<void>();
  const closed = createDeferred<void>();
  const page = deflateRawSync(randomBytes(200_000));
  const upstream = await startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'deflate' });
    if (request.url === '/damaged') return void response.end('<title>no deflate</title>');
    response.on('close', () => closed.resolve());
    response.write(page.subarray(0, 100_000), () => started.resolve());
  });
  const { url } = await startProxy(upstream.origin, { pageScript: 'hook()' });
  const controller = new AbortController();
  const headers = { 'sec-fetch-dest': 'document' };
  const response = await fetch(`${url}/open`, { headers, signal: controller.signal });
  await started.promise;
  controller.abort();
  await expect(response.text()).rejects.toThrow();
  await closed.promise;
  await expect(fetch(`${url}/damaged`, { headers }).then((damaged) => damaged.text())).rejects.toThrow();
});

it.each(['utf-16', 'UTF-16LE', '"utf-16be"', 'ucs-2', 'unicode', 'csUnicode', 'iso-10646-ucs-2', 'unicodeFEFF'])(
  'a page with charset %s passes unchanged',
  async (charset) => {
    const page = Buffer.from(PAGE, 'utf16le');
    const { open } = await startInjection(page, { 'content-type': `text/html; charset=${charset}`, etag: '"1"' });
    const response = await open();
    expect(response.headers.get('etag')).toBe('"1"');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(page);
  },
);

it.each(['', '; charset=utf-8', '; charset=unknown'])(
  'a page of type text/html%s with a UTF-16 byte order mark passes unchanged',
  async (charset) => {
    const page = Buffer.from(`\ufeff${PAGE}`, 'utf16le');
    const { open } = await startInjection(page, { 'content-type': `text/html${charset}` });
    expect(Buffer.from(await (await open()).arrayBuffer())).toEqual(page);
  },
);

it('headers about the original bytes are removed from a page with the hook', async () => {
  const names = ['content-digest', 'repr-digest', 'digest', 'content-md5', 'etag', 'last-modified'];
  const { open } = await startInjection(Buffer.from(PAGE), Object.fromEntries(names.map((name) => [name, 'x'])));
  const { headers } = await open();
  expect(names.filter((name) => headers.has(name))).toEqual([]);
});

it('the hook has an integrity hash if the page requires one', async () => {
  const { open, url } = await startInjection(Buffer.from(PAGE), {
    'integrity-policy': 'blocked-destinations=(script)',
  });
  const response = await open();
  expect(response.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
  const [, src = '', hash] = /src="([^"]+)" integrity="sha256-([^"]+)" crossorigin>/.exec(await response.text()) ?? [];
  expect(src.startsWith(url)).toBe(true);
  const script = await (await fetch(src)).text();
  expect(createHash('sha256').update(script).digest('base64')).toBe(hash);
});

it.each(['//', '/\\', '//[', 'http://[/', '*', '/?document=%'])(
  'a WebSocket request for %s does not terminate the proxy',
  async (target) => {
    const { port, open } = await startInjection(Buffer.from(PAGE), {});
    const head = 'host: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n';
    await exchange(port, `GET ${target} HTTP/1.1\r\n${head}`);
    expect((await open()).status).toBe(200);
  },
);
