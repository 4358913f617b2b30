import { describe, expect, it } from 'vitest';
import { measureBody } from '../../../lib/capture/body';
import { readCarrier } from '../../../lib/capture/carried';
import { isJsonObject, type Json } from '../../../lib/json';

const eventsOfBody = (json: Json) =>
  isJsonObject(json) && Array.isArray(json.events) ? (json.events as readonly Json[]) : null;

const entry = (text: unknown, extra: object = {}) => ({
  startedDateTime: '2026-11-20T10:00:00.000Z',
  time: 12.5,
  request: { method: 'POST', url: 'http://localhost/any/where', postData: { text } },
  response: { status: 200 },
  ...extra,
});
const body = '{"id":"api.telemetry","events":[{"eid":"INTERACT","edata":{"query":"जल"}}]}';

describe('telling telemetry among a page’s requests', () => {
  it('knows it by its body, wherever it goes', () => {
    expect(readCarrier(entry(body), 'r1', eventsOfBody)).toEqual({
      id: 'r1',
      via: 'unseen',
      url: 'http://localhost/any/where',
      method: 'POST',
      at: Date.parse('2026-11-20T10:00:00.000Z'),
      end: { status: 'answered', http: 200, durationMs: 12.5 },
      ...measureBody(body),
      events: [{ eid: 'INTERACT', edata: { query: 'जल' } }],
      wrapper: { id: 'api.telemetry', events: [] },
    });
  });

  it('takes a request without an answer as failed', () => {
    expect(readCarrier(entry(body, { response: null }), 'r1', eventsOfBody)?.end.status).toBe('failed');
  });

  it.each([
    ['no body', undefined],
    ['another JSON', '{"hello":1}'],
    ['a text that only speaks of "events" and "eid"', '"events" "eid"'],
    ['broken JSON', '{"events":[{"eid":'],
  ])('passes over %s', (_what, text) => {
    expect(readCarrier(entry(text), 'r1', eventsOfBody)).toBeNull();
  });

  it.each([[null], [7], [{}], [{ request: null }], [{ ...entry(body), startedDateTime: 5 }]])(
    'passes over the entry %j',
    (strange) => {
      expect(readCarrier(strange, 'r1', eventsOfBody)).toBeNull();
    },
  );
});
