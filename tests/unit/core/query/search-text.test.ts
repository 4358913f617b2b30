import { expect, it } from 'vitest';
import { toFilterMatcher } from '#core/query/filter-text';
import { computeSearchTexts } from '#core/query/finder';
import type { JudgedRecord } from '#core/stream/judged-record';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const textOf = (record: JudgedRecord): string => computeSearchTexts(record).join('\n');

it('search finds a page URL and a call that were added after the record’s search text was cached', () => {
  const record = recordOf(1, { call: null, frame: { frameId: 0, url: '' } });
  expect(textOf(record)).not.toContain('/lesson/');
  const withUrl = { ...record, frame: { frameId: 0, url: 'http://localhost:4173/lesson/rain' } };
  expect(textOf(withUrl)).toContain('/lesson/rain');
  const withCall = { ...withUrl, call: callOf({ args: [{ id: 'Only-In-The-Call' }] }) };
  expect(textOf(withCall)).toContain('only-in-the-call');
});

it('search covers every object of an event, with edata and the envelope in separate texts', () => {
  const json = { eid: 'INTERACT', context: { channel: 'Rain' }, object: {}, edata: { id: 'drop', extra: { pos: [] } } };
  const [edataText, envelopeText] = computeSearchTexts(recordOf(1, { call: null, event: eventOf({ json }) }));
  expect(edataText).toContain('{"eid":"interact","edata":{"id":"drop","extra":{"pos":[]}}}');
  expect(envelopeText).toContain('"context":{"channel":"rain"}\n"object":{}');
});

it('an argument that is also a part of the event occurs once in the search texts', () => {
  const context = { channel: 'rain' };
  const json = { eid: 'INTERACT', context, edata: { id: 'drop' } };
  const call = callOf({ args: [{ ...json.edata }, { ...context }, { id: 'else' }] });
  const text = textOf(recordOf(1, { call, event: eventOf({ json }) }));
  expect(text.match(/rain/g)).toHaveLength(1);
  expect(text.match(/drop/g)).toHaveLength(1);
  expect(text).toContain('else');
});

it('search finds the text of the sent event if it differs from the emitted event', () => {
  const event = eventOf({ json: { eid: 'LOG', edata: { message: 'as emitted' } } });
  const requests = [requestOf({ carriedEvent: { eid: 'LOG', edata: { message: 'as sent' } } })];
  const record = recordOf(1, { call: null, event, requests });
  for (const text of ['"as emitted"', '"as sent"', 'edata.message:"as sent"']) {
    expect(toFilterMatcher(text)?.(record), text).toBe(true);
  }
  expect(toFilterMatcher('"as sent"')?.({ ...record, requests: [requestOf()] })).toBe(false);
});

it.each([
  ['a quoted word', String.raw`"cannot read \"rain\""`],
  ['a path with a backslash', String.raw`\lessons\Rain`],
  ['a line break', '"rain\nat next"'],
  ['the JSON of a field', String.raw`"\"err\":\"E1\""`],
])('free text finds %s in a value of an event', (_, filter) => {
  const stacktrace = 'Cannot read "Rain\nat next" in C:\\lessons\\rain: cannot read "rain"';
  const json = { eid: 'ERROR', edata: { err: 'E1', stacktrace } };
  const matches = toFilterMatcher(filter);
  expect(matches?.(recordOf(1, { call: null, event: eventOf({ json }) }))).toBe(true);
  expect(matches?.(recordOf(2, { call: null, event: eventOf({ json: { ...json, edata: {} } }) }))).toBe(false);
  expect(toFilterMatcher(`-${filter}`)?.(recordOf(1, { call: null, event: eventOf({ json }) }))).toBe(false);
});
