import { expect, it } from 'vitest';
import { eventTree, treeKey } from '#components/panel/details/tree/event-tree.ts';
import { findingPath, foundValue } from '#core/drafts/finding-path';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { callOf, eventOf, findingOf, recordOf } from '#tests/fixtures/records';

const names = panelRules.argumentNames;

it('the tree of an event names the arguments of the call, and the options after them', () => {
  const call = callOf({ method: 'start', args: [{}, 'do_1', '1.0', { type: 'app' }, { tags: [] }] });
  expect(Object.keys((eventTree(recordOf(1, { call }), names).root.call ?? {}) as object)).toEqual([
    'config',
    'contentId',
    'contentVer',
    'data',
    'options',
  ]);
});

it('the tree of an event remarks on a finding at its place', () => {
  const record = recordOf(1, { findings: [findingOf({})] });
  expect(eventTree(record, names).remarks.get(treeKey(['call', 'data', 'type']))).toEqual([
    { tone: 'bad', text: 'value not allowed' },
  ]);
});

it('the tree of an event has a remark on a finding in the call and in the event where both have the value', () => {
  const call = callOf({ args: [{ type: 'click' }] });
  const inEvent = (edata: Json) => {
    const event = eventOf({ json: { eid: 'INTERACT', edata } });
    return [...eventTree(recordOf(1, { call, event, findings: [findingOf({})] }), names).remarks.keys()];
  };
  const ofCall = treeKey(['call', 'data', 'type']);
  expect(inEvent({ type: 'click' })).toEqual([ofCall, treeKey(['event', 'edata', 'type'])]);
  expect(inEvent({ type: 'TOUCH' })).toEqual([ofCall]);
  expect(inEvent({})).toEqual([ofCall]);
});

it('the tree of an event remarks on a missing field in the call and in the event that lacks it too', () => {
  const call = callOf({ args: [{ type: 'TOUCH' }] });
  const event = eventOf({ json: { eid: 'INTERACT', edata: { type: 'TOUCH' } } });
  const missing = findingOf({ code: 'missing', path: ['data', 'id'] });
  expect([...eventTree(recordOf(1, { call, event, findings: [missing] }), names).remarks.keys()]).toEqual([
    treeKey(['call', 'data']),
    treeKey(['event', 'edata']),
  ]);
});

it('the tree of an event remarks on a missing field at the object that lacks it', () => {
  const record = recordOf(1, { findings: [findingOf({ code: 'missing', path: ['data', 'extra', 'pos'] })] });
  expect(eventTree(record, names).remarks.get(treeKey(['call', 'data']))).toEqual([
    { tone: 'bad', text: 'pos is missing' },
  ]);
});

it('the tree of an event remarks on values that the copy had to omit', () => {
  const call = callOf({ truncations: [{ path: [0, 'id'], reason: 'function' }] });
  expect(eventTree(recordOf(1, { call }), names).remarks.get(treeKey(['call', 'data', 'id']))).toEqual([
    { tone: 'quiet', text: 'function' },
  ]);
});

it('the tree of an event does not follow a path into what every object inherits', () => {
  const event = eventOf({ json: { eid: 'INTERACT' } });
  const record = recordOf(1, { call: null, event, findings: [findingOf({ path: ['__proto__', 'x'] })] });
  expect([...eventTree(record, names).remarks.keys()]).toEqual([treeKey(['event'])]);
});

it.each([
  ['of the call stands in the call', recordOf(1), findingOf({}), ['call', 'data', 'type']],
  ['of the envelope in the event', recordOf(1), findingOf({ ruleSet: 'envelope', path: ['mid'] }), ['event', 'mid']],
  [
    'of an event without a call in the event',
    recordOf(1, { call: null }),
    findingOf({ path: ['edata', 'type'] }),
    ['event', 'edata', 'type'],
  ],
  ['about a surplus argument at its name', recordOf(1), findingOf({ path: [1] }), ['call', 'options']],
])('a finding: %s', (_, record, found, path) => {
  expect(findingPath(record, found, names)).toEqual(path);
});

it('a finding names the value that it is about, and a missing value', () => {
  expect(foundValue(recordOf(1), findingOf({}), names)).toBe('TOUCH');
  expect(foundValue(recordOf(1), findingOf({ path: ['data', 'pageid'] }), names)).toBeUndefined();
});
