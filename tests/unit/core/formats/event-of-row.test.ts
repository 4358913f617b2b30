import { expect, test } from 'vitest';
import { eventOfRow, findInputContents, parseInputContents, parseItemContents } from '#core/formats/input-items';
import type { Json } from '#core/json/json';

const event = { eid: 'LOG', ets: 1, edata: { type: 'api', level: 'INFO', message: 'started' } };
const wholeEvent = { ...event, mid: 'LOG:1' };

/** Fields next to `event` that also occur in other formats. */
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

test('if eventOfRow returns an event, findInputContents and parseItemContents return the same event', () => {
  const rowsWithEvent = rows.flatMap((row) => {
    const eventInRow = eventOfRow(row);
    return eventInRow === null ? [] : [{ row, eventInRow }];
  });
  expect(rowsWithEvent.length).toBeGreaterThan(0);
  for (const { row, eventInRow } of rowsWithEvent) {
    // Items of a list are searched without eventOfRow.
    expect(findInputContents([row])?.items).toEqual([{ json: eventInRow, isPart: true }]);
    expect(parseItemContents(row)).toEqual(parseInputContents(row));
  }
});

test('eventOfRow returns an event only if no other field belongs to another format', () => {
  const acceptedNames = fieldsBeside.flatMap(([name, value]) => (eventOfRow({ event, [name]: value }) ? [name] : []));
  expect(acceptedNames).toEqual(['ingestion', 'data', 'edata', 'args', 'text', 'records', 'item']);
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
])('eventOfRow returns null for %s', (_, json) => {
  expect(eventOfRow(json)).toBeNull();
});
