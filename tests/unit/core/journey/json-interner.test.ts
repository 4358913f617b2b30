import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonInterner } from '#core/journey/json-interner';
import type { Json, JsonObject } from '#core/json/json';

const parseObject = (text: string): JsonObject => JSON.parse(text);

it('an interned event shares the data object of its call, and the context object of the previous event', () => {
  const interner = createJsonInterner();
  const data = parseObject('{"id":"next","extra":{"pos":[{"x":1}]}}');
  const first = interner.intern(parseObject('{"eid":"INTERACT","context":{"sid":"s"},"edata":{}}'), []) as JsonObject;
  const event = '{"eid":"INTERACT","context":{"sid":"s"},"edata":{"id":"next","extra":{"pos":[{"x":1}]}}}';
  const second = interner.intern(parseObject(event), [data]) as JsonObject;
  expect(second.edata).toBe(data);
  expect(second.context).toBe(first.context);
  expect(JSON.stringify(second)).toBe(event);
});

it('an interned event shares no part that differs in a value, in its fields, or in the order of its keys', () => {
  const interner = createJsonInterner();
  const args = ['{"a":1,"b":2}', '{"a":1}', '{"b":2,"a":1}', '[1]'].map(parseObject);
  for (const edata of ['{"a":1,"b":3}', '{"a":1,"b":2,"c":3}', '[1,2]', '{"a":"1","b":2}', '{"0":1}']) {
    const event = interner.intern(parseObject(`{"edata":${edata}}`), args) as JsonObject;
    expect(args).not.toContain(event.edata);
  }
});

it('an interned event has the same JSON as the original event, after any earlier events', () => {
  const anyJson = fc.json({ maxDepth: 5 }).map((text): Json => JSON.parse(text));
  const anyEvent = fc.dictionary(fc.constantFrom('eid', 'edata', 'context', 'toJSON', '__proto__', '1'), anyJson);
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEvent, fc.array(anyJson))), (all) => {
      const interner = createJsonInterner();
      for (const [event, args] of all) {
        const text = JSON.stringify(event);
        expect(JSON.stringify(interner.intern(JSON.parse(text), args))).toBe(text);
      }
    }),
  );
});

it('a value that is not an object is not interned', () => {
  const interner = createJsonInterner();
  expect(interner.intern(null, [])).toBeNull();
  expect(interner.intern(['x'], [])).toEqual(['x']);
});
