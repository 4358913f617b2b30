import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#core/json/json';
import { MAX_JSON_VALUES } from '#core/json/json-values';
import { telemetryOfForm, telemetryOfJson, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { eventOf } from './sample-events';

const event = eventOf('heartbeat', {}) as JsonObject;
const otherEvent = eventOf('log', { type: 'api_call', level: 'INFO', message: 'm' });
const batchEnvelope = { id: 'api.sunbird.telemetry', ver: '3.0', params: { msgid: '5f0c' }, ets: 1_763_620_200_000 };
const attempt = { attemptId: 'a-1', courseId: 'c-1', batchId: 'b-1', contentId: 'do_1' };
const assess = eventOf('assess', { item: { id: 'q-1' }, pass: 'Yes', score: 1 });

type BodyPart = readonly [path: readonly string[], content: 'list' | 'event'];

const eventsOf = (json: Json) => telemetryOfJson(json)?.events ?? null;

it.each<[string, Json, BodyPart]>([
  ['a batch of an SDK', { ...batchEnvelope, events: [event, otherEvent] }, [['events'], 'list']],
  ['a list of events beside another field', { sentBy: 'x', events: [event, otherEvent] }, [['events'], 'list']],
  ['a batch of Obsrv 2', { data: { id: 'b-1', events: [event, otherEvent] } }, [['data', 'events'], 'list']],
  [
    'a batch of Obsrv 2 in an API envelope',
    { ...batchEnvelope, data: { id: 'b', events: [event, otherEvent] } },
    [['data', 'events'], 'list'],
  ],
  ['a list in data', { data: [event, otherEvent] }, [['data'], 'list']],
  [
    'a batch of the learner service',
    { request: { ...batchEnvelope, events: [event, otherEvent] } },
    [['request', 'events'], 'list'],
  ],
  ['a list', [event, otherEvent], [[], 'list']],
])('a list of events is recognized as telemetry: %s', (_, json, [path, content]) => {
  expect(telemetryOfJson(json)).toEqual({ json, events: [event, otherEvent], shape: { path, content } });
});

it.each<[string, Json, readonly string[]]>([
  ['one event of Obsrv 2', { data: { event } }, ['data', 'event']],
  ['one event in data', { data: event }, ['data']],
  ['one event in a field', { event }, ['event']],
  ['an event', event, []],
])('a single event is recognized as telemetry: %s', (_, json, path) => {
  expect(telemetryOfJson(json)).toEqual({ json, events: [event], shape: { path, content: 'event' } });
});

it('an event with nested lists of events is one event', () => {
  const eventWithMore = { ...event, data: { events: [otherEvent] }, events: [otherEvent] };
  expect(eventsOf(eventWithMore)).toEqual([eventWithMore]);
});

it.each(['ets', 'ver', 'mid', 'actor', 'context', 'edata'])(
  'an item of a list of events is recognized by its eid and %s',
  (field) => {
    expect(eventsOf({ events: [{ eid: 'INTERACT', [field]: null }] })).toHaveLength(1);
    expect(eventsOf({ data: { event: { eid: 'INTERACT', [field]: null } } })).toHaveLength(1);
  },
);

it('an item of an SDK batch is recognized by its eid', () => {
  expect(eventsOf({ ...batchEnvelope, events: [{ eid: 'INTERACT' }] })).toHaveLength(1);
});

it.each([{ edata: {} }, { ver: '3.0', mid: 'm' }])('a single event is recognized by its eid and %j', (fields) => {
  expect(eventsOf({ eid: 'INTERACT', ...fields })).toHaveLength(1);
  expect(eventsOf([{ eid: 'INTERACT', ...fields }])).toHaveLength(1);
});

it('a body with at least one event is telemetry, and its invalid items are included', () => {
  expect(eventsOf({ events: [null, { eid: 'LOG' }, event] })).toHaveLength(3);
  expect(eventsOf({ data: [null, { eid: 'LOG' }, event] })).toHaveLength(3);
});

it.each<[string, Json]>([
  ['null', null],
  ['an empty list', []],
  ['a text', 'text'],
  ['an empty object', {}],
  ['no events', { events: [] }],
  ['an object without an eid', { events: {} }],
  ['events of another kind', { events: [{ name: 'click' }] }],
  ['an eid alone', { events: [{ eid: 'LOG' }] }],
  ['an eid that is a number', { events: [{ eid: 7, edata: {} }] }],
  ['events without an eid', { events: [{ ets: 1, mid: 'm', edata: {} }] }],
  ['a batch whose event has a null eid', { ...batchEnvelope, events: [{ eid: null }] }],
  ['a part of a batch', { id: 'a', ver: '1', events: [{ eid: 'LOG' }] }],
  ['a batch without events', { id: 'api.sunbird.telemetry' }],
  ['an employee', { eid: 'E-7', ver: 2 }],
  ['employees', { data: [{ eid: 'E-7', context: 'office' }] }],
  [
    'events of a Snowplow tracker',
    { schema: 'iglu:payload_data', data: [{ e: 'pv', eid: 'c6ef', tv: 'js', dtm: '1' }] },
  ],
  ['course progress', { request: { contents: [], assessments: [{ ...attempt, events: [assess] }] } }],
  ['an attempt of a course', { ...attempt, events: [assess] }],
  ['an attempt of a course in data', { data: { ...attempt, events: [assess] } }],
  ['an attempt of a course in request', { request: { ...attempt, events: [assess] } }],
  ['a search query with a list of events', { query: { bool: { events: [event] } } }],
])('a body that resembles telemetry is not recognized as telemetry: %s', (_, json) => {
  expect(telemetryOfJson(json)).toBeNull();
});

it.each(['', 'null', '"eid"', '{"eid"', 'eid=1', '--', '--x', '--x\r\n\r\n"eid"', '"eid"=1', 'a="eid"', '%22eid%22'])(
  'a text that resembles telemetry is not recognized as telemetry: %j',
  (text) => {
    expect(telemetryOfText(text)).toBeNull();
  },
);

it('a form with course progress is not telemetry', () => {
  const json = JSON.stringify({ request: { assessments: [{ events: [assess] }] } });
  expect(telemetryOfText(`request=${encodeURIComponent(json)}`)).toBeNull();
});

describe('forms', () => {
  const form = { type: 'urlencoded', field: 'event', hasOtherFields: false } as const;

  it('a form field can contain one event', () => {
    expect(telemetryOfText(`event=${encodeURIComponent(JSON.stringify(event))}`)).toEqual({
      json: event,
      events: [event],
      shape: { path: [], content: 'event', form },
    });
  });

  it.each([
    ['events', [event, otherEvent]],
    ['events', { ...batchEnvelope, events: [event, otherEvent] }],
    ['payload', { data: [event, otherEvent] }],
  ])('the form field %s can contain several events', (field, json) => {
    const body = telemetryOfText(`app=x&${new URLSearchParams({ [field]: JSON.stringify(json) })}`);
    expect(body?.events).toEqual([event, otherEvent]);
    expect(body?.shape.form).toEqual({ type: 'urlencoded', field, hasOtherFields: true });
  });

  it('several form fields of the same name can each contain an event', () => {
    const text = new URLSearchParams([event, otherEvent].map((json) => ['event', JSON.stringify(json)])).toString();
    expect(telemetryOfText(text)).toMatchObject({ events: [event, otherEvent], shape: { form } });
  });

  it('a multipart form can contain events', () => {
    const part = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const parts = [part('app', 'x'), part('event', JSON.stringify(event))];
    const text = `${parts.map((content) => `------WebKitFormBoundaryA1\r\n${content}`).join('')}------WebKitFormBoundaryA1--\r\n`;
    expect(telemetryOfText(text)).toEqual({
      json: event,
      events: [event],
      shape: { path: [], content: 'event', form: { type: 'multipart', field: 'event', hasOtherFields: true } },
    });
  });

  it('events are read from form fields that were already parsed', () => {
    expect(telemetryOfForm([['event', JSON.stringify(event)]], 'urlencoded')).toMatchObject({ events: [event] });
  });
});

it('a text with too many values is not parsed', () => {
  const json = JSON.stringify({ events: [{ ...event, edata: Array.from({ length: MAX_JSON_VALUES }, () => 0) }] });
  expect(telemetryOfText(json)).toBeNull();
  expect(telemetryOfText(`event=${encodeURIComponent(json)}`)).toBeNull();
});
