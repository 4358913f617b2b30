import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findItemRanges } from '#core/json/item-ranges';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function findItemTexts(json: string, field = 'events'): readonly string[] | null {
  const bytes = encoder.encode(json);
  return findItemRanges(bytes, field)?.map(({ from, to }) => decoder.decode(bytes.subarray(from, to))) ?? null;
}

it('the items of a list are found in any object without white space', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.array(json), fc.dictionary(fc.string(), json), fc.boolean(), (items, fields, isFirst) => {
      const { events: _, ...others } = fields;
      const body = isFirst ? { events: items, ...others } : { ...others, events: items };
      const texts = findItemTexts(JSON.stringify(body));
      const hasEscapedName = Object.keys(others).some((name) => JSON.stringify(name) !== `"${name}"`);
      expect(texts).toEqual(hasEscapedName ? null : items.map((item) => JSON.stringify(item)));
    }),
  );
});

it('only the list in the field of the object itself counts', () => {
  expect(findItemTexts('{"data":{"events":[1]},"x":["events",[2]],"events":[3,{"events":[4]}]}')).toEqual([
    '3',
    '{"events":[4]}',
  ]);
  expect(findItemTexts('{"events":[]}')).toEqual([]);
});

it.each([
  ['a list', '[{"events":[1]}]'],
  ['no such field', '{"event":[1]}'],
  ['a field that is no list', '{"events":{"a":[1]}}'],
  ['white space between tokens', '{"events":[1,\n2]}'],
  ['a field whose name is escaped', '{"events":[1],"ev\\u0065nts":[2]}'],
  ['nothing', ''],
])('%s has no items', (_, json) => {
  expect(findItemTexts(json)).toBeNull();
});

it('the last of several fields with the name applies, as for JSON.parse', () => {
  expect(findItemTexts('{"events":[1],"events":[2,3]}')).toEqual(['2', '3']);
  expect(findItemTexts('{"events":[1],"events":null}')).toBeNull();
});

it('quotes, brackets and commas in strings are no tokens', () => {
  expect(findItemTexts(String.raw`{"events":["a\\","\",[{",{"b":"]}"}]}`)).toEqual([
    String.raw`"a\\"`,
    String.raw`"\",[{"`,
    '{"b":"]}"}',
  ]);
});

it('text that is no JSON has an end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '[', '}', ']', '"', '\\', ',', ':', 'a') }), (text) => {
      expect(() => findItemTexts(`{"events":${text}`)).not.toThrow();
    }),
  );
});
