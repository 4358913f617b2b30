import { expect, it } from 'vitest';
import { parseBatchRequest } from '#core/formats/batch-request';
import { keyOfBody } from '#core/wire/request-body';

const entry = (text: unknown, extra: object = {}) => ({
  startedDateTime: '2026-11-20T10:00:00.000Z',
  time: 12.5,
  request: { method: 'POST', url: 'http://localhost/any/where', postData: { text } },
  response: { status: 200 },
  ...extra,
});
const worker = (source: string) => ({
  status: 200,
  redirectURL: '',
  _fetchedViaServiceWorker: true,
  _serviceWorkerResponseSource: source,
});
const body = '{"id":"api.telemetry","events":[{"eid":"INTERACT","edata":{"query":"जल"}}]}';

it('parseBatchRequest detects telemetry by the body, at any URL', () => {
  expect(parseBatchRequest(entry(body), 'r1')).toEqual({
    id: 'r1',
    transport: 'unknown',
    url: 'http://localhost/any/where',
    method: 'POST',
    at: Date.parse('2026-11-20T10:00:00.000Z'),
    end: { status: 'responded', httpStatus: 200, durationMs: 12.5 },
    bodyBytes: new TextEncoder().encode(body).length,
    bodyKey: keyOfBody(new TextEncoder().encode(body)),
    events: [{ eid: 'INTERACT', edata: { query: 'जल' } }],
    bodyFields: { id: 'api.telemetry', events: [] },
  });
});

it.each([
  ['a redirect with a relative URL', { status: 307, redirectURL: '/v2' }, { redirectUrl: 'http://localhost/v2' }],
  ['a response of a service worker', worker('network'), { workerResponse: 'network' }],
  ['a response that a service worker created', worker('fallback-code'), { workerResponse: 'own' }],
  [
    'a redirect that fails because the page forbids redirects',
    { status: 307, redirectURL: '/v2', _error: 'net::ERR_FAILED' },
    { end: { status: 'failed', message: 'net::ERR_FAILED', durationMs: 12.5 } },
  ],
])('parseBatchRequest reads %s', (_what, response, expected) => {
  expect(parseBatchRequest(entry(body, { response }), 'r1')).toMatchObject(expected);
});

it('parseBatchRequest does not treat the Location of a 201 as a redirect', () => {
  const created = { status: 201, redirectURL: '/v2' };
  expect(parseBatchRequest(entry(body, { response: created }), 'r1')).not.toHaveProperty('redirectUrl');
});

it('parseBatchRequest returns a request without a response as failed', () => {
  expect(parseBatchRequest(entry(body, { response: null }), 'r1')?.end.status).toBe('failed');
});

it.each([
  ['no body', undefined],
  ['other JSON', '{"hello":1}'],
  ['a text that only mentions "events" and "eid"', '"events" "eid"'],
  ['invalid JSON', '{"events":[{"eid":'],
])('parseBatchRequest ignores a request with %s', (_what, text) => {
  expect(parseBatchRequest(entry(text), 'r1')).toBeNull();
});

it.each([[null], [7], [{}], [{ request: null }]])('parseBatchRequest ignores the entry %j', (invalidEntry) => {
  expect(parseBatchRequest(invalidEntry, 'r1')).toBeNull();
});

it.each([
  [
    'a status as text',
    { response: { status: '200' } },
    { end: { status: 'responded', httpStatus: 200, durationMs: 12.5 } },
  ],
  ['a status of -1', { response: { status: -1 } }, { end: { status: 'failed' } }],
  ['no status', { response: {} }, { end: { status: 'queued' } }],
  ['an invalid status', { response: { status: 'ok' } }, { end: { status: 'queued' } }],
  ['an informational response', { response: { status: 103 } }, { end: { status: 'queued' } }],
  ['an invalid date', { startedDateTime: 5 }, { at: 0 }],
  ['no date', { startedDateTime: undefined }, { at: 0 }],
  ['a duration as text', { time: '12' }, { end: { status: 'responded', httpStatus: 200, durationMs: 0 } }],
])('parseBatchRequest reads an entry with %s', (_what, overrides, expected) => {
  expect(parseBatchRequest({ ...entry(body), ...overrides }, 'r1')).toMatchObject(expected);
});
