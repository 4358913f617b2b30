import { expect, it } from 'vitest';
import { fixDraft, fixRecord } from '#core/drafts/fixed-draft';
import { panelRules } from '#core/drafts/panel-rules';
import { suggestFix } from '#core/drafts/quick-fix';
import type { Json, JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { callOf, eventOf, type RecordOverrides, recordOf } from '#tests/fixtures/records';

const touch = { type: 'TOUCH', id: 'next', pageid: 'p' };
const search = { type: 'content', query: 'q', size: 12, topn: [{}] };

function calledRecord(kind: EventKind, args: readonly Json[], overrides: RecordOverrides = {}): JudgedRecord {
  const { findings } = panelRules.validateCall(kind, args);
  return recordOf(1, { kind, name: kind, call: callOf({ method: kind, args }), event: null, findings, ...overrides });
}

function emittedRecord(json: JsonObject, overrides: RecordOverrides = {}): JudgedRecord {
  const { kind, verdict, findings } = panelRules.validateEvent(json);
  return recordOf(1, { kind, verdict, call: null, event: eventOf({ json }), findings, ...overrides });
}

/** Returns kind and arguments of a draft with the finding at a path fixed, or `null` if no fix is suggested. */
function draftWithFixAt(record: JudgedRecord, path: string, peers: readonly JudgedRecord[] = []): Json {
  const finding = record.findings.find((candidate) => candidate.path.join('.') === path);
  const fix = finding && suggestFix(record, finding, panelRules, peers);
  const draft = fix && finding && fixRecord(record, finding, fix, panelRules);
  return draft ? [draft.kind, ...draft.args] : null;
}

const envelope = {
  ets: 1_700_000_000_000,
  ver: '3.0',
  mid: 'INTERACT:1',
  actor: { id: 'u', type: 'User' },
  context: { channel: 'in.example', env: 'home' },
};

it.each<[string, EventKind, JsonObject, string, JsonObject]>([
  ['a number as text', 'search', { ...search, size: '12' }, 'data.size', search],
  ['a text as number', 'interact', { ...touch, id: 7 }, 'data.id', { ...touch, id: '7' }],
  ['an enum value in the wrong case', 'interact', { ...touch, type: 'Touch' }, 'data.type', touch],
  ['an enum value with a typo', 'interact', { ...touch, type: 'TUOCH' }, 'data.type', touch],
  [
    'a field with a similar name',
    'impression',
    { type: 'view', pageId: 'p', uri: '/' },
    'data.pageid',
    { type: 'view', pageid: 'p', uri: '/' },
  ],
  ['null instead of a list', 'search', { ...search, topn: null }, 'data.topn', { ...search, topn: [] }],
  [
    'a list as JSON text',
    'search',
    { ...search, topn: '[{"id":"a"}]' },
    'data.topn',
    { ...search, topn: [{ id: 'a' }] },
  ],
  [
    'a single item instead of a list',
    'search',
    { ...search, topn: { id: 'a' } },
    'data.topn',
    { ...search, topn: [{ id: 'a' }] },
  ],
])('a fix is applied to %s', (_, kind, data, path, fixed) => {
  expect(draftWithFixAt(calledRecord(kind, [data]), path)).toEqual([kind, fixed]);
});

it('a fix of an eid in the wrong case results in a draft of the right kind', () => {
  const record = emittedRecord({ ...envelope, eid: 'interact', edata: touch });
  expect(record.kind).toBeNull();
  expect(draftWithFixAt(record, 'eid')).toEqual(['interact', touch]);
});

it.each(['1700000000000', '2023-11-14T22:13:20.000Z'])(
  'a fix converts ets as the text %s to a number, and the draft omits ets because the SDK sets it',
  (ets) => {
    const record = emittedRecord({ ...envelope, eid: 'INTERACT', ets, edata: touch });
    const [finding] = record.findings;
    expect(finding && suggestFix(record, finding, panelRules)).toMatchObject({ value: 1_700_000_000_000 });
    expect(draftWithFixAt(record, 'ets')).toEqual(['interact', touch]);
  },
);

it('a fix adds a missing field if all other events of the page have the same value', () => {
  const view = { type: 'view', uri: '/' };
  const record = calledRecord('impression', [view], { row: 9 });
  const peer = (row: number, pageid: string, overrides: RecordOverrides = {}) =>
    emittedRecord({ ...envelope, eid: 'INTERACT', edata: { ...touch, pageid } }, { row, ...overrides });
  expect(draftWithFixAt(record, 'data.pageid', [peer(1, 'home'), peer(2, 'home')])).toEqual([
    'impression',
    { ...view, pageid: 'home' },
  ]);
  expect(draftWithFixAt(record, 'data.pageid', [peer(1, 'home'), peer(2, 'lesson')])).toBeNull();
  expect(draftWithFixAt(record, 'data.pageid', [peer(1, 'home', { documentKey: 'other' })])).toBeNull();
  const manual = { firedBy: { type: 'panel', requestId: 'r' } } as const;
  expect(draftWithFixAt(record, 'data.pageid', [peer(1, 'home', manual)])).toBeNull();
  expect(draftWithFixAt(record, 'data.pageid')).toBeNull();
});

it('a fix returns the number of the remaining errors', () => {
  const record = calledRecord('interact', [{ type: 'click', id: null, pageid: 'p' }]);
  const finding = record.findings.find(({ path }) => path.at(-1) === 'type');
  const fix = finding && suggestFix(record, finding, panelRules);
  expect(fix && finding && fixRecord(record, finding, fix, panelRules)).toMatchObject({ errors: 1 });
});

it('a fix leaves the rest of a draft’s text unchanged', () => {
  const text = '{ "data": {"id":"a",   "type": "click", "pageid": 1.0e0 } }';
  const [finding] = panelRules.validateCall('interact', [{ id: 'a', type: 'click', pageid: 1 }]).findings;
  const record = calledRecord('interact', [{ id: 'a', type: 'click', pageid: 1 }]);
  const fix = finding && suggestFix(record, finding, panelRules);
  expect(fix && fixDraft('interact', text, fix, panelRules)?.text).toBe(
    '{ "data": {"id":"a",   "type": "TOUCH", "pageid": 1.0e0 } }',
  );
  expect(fix && fixDraft('interact', '{', fix, panelRules)).toBeNull();
});

it.each<[string, EventKind, JsonObject, string]>([
  [
    'to a value out of range',
    'assess',
    { item: { id: 'q' }, pass: 'Yes', score: 7, resvalues: [{ a: 1 }], duration: 2 },
    'data.score',
  ],
  ['to an unknown field', 'interact', { ...touch, plugin: 1 }, 'data.plugin'],
  ['to a missing field with several allowed values', 'interact', { id: 'next', pageid: 'p' }, 'data.type'],
  ['to a value that resembles two allowed values', 'interact', { ...touch, type: 'hover' }, 'data.type'],
  ['to a missing id, even if the other events have one', 'interact', { type: 'TOUCH', pageid: 'p' }, 'data.id'],
  ['to a text that is not a number', 'search', { ...search, size: 'many' }, 'data.size'],
])('no fix is applied %s', (_, kind, data, path) => {
  const record = calledRecord(kind, [data], { row: 9 });
  expect(record.findings.map((finding) => finding.path.join('.'))).toContain(path);
  const peer = emittedRecord({ ...envelope, eid: 'INTERACT', edata: touch });
  expect(draftWithFixAt(record, path, [peer])).toBeNull();
});

it('no fix is applied if the SDK would write the same value again', () => {
  const json = { ...envelope, eid: 'INTERACT', ets: '1700000000000', edata: touch };
  const { findings } = panelRules.validateEvent(json);
  expect(
    draftWithFixAt(recordOf(1, { call: callOf({ args: [touch] }), event: eventOf({ json }), findings }), 'ets'),
  ).toBeNull();
});
