import { expect, test } from 'vitest';
import { eventOfRow, findInputContents, itemContents, parseInputContents } from '#core/formats/input-items';
import type { Json } from '#core/json/json';

const event = { eid: 'LOG', ets: 1, edata: { type: 'api', level: 'INFO', message: 'started' } };
const wholeEvent = { ...event, mid: 'LOG:1' };

/** Fields beside `event`, with values that make the object another format, or might. */
const fieldsBeside: readonly (readonly [string, Json])[] = [
  ['ingestion', { status: 'failed' }],
  ['data', { events: [wholeEvent] }],
  ['eid', 'LOG'],
  ['edata', {}],
  ['method', 'log'],
  ['args', [{}]],
  ['events', [wholeEvent]],
  ['rejected', { reason: 'not-json', line: 1, column: 1, excerpt: '{' }],
  ['text', '{'],
  ['attemptId', 'a'],
  ['assessmentTs', 1],
  ['log', { entries: [] }],
  ['format', 'telemetry-v3-capture'],
  ['records', []],
  ['info', { name: 'a' }],
  ['item', []],
  ['requests', [{ dataMode: 'raw' }]],
  ['collection', { info: {}, item: [] }],
];

const rows = fieldsBeside.flatMap(([name, value]) =>
  fieldsBeside.map(([otherName, otherValue]): Json => ({ event, [name]: value, [otherName]: otherValue })),
);

test('the quick way to read a row with an event returns what the search for formats returns', () => {
  const read = rows.flatMap((row) => {
    const quick = eventOfRow(row);
    return quick === null ? [] : [{ row, quick }];
  });
  expect(read.length).toBeGreaterThan(0);
  for (const { row, quick } of read) {
    // A list of one row is searched, whatever its fields.
    expect(findInputContents([row])?.items).toEqual([{ json: quick, isPart: true }]);
    expect(itemContents(row)).toEqual(parseInputContents(row));
  }
});

test('a row is read the quick way only if no field makes it another format', () => {
  const quickNames = fieldsBeside.flatMap(([name, value]) => (eventOfRow({ event, [name]: value }) ? [name] : []));
  expect(quickNames).toEqual(['ingestion', 'data', 'edata', 'args', 'text', 'records', 'item']);
});

test.each<[string, Json]>([
  ['no object', 'event'],
  ['null', null],
  ['a list', [event]],
  ['a row without an event', { ingestion: {} }],
  ['a row with an inherited event', Object.create({ event }) as Json],
  ['an event without edata', { event: { eid: 'LOG', ets: 1 } }],
  ['an event whose eid is a number', { event: { ...event, eid: 1 } }],
  ['an event as a string', { event: JSON.stringify(event) }],
])('%s is not read the quick way', (_, json) => {
  expect(eventOfRow(json)).toBeNull();
});
