import { expect, it } from 'vitest';
import type { Json, JsonPath } from '#core/json/json';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { parseQuery } from '#core/query/parse-query';
import { toValueTerm } from '#core/query/value-term';
import { eventOf, recordOf } from '#tests/fixtures/records';

function passes(text: string, event: Json): boolean {
  const query = parseQuery<never>(text, compilePattern);
  if (!query.ok) throw new Error(text);
  return compileQuery(query.value)(recordOf(1, { call: null, event: eventOf({ json: event }) }));
}

it.each<[JsonPath, Json, string]>([
  [['edata', 'type'], 'CLICK', 'edata.type:CLICK'],
  [['edata', 'duration'], 61, 'edata.duration:61'],
  [['edata', 'seen'], false, 'edata.seen:false'],
  [['context', 'cdata', 0, 'id'], 'water', 'context.cdata.id:water'],
  [['edata', 'note'], 'two words, "quoted"', 'edata.note:"two words, \\"quoted\\""'],
  [['edata', 'id'], 'do_*', 'edata.id:/^do_\\*$/'],
  [['edata', 'id'], '>60', 'edata.id:/^>60$/'],
  [['edata', 'id'], '/slash/', 'edata.id:"/slash/"'],
  [['mid'], 'INTERACT:1', 'mid:INTERACT:1'],
])('the term for the value at %j, %j, is %s, and matches the event that has the value', (path, value, term) => {
  expect(toValueTerm(path, value)?.term).toBe(term);
  const nested = path.reduceRight<Json>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
  expect(passes(term, { eid: 'LOG', ...(nested as object) })).toBe(true);
  expect(passes(`-${term}`, { eid: 'LOG', ...(nested as object) })).toBe(false);
  expect(passes(term, { eid: 'LOG', edata: { id: 'other' } })).toBe(false);
});

it('the term for a value in the data of a call matches the event of the call', () => {
  expect(toValueTerm(['data', 'type'], 'CLICK')?.term).toBe('data.type:CLICK');
  expect(passes('data.type:CLICK', { eid: 'LOG', edata: { type: 'CLICK' } })).toBe(true);
});

it.each<[JsonPath, Json]>([
  [['edata'], {}],
  [['edata', 'x'], null],
  [['edata', 'x'], ''],
  [['edata', 'a b'], 1],
  [['custom'], 1],
  [['edata', 'utm.source'], 'mail'],
  [['did'], 'device'],
  [['sid'], 'session'],
  [['cdata', 0, 'id'], 'water'],
  [['state'], 'Goa'],
  [['tag', 'id'], 'x'],
  [[], 'x'],
  [['edata', 'x'], 'x'.repeat(5_000)],
])('a value at %j has no term if no filter can express it', (path, value) => {
  expect(toValueTerm(path, value)).toBeNull();
});
