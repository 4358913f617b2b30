import { expect, it } from 'vitest';
import { readRecords } from '#panel/persistence/stored-capture';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const completeRecord = recordOf(1, {
  call: callOf(),
  event: eventOf(),
  requests: [requestOf()],
  sdk: { global: '$t', generation: '2.x' },
  firedBy: { type: 'panel', requestId: 'r1' },
  omitted: { requests: 19_900, retries: 3, messages: 7 },
  changes: [{ type: 'added', path: ['mid'], sent: 'm', fromRow: null }],
  secrets: [
    {
      foundIn: 'event',
      severity: 'error',
      path: ['tags', 0],
      params: { reason: 'secret-by-name', name: 'a', field: 'tags.0' },
    },
  ],
}).observed;

it('a stored record is read with all its fields, including the numbers of omitted parts', () => {
  expect(readRecords([structuredClone(completeRecord)])).toEqual([completeRecord]);
});

it.each([
  ['row', 0],
  ['secrets', 'some'],
  ['sdk', { global: '$t', generation: '3.x' }],
  ['firedBy', { type: 'elsewhere' }],
  ['omitted', { requests: 'many' }],
  ['call', 7],
  ['requests', {}],
])('a stored record with a damaged %s is not read', (field, value) => {
  expect(readRecords([{ ...structuredClone(completeRecord), [field]: value }])).toBeNull();
});
