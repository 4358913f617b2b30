import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldableKeys, jsonRows, MAX_ROW_CHARS } from '#components/panel/details/json/JsonTab.tsx';
import { treeKey } from '#components/panel/details/tree/event-tree.ts';
import type { Json } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';

const none: ReadonlySet<string> = new Set();
const textOf = (value: Json, folded = none) =>
  [...jsonRows(value, folded)].map(({ text, depth }) => `${'  '.repeat(depth)}${text}`).join('\n');

it('the lines of formatted JSON are the same as the copied text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(textOf(value as Json)).toBe(formatJson(value as Json, 2));
    }),
  );
});

it('a collapsed object is one line', () => {
  const value = { a: { b: [1, 2] }, c: [3] };
  expect(textOf(value, new Set([treeKey(['a'])]))).toBe('{\n  "a": {…},\n  "c": [\n    3\n  ]\n}');
  expect(textOf(value, foldableKeys(value))).toBe('{\n  "a": {…},\n  "c": […]\n}');
});

it('a long string is truncated, as one line of a million characters would freeze the panel', () => {
  expect(textOf({ long: 'x'.repeat(1_000_000) }).length).toBeLessThan(MAX_ROW_CHARS + 50);
});
