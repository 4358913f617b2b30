import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsOf } from '#demo/collector/batch';
import type { Collector } from '#demo/collector/collector';
import { collectorPaths, startCollector } from '#demo/collector/collector';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

function post(body: string | Uint8Array<ArrayBuffer>, path: string = collectorPaths[0]): Promise<Response> {
  return fetch(collector.url + path, { method: 'POST', body });
}

const SUCCESS = { id: 'api.telemetry', ver: '1.0', params: {}, responseCode: 'SUCCESS' };

test.each(collectorPaths)('a POST to %s gets the response of success', async (path) => {
  const response = await post('{"events":[]}', path);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(SUCCESS);
  expect(collector.received.map((batch) => batch.path)).toEqual([path]);
});

test('an empty POST gets the response of success too', async () => {
  expect(await (await post('')).json()).toEqual(SUCCESS);
});

test('another path gets 404, and another method 405', async () => {
  expect((await post('{}', '/telemetry')).status).toBe(404);
  expect((await fetch(collector.url + collectorPaths[0])).status).toBe(405);
  expect(collector.received).toEqual([]);
});

test('what was posted is kept byte for byte, whatever it was', async () => {
  const bytes = new Uint8Array([0, 255, 31, 7, 200]);
  await post(bytes);
  expect(new Uint8Array(collector.received[0]?.bytes ?? [])).toEqual(bytes);
});

test('a gzipped body is kept as it came, and its events are read', async () => {
  const packed = new Uint8Array(gzipSync('{"events":[{"eid":"LOG"}]}'));
  await post(packed);
  const [batch] = collector.received;
  expect(batch?.bytes.byteLength).toBe(packed.byteLength);
  expect(batch && eventsOf(batch)).toEqual([{ eid: 'LOG' }]);
});

test('a body that only begins like gzip is taken as text', async () => {
  await post(new Uint8Array([0x1f, 0x8b, 0x61]));
  expect(collector.received[0]?.text).toContain('a');
});

test.each(['', 'not JSON', '[]', 'null', '{"events":{}}'])('the body %j has no events', async (body) => {
  await post(body);
  const [batch] = collector.received;
  expect(batch && eventsOf(batch)).toEqual([]);
});

describe('for pages of other origins', () => {
  test('the preflight allows exactly the headers that were asked for', async () => {
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,datatype,x-app-id',
    };
    const response = await fetch(collector.url + collectorPaths[0], { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type,datatype,x-app-id');
  });

  test('the response may be read by a page of another origin', async () => {
    expect((await post('{}')).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('with a next response that is set', () => {
  test('it responds so once, then with success again', async () => {
    collector.respondNext({ status: 500 });
    const [first, second] = [await post('{}'), await post('{}')];
    expect([first.status, second.status]).toEqual([500, 200]);
    expect(await first.json()).toMatchObject({ responseCode: 'CLIENT_ERROR' });
  });

  test('status 0 breaks the connection', async () => {
    collector.respondNext({ status: 0 });
    await expect(post('{}')).rejects.toThrow();
    expect(collector.received).toHaveLength(1);
  });

  test('a response that is held back does not hold up stopping', async () => {
    collector.respondNext({ delayMs: 600_000 });
    const response = expect(post('{}')).rejects.toThrow();
    await expect.poll(() => collector.received.length).toBe(1);
    await collector.stop();
    await response;
  });
});

test('forget clears the received batches', async () => {
  await post('{}');
  collector.forget();
  expect(collector.received).toEqual([]);
});
