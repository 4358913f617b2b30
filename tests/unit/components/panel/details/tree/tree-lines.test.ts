import { expect, it } from 'vitest';
import { branchSummary } from '#components/panel/app/branch-summary.ts';
import { treeKey } from '#components/panel/details/tree/event-tree.ts';
import {
  initialTreeState,
  revealPaths,
  showMoreChildren,
  type TreeState,
  treeLines,
} from '#components/panel/details/tree/tree-lines.ts';
import { findInTree } from '#components/panel/details/tree/use-tree-search.ts';
import type { Json, JsonPath } from '#core/json/json';

const noMessages = new Map();
const deep: Json = { event: { edata: { type: 'click', extra: { pos: [{ x: 1 }] } } } };

function lineNames(root: Json, state: TreeState = initialTreeState, messages: ReadonlyMap<string, []> = noMessages) {
  return treeLines({ root, messages, state }).map((line) =>
    line.type === 'more' ? `… ${line.hiddenCount} more` : `${'  '.repeat(line.depth)}${line.name}`,
  );
}

it('the lines of a tree are expanded two levels deep by default', () => {
  expect(lineNames(deep)).toEqual(['event', '  edata', '    type', '    extra']);
});

it('the lines of a tree are expanded down to each finding', () => {
  const messages = new Map<string, []>([[treeKey(['event', 'edata', 'extra', 'pos', 0, 'x']), []]]);
  expect(lineNames(deep, initialTreeState, messages).at(-1)?.trim()).toBe('x');
});

it('the lines of a tree change as the user expands and collapses branches', () => {
  const state = { ...initialTreeState, expansion: new Map([[treeKey(['event', 'edata']), false]]) };
  expect(lineNames(deep, state)).toEqual(['event', '  edata']);
});

it('the lines of a tree show the first hundred items of a long list, and the number of the remaining ones', () => {
  const root = { list: Array.from({ length: 10_000 }, (_, index) => index) };
  const state = { ...initialTreeState, expansion: new Map([[treeKey(['list']), true]]) };
  const lines = lineNames(root, state);
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)).toBe('… 9900 more');
});

it('the lines of a tree show an item deep in a long list with its neighbors, and the number of items before and after', () => {
  const root = { list: Array.from({ length: 10_000 }, (_, index) => index) };
  const state = revealPaths(initialTreeState, root, [['list', 9000]]);
  const lines = lineNames(root, state);
  expect(lines).toHaveLength(103);
  expect([lines[1], lines[2], lines.at(-1)]).toEqual(['… 8950 more', '  8950', '… 950 more']);
  const wider = lineNames(root, showMoreChildren(state, { path: ['list'], side: 'before' }));
  expect([wider[1], wider[2]]).toEqual(['… 8850 more', '  8850']);
});

it('the lines of a tree expand branches and load more items to show a given path', () => {
  const root = { list: Array.from({ length: 500 }, (_, index) => ({ index })) };
  const path: JsonPath = ['list', 321, 'index'];
  const lines = treeLines({ root, messages: noMessages, state: revealPaths(initialTreeState, root, [path]) });
  expect(lines.some((line) => line.key === treeKey(path))).toBe(true);
});

it.each([
  [{ id: 1, type: 2 }, '{ id, type }'],
  [{ a: 1, b: 2, c: 3, d: 4 }, '{ 4 keys }'],
  [[1, 2], '[ 2 ]'],
  [{}, '{ }'],
  [[], '[ ]'],
  [{ ['k'.repeat(41)]: 1 }, '{ 1 key }'],
])('the line of %j in a tree shows: %s', (value, summary) => {
  expect(branchSummary(value)).toBe(summary);
});

it('search in a tree finds keys and values from top to bottom, in any letter case', () => {
  const root = { a: { Type: 'x' }, b: ['TYPE', 7, null, true], c: 'जल चक्र' };
  expect(findInTree(root, 'type')).toEqual([
    ['a', 'Type'],
    ['b', 0],
  ]);
  expect(findInTree(root, 'चक्र')).toEqual([['c']]);
  expect(findInTree(root, '7')).toEqual([['b', 1]]);
  expect(findInTree(root, 'null')).toEqual([['b', 2]]);
  expect(findInTree(root, ' ')).toEqual([]);
});

it('search in a tree stops after 500 matches', () => {
  expect(
    findInTree(
      Array.from({ length: 2000 }, () => 'x'),
      'x',
    ),
  ).toHaveLength(500);
});
