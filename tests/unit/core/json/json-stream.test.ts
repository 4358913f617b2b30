import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonPart, positionInPart } from '#core/json/json-part';
import { findJsonFault } from '#core/json/json-reader';
import { JsonStream, type ShouldReadPart } from '#core/json/json-stream';

/** Reads a text in chunks of this length. Returns its parts. */
function partsOf(
  text: string,
  chunkSize = text.length || 1,
  shouldRead: ShouldReadPart = () => true,
): readonly JsonPart[] {
  const stream = new JsonStream(shouldRead);
  const parts: JsonPart[] = [];
  for (let from = 0; from < text.length; from += chunkSize)
    parts.push(...stream.push(text.slice(from, from + chunkSize)));
  return [...parts, ...stream.end()];
}

const textsOf = (parts: readonly JsonPart[], type: JsonPart['type']) =>
  parts.filter((part) => part.type === type).map(({ text }) => text);

it('JsonStream returns the texts of NDJSON one by one, with their lines and columns', () => {
  const parts = partsOf('{"a":1}\n\n  {"b":"}\\"{"}\r\n[]');
  expect(parts.filter(({ type }) => type === 'value')).toMatchObject([
    { text: '{"a":1}', line: 1, column: 1 },
    { text: '{"b":"}\\"{"}', line: 3, column: 3 },
    { text: '[]', line: 4, column: 1 },
  ]);
});

it('JsonStream returns the items of a capture’s records, and the surrounding text', () => {
  const parts = partsOf('{"format":"x","records":[\n{"row":1},\n{"row":[2]}\n],\n"z":1}');
  expect(textsOf(parts, 'array-begins')).toEqual(['{"format":"x","records":[]}']);
  expect(parts.filter(({ type }) => type === 'item')).toMatchObject([
    { text: '{"row":1}', line: 2 },
    { text: '{"row":[2]}\n', line: 3 },
  ]);
  expect(textsOf(parts, 'value')).toEqual(['{"format":"x","records":[],\n"z":1}']);
});

it('JsonStream returns the entries of a HAR file, and the items of a top-level array', () => {
  expect(textsOf(partsOf('{"log":{"entries":[1,{"entries":[3]}]}}'), 'item')).toEqual(['1', '{"entries":[3]}']);
  expect(textsOf(partsOf(' [ {"a":[]} , "x" ]'), 'item')).toEqual(['{"a":[]} ', '"x" ']);
  expect(textsOf(partsOf('[]'), 'item')).toEqual([]);
});

it('JsonStream does not split an array that is not requested', () => {
  const parts = partsOf('{"records":[1,2]}', 3, () => false);
  expect(parts).toEqual([{ type: 'value', text: '{"records":[1,2]}', line: 1, column: 1, resumptions: [] }]);
});

it('JsonStream ends an invalid text at the end of its line', () => {
  expect(textsOf(partsOf('{"a":"open\n{"b":1}'), 'value')).toEqual(['{"a":"open', '{"b":1}']);
  expect(textsOf(partsOf('hello\n{"b":1}'), 'value')).toEqual(['hello', '{"b":1}']);
});

it('JsonStream reports the line of an unfinished text', () => {
  const last = partsOf('{"records":[\n{"a":1},\n{"b":').at(-1);
  expect(last).toMatchObject({ type: 'value', line: 1, text: '{"records":[{"b":' });
  const fault = findJsonFault(last?.text ?? '');
  expect(last && fault && positionInPart(last, fault)).toEqual({ line: 3, column: 6 });
});

it('JsonStream reports the correct position of a fault after the items of an array', () => {
  const text = '{"records":[\n{"a":1},\n\n{"b":2}\n  ],"x":\n  1, oops}';
  const last = partsOf(text).at(-1);
  const fault = findJsonFault(last?.text ?? '');
  expect(last && fault && positionInPart(last, fault)).toEqual({ line: 6, column: 6 });
});

it('JsonStream stores no data for the lines of earlier items', () => {
  const stream = new JsonStream(() => true);
  stream.push('[\n');
  for (let index = 0; index < 1_000; index += 1) stream.push('{"a":1},\n'.repeat(100));
  const [last] = [...stream.push('{}]'), ...stream.end()].slice(-1);
  expect(last?.text).toBe('[]');
});

it('JsonStream stops at text that is not JSON, and returns it as the rest', () => {
  const stream = new JsonStream(() => true);
  expect(stream.push('{"a":1}\n[2]\n  after a click').map(({ text }) => text)).toEqual(['{"a":1}', '[]', '2', '[]']);
  expect(stream.rest).toEqual({ text: 'after a click', line: 3, column: 3 });
});

it('JsonStream reads strings of many quotation marks and backslashes, in any chunk size', () => {
  const textOf = (size: number) => `["${'\\\\\\"'.repeat(size)}"]`;
  for (const chunk of [1, 5, 64, 1_000_000]) {
    const items = textsOf(partsOf(textOf(500), chunk), 'item');
    expect(items.map((item) => JSON.parse(item))).toEqual(['\\"'.repeat(500)]);
  }
});

it('JsonStream calls its callback for at most ten arrays of each text', () => {
  let callbackCalls = 0;
  const stream = new JsonStream(() => {
    callbackCalls += 1;
    return false;
  });
  const text = `{${'"records":[],'.repeat(1_000)}"end":0}`;
  stream.push(text);
  expect(callbackCalls).toBe(10);
  stream.push(text);
  expect(callbackCalls).toBe(20);
});

it('JsonStream reports brackets that are nested too deeply', () => {
  const faults = partsOf('['.repeat(1000)).filter(({ type }) => type === 'fault');
  expect(faults).toMatchObject([{ column: 211 }]);
});

it.each([
  ['an array', '[1,', ',2]', ['1', '2']],
  ['NDJSON', '{"a":1}\n', '\n{"b":2}', ['{"a":1}', '{"b":2}']],
])('JsonStream skips a value that is nested too deeply in %s, and continues after it', (_, before, after, texts) => {
  const deep = `${'['.repeat(1_000)}1,2${']'.repeat(1_000)}`;
  for (const size of [1, 7, 10_000]) {
    const parts = partsOf(before + deep + after, size, () => true);
    expect(parts.filter(({ type }) => type === 'fault')).toHaveLength(1);
    const values = parts.filter(({ type, text }) => type !== 'array-begins' && type !== 'fault' && text !== '[]');
    expect(values.map(({ text }) => text)).toEqual(texts);
  }
});

it('JsonStream discards an item of more than 32 million characters', () => {
  const stream = new JsonStream(() => true);
  const chunk = 'x'.repeat(1024 * 1024);
  const parts = [...stream.push('[1,"')];
  for (let length = 0; length < 40 * 1024 * 1024; length += chunk.length) parts.push(...stream.push(chunk));
  parts.push(...stream.push('",2]'), ...stream.end());
  expect(parts.map(({ type, text }) => [type, text])).toEqual([
    ['array-begins', '[]'],
    ['item', '1'],
    ['fault', ''],
    ['item', '2'],
    ['value', '[]'],
  ]);
});

it('JsonStream returns all values of any JSON, with any indentation and chunk size', () => {
  const spaces = fc.constantFrom(undefined, 1, 2);
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), spaces, fc.integer({ min: 1, max: 50 }), (values, space, chunk) => {
      const objects = values.map((value) => ({ value }));
      const text = objects.map((value) => JSON.stringify(value, null, space)).join('\n');
      const parsedObjects = textsOf(
        partsOf(text, chunk, () => false),
        'value',
      ).map((part) => JSON.parse(part));
      expect(JSON.stringify(parsedObjects)).toBe(JSON.stringify(objects));
      const capture = JSON.stringify({ format: 1, records: values, end: values }, null, space);
      const parts = partsOf(capture, chunk, (path) => path === 'records');
      expect(JSON.stringify(textsOf(parts, 'item').map((part) => JSON.parse(part)))).toBe(JSON.stringify(values));
      expect(JSON.parse(textsOf(parts, 'value')[0] ?? '')).toEqual(
        JSON.parse(JSON.stringify({ format: 1, records: [], end: values })),
      );
    }),
  );
});

it('JsonStream reports a trailing comma, but not after a string that is not closed', () => {
  const typesOf = (text: string) => partsOf(text).map(({ type }) => type);
  expect(typesOf('[\n{"a": "x\n]\n')).toEqual(['array-begins', 'item', 'value']);
  expect(typesOf('[\n{"a": "x\n},\n]\n')).toEqual(['array-begins', 'item', 'value']);
  expect(typesOf('[\n{"a": "x"},\n]\n')).toEqual(['array-begins', 'item', 'fault', 'value']);
});

it('JsonStream returns all other items of a multi-line array, whatever character one item lacks', () => {
  const items = [
    { eid: 'LOG', edata: { list: [{ a: 'x' }, { b: ['y', 'z'] }], text: 'a "quoted" {text}' } },
    { eid: 'END', context: { cdata: [{ type: 't', id: 'i' }] } },
    { eid: 'START', edata: { n: [[1, 2], [3]] } },
  ];
  for (const space of [0, 2]) {
    const texts = items.map((item) => JSON.stringify(item, null, space).replace(/^/gm, space === 0 ? '' : '  '));
    for (const [index, text] of texts.entries()) {
      for (let at = 0; at < text.length; at += 1) {
        const broken = text.slice(0, at) + text.slice(at + 1);
        const all = texts.map((whole, other) => (other === index ? broken : whole));
        const stream = new JsonStream(() => true);
        const parts = [...stream.push(`[\n${all.join(',\n')}\n]\n`), ...stream.end()];
        const itemTexts = textsOf(parts, 'item').map((part) => part.trim());
        const intactTexts = texts.filter((_, other) => other !== index).map((whole) => whole.trimStart());
        expect([broken, itemTexts]).toEqual([broken, expect.arrayContaining(intactTexts)]);
      }
    }
  }
});
