import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_JSON_DEPTH } from '#core/json/json-depth';
import { moveItem, removeAtPath, removeEntry, setAtPath, setEntry } from '#core/json/json-edits';
import { nodeAt, parseJsonNodes, readValue, sourceOf } from '#core/json/json-nodes';

const draft = `{
  "data": {
    "id": 12345678901234567890,
    "id": 2.50,
    "list": [1, 2],
    "pair": { "a": "x" }
  }
}`;

it('parseJsonNodes returns nodes with the values of JSON.parse, for any JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (compact, isIndented) => {
      const text = isIndented ? JSON.stringify(JSON.parse(compact), null, 2) : compact;
      const top = parseJsonNodes(` ${text} `);
      expect(top && readValue(` ${text} `, top)).toEqual(JSON.parse(text));
    }),
  );
});

it('parseJsonNodes returns values beyond the maximum depth only as source text', () => {
  const text = `${'['.repeat(5000)}"]"${']'.repeat(5000)}`;
  const deep = nodeAt(parseJsonNodes(text), Array(MAX_JSON_DEPTH).fill(0));
  expect(deep?.type).toBe('deep');
  expect(deep && sourceOf(text, deep).length).toBe(2 * (5000 - MAX_JSON_DEPTH) + 3);
});

it('parseJsonNodes returns the nodes after a string of 30 MB', () => {
  const text = JSON.stringify({ long: 'x'.repeat(30_000_000), next: 1 });
  expect(nodeAt(parseJsonNodes(text), ['next'])).toMatchObject({ type: 'scalar', value: 1 });
});

it('parseJsonNodes returns the nodes before a syntax error', () => {
  expect(parseJsonNodes('')).toBeNull();
  expect(parseJsonNodes('}')).toBeNull();
  const top = parseJsonNodes('{ "a": [1, { "b": 2, "c": }], "d": 3 }');
  expect(nodeAt(top, ['a', 1, 'b'])).toMatchObject({ type: 'scalar', value: 2 });
  expect(nodeAt(top, ['a', 1, 'c'])).toBeNull();
  expect(nodeAt(top, ['d'])).toBeNull();
  expect(top).toMatchObject({ from: 0, to: 26 });
});

it('setAtPath leaves the rest of the text unchanged, including long numbers, duplicate keys and whitespace', () => {
  const edited = setAtPath(draft, ['data', 'pair', 'a'], '"y"');
  expect(edited).toBe(draft.replace('"x"', '"y"'));
});

it('setAtPath changes the last of two duplicate keys', () => {
  expect(setAtPath(draft, ['data', 'id'], '3')).toBe(draft.replace('2.50', '3'));
});

it('setAtPath inserts a new key in the order of the definition', () => {
  const text = setAtPath('{\n  "a": 1,\n  "c": 3\n}', ['b'], '{\n  "x": 2\n}', ['a', 'b', 'c']);
  expect(text).toBe('{\n  "a": 1,\n  "b": {\n    "x": 2\n  },\n  "c": 3\n}');
});

it('setAtPath creates the missing objects on the path', () => {
  const text = setAtPath('{}', ['data', 'extra', 'tid'], '"t"');
  expect(text).toBe('{\n  "data": {\n    "extra": {\n      "tid": "t"\n    }\n  }\n}');
});

it('setAtPath adds to a single-line object or array on the same line', () => {
  expect(setAtPath('{ "a": 1 }', ['b'], '2')).toBe('{ "a": 1, "b": 2 }');
  expect(setAtPath('{"list": [1, 2]}', ['list', 2], '3')).toBe('{"list": [ 1, 2, 3 ]}');
});

it('removeAtPath and removeEntry remove fields, items and entries', () => {
  expect(removeAtPath('{ "a": 1, "b": 2 }', ['a'])).toBe('{ "b": 2 }');
  expect(removeAtPath('{ "a": [1, 2] }', ['a', 0])).toBe('{ "a": [ 2 ] }');
  expect(removeAtPath('{ "a": 1 }', ['x', 'y'])).toBe('{ "a": 1 }');
  expect(removeEntry('{ "a": 1, "a": 2 }', [], 0)).toBe('{ "a": 2 }');
});

it('setEntry writes an entry by its index, key and value', () => {
  expect(setEntry('{ "a": 1, "b": 2 }', [], 0, 'c', '1')).toBe('{ "c": 1, "b": 2 }');
  expect(setEntry('{ "m": {} }', ['m'], 0, 'c', '1')).toBe('{ "m": {\n  "c": 1\n} }');
});

it('moveItem moves an item of an array', () => {
  expect(JSON.parse(moveItem('[\n  {"a": 1},\n  2,\n  3\n]', [], 0, 2))).toEqual([2, 3, { a: 1 }]);
});

it('setAtPath writes any new value at its path in any JSON', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(object, fc.string(), fc.jsonValue({ maxDepth: 2 }), (json, key, value) => {
      const text = setAtPath(JSON.stringify(json, null, 2), [key], JSON.stringify(value, null, 2));
      const node = nodeAt(parseJsonNodes(text), [key]);
      expect(node && readValue(text, node)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(Object.keys(JSON.parse(text)).length).toBe(new Set([...Object.keys(json), key]).size);
    }),
  );
});
