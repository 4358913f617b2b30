import { expect, test, vi } from 'vitest';
import { type CaptureLocation, parseCollectorUrl, readCollectorCapture } from '#panel/collector-capture';

const PANEL_URL = 'http://127.0.0.1:4331/';
const HOST = '127.0.0.1:4331';

const locationOf = (url: string) => parseCollectorUrl(url) as CaptureLocation;

const respond = (status: number, type: string, text = '{}') =>
  vi.fn(
    async (_url: string | URL | Request, _init?: RequestInit) =>
      new Response(text, { status, headers: { 'content-type': type } }),
  );

test.each([
  ['http://127.0.0.1:4331', { url: 'http://127.0.0.1:4331/api/capture', host: HOST, token: null }],
  [' 127.0.0.1:4331/ ', { url: 'http://127.0.0.1:4331/api/capture', host: HOST, token: null }],
  ['localhost:4331', { url: 'http://localhost:4331/api/capture', host: 'localhost:4331', token: null }],
  [
    'https://mac.local:4331/x?token=abc',
    { url: 'https://mac.local:4331/api/capture', host: 'mac.local:4331', token: 'abc' },
  ],
  ['', null],
  ['http://', null],
  ['file:///etc/passwd', null],
  ['javascript://alert(1)', null],
])('the URL %j of a collector is parsed', (url, location) => {
  expect(parseCollectorUrl(url)).toEqual(location);
});

test('the capture of a collector is fetched with the token from its URL, without cookies and redirects', async () => {
  const fetchFrom = respond(200, 'application/json', '{"records":[]}');
  const result = await readCollectorCapture(
    locationOf(`${PANEL_URL}?token=abc`),
    new AbortController().signal,
    fetchFrom,
  );
  expect(result.ok && (await result.value.text())).toBe('{"records":[]}');
  const [url, init] = fetchFrom.mock.calls[0] ?? [];
  expect(url).toBe('http://127.0.0.1:4331/api/capture');
  expect(init).toMatchObject({ headers: { authorization: 'Bearer abc' }, credentials: 'omit', redirect: 'error' });
});

test.each([
  [respond(401, 'application/json'), { reason: 'needs-token', host: HOST }],
  [respond(405, 'application/json'), { reason: 'no-collector', host: HOST }],
  [respond(404, 'text/html'), { reason: 'no-collector', host: HOST }],
  [respond(200, 'text/html'), { reason: 'no-collector', host: HOST }],
  [respond(500, 'application/json'), { reason: 'rejected', host: HOST, status: 500 }],
  [vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))), { reason: 'unreachable', host: HOST }],
])('a response that is not a capture fails with its reason', async (fetchFrom, failure) => {
  expect(await readCollectorCapture(locationOf(PANEL_URL), new AbortController().signal, fetchFrom)).toEqual({
    ok: false,
    failure,
  });
});

test('reading the capture of a collector can be cancelled', async () => {
  const stop = new AbortController();
  const fetchFrom = vi.fn(async () => {
    stop.abort();
    throw stop.signal.reason;
  });
  expect(await readCollectorCapture(locationOf(PANEL_URL), stop.signal, fetchFrom)).toEqual({
    ok: false,
    failure: { reason: 'cancelled' },
  });
});
