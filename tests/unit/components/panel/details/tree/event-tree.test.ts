import { expect, it } from 'vitest';
import { createEventTree, treeKey } from '#components/panel/details/tree/event-tree.ts';
import { findingPath, foundValue } from '#core/drafts/finding-path';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { callOf, eventOf, findingOf, recordOf } from '#tests/fixtures/records';

const names = panelRules.argumentNames;

it('the tree of an event shows the arguments of the call by their names, and the options after them', () => {
  const call = callOf({ method: 'start', args: [{}, 'do_1', '1.0', { type: 'app' }, { tags: [] }] });
  expect(Object.keys((createEventTree(recordOf(1, { call }), names).root.call ?? {}) as object)).toEqual([
    'config',
    'contentId',
    'contentVer',
    'data',
    'options',
  ]);
});

it('the tree of an event shows a finding at the node of its path', () => {
  const record = recordOf(1, { findings: [findingOf({})] });
  expect(createEventTree(record, names).messages.get(treeKey(['call', 'data', 'type']))).toEqual([
    { tone: 'error', text: 'value not allowed' },
  ]);
});

it('the tree of an event shows a finding in both the call and the event if both have the same value', () => {
  const call = callOf({ args: [{ type: 'click' }] });
  const messageKeysWith = (edata: Json) => {
    const event = eventOf({ json: { eid: 'INTERACT', edata } });
    return [...createEventTree(recordOf(1, { call, event, findings: [findingOf({})] }), names).messages.keys()];
  };
  const callKey = treeKey(['call', 'data', 'type']);
  expect(messageKeysWith({ type: 'click' })).toEqual([callKey, treeKey(['event', 'edata', 'type'])]);
  expect(messageKeysWith({ type: 'TOUCH' })).toEqual([callKey]);
  expect(messageKeysWith({})).toEqual([callKey]);
});

it('the tree of an event shows a missing field in the call, and also in the event if the event lacks it', () => {
  const call = callOf({ args: [{ type: 'TOUCH' }] });
  const event = eventOf({ json: { eid: 'INTERACT', edata: { type: 'TOUCH' } } });
  const missing = findingOf({ code: 'missing', path: ['data', 'id'] });
  expect([...createEventTree(recordOf(1, { call, event, findings: [missing] }), names).messages.keys()]).toEqual([
    treeKey(['call', 'data']),
    treeKey(['event', 'edata']),
  ]);
});

it('the tree of an event shows a missing field at the object that lacks it', () => {
  const record = recordOf(1, { findings: [findingOf({ code: 'missing', path: ['data', 'extra', 'pos'] })] });
  expect(createEventTree(record, names).messages.get(treeKey(['call', 'data']))).toEqual([
    { tone: 'error', text: 'pos is missing' },
  ]);
});

it('the tree of an event shows which values were omitted from the copy', () => {
  const call = callOf({ truncations: [{ path: [0, 'id'], reason: 'function' }] });
  expect(createEventTree(recordOf(1, { call }), names).messages.get(treeKey(['call', 'data', 'id']))).toEqual([
    { tone: 'muted', text: 'function' },
  ]);
});

it('the tree of an event does not resolve a path to inherited properties of Object.prototype', () => {
  const event = eventOf({ json: { eid: 'INTERACT' } });
  const record = recordOf(1, { call: null, event, findings: [findingOf({ path: ['__proto__', 'x'] })] });
  expect([...createEventTree(record, names).messages.keys()]).toEqual([treeKey(['event'])]);
});

it.each([
  ['of the call is shown in the call', recordOf(1), findingOf({}), ['call', 'data', 'type']],
  [
    'of the envelope is shown in the event',
    recordOf(1),
    findingOf({ ruleSet: 'envelope', path: ['mid'] }),
    ['event', 'mid'],
  ],
  [
    'of an event without a call is shown in the event',
    recordOf(1, { call: null }),
    findingOf({ path: ['edata', 'type'] }),
    ['event', 'edata', 'type'],
  ],
  [
    'about an extra argument is shown at the name of the argument',
    recordOf(1),
    findingOf({ path: [1] }),
    ['call', 'options'],
  ],
])('a finding %s', (_, record, found, path) => {
  expect(findingPath(record, found, names)).toEqual(path);
});

it('foundValue returns the value that a finding is about, or undefined if the value is missing', () => {
  expect(foundValue(recordOf(1), findingOf({}), names)).toBe('TOUCH');
  expect(foundValue(recordOf(1), findingOf({ path: ['data', 'pageid'] }), names)).toBeUndefined();
});
