import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createRejudging } from '#components/panel/event-list/judging/rejudging.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { Json } from '#core/json/json';
import { noPolicy } from '#core/report/finding-policy';
import { createPanelJudges } from '#panel/capture/panel-judge';
import { createPanelSchemas } from '#panel/schemas/panel-schemas';
import { MAX_SCHEMA_SETS, type SchemaVersion } from '#panel/schemas/schema-set';
import { createMemorySchemaSets, type SchemaSetStorage } from '#panel/schemas/schema-set-storage';
import { waitFor } from '#tests/drivers/wait-for';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { noPatternThreads, startDirectThread } from '#tests/fixtures/pattern-threads';
import { eventOf, recordOf } from '#tests/fixtures/records';

const strict: Json = { type: 'object', properties: { edata: { additionalProperties: false, properties: { id: {} } } } };
const lenient: Json = { type: 'object', properties: { edata: { properties: { id: { type: 'string' } } } } };

const versionOf = (files: Readonly<Record<string, Json | string>>): SchemaVersion => ({
  files: Object.entries(files).map(([path, schema]) => ({
    path,
    text: typeof schema === 'string' ? schema : JSON.stringify(schema),
  })),
  problems: [],
});

const interact = (row: number, producer = 'shop', url = 'https://shop.example.org/cart') => {
  const json: Json = { eid: 'INTERACT', context: { pdata: { id: producer } }, edata: { id: 'next', extra: 1 } };
  const record = recordOf(row, { call: null, event: eventOf({ json }) }).observed;
  return { ...record, frame: { ...record.frame, url } };
};

/** Opens panels that share a storage. A change of one panel notifies the others. */
function openPanels(count: number) {
  const shared = createMemorySchemaSets();
  const listeners = new Set<() => void>();
  let ids = 0;
  return Array.from({ length: count }, () => {
    let ownListener = () => {};
    const notifyOthers = () => {
      for (const listener of listeners) if (listener !== ownListener) listener();
    };
    const storage: SchemaSetStorage = {
      ...shared,
      async put(set, versions) {
        await shared.put(set, versions);
        notifyOthers();
      },
      async remove(id) {
        await shared.remove(id);
        notifyOthers();
      },
      subscribe(onChange) {
        ownListener = onChange;
        listeners.add(onChange);
      },
    };
    const newId = () => `id-${++ids}`;
    return createPanelSchemas({ open: async () => storage, newId, now: () => ids, ...noPatternThreads });
  });
}

async function openPanel() {
  const [sets] = openPanels(1);
  if (sets === undefined) throw new Error('There is no panel.');
  await sets.load();
  const findings = (record = interact(1)) =>
    createPanelJudges([], sets.ruleSets.peek(), () => null)(noPolicy).judge(record, false).findings;
  const getOnlySet = () => {
    const [set] = sets.list.peek();
    if (set === undefined) throw new Error('There is no schema set.');
    return set;
  };
  return { sets, findings, getOnlySet };
}

it('a schema set that is added is turned on, and validates under its name', async () => {
  const { sets, findings, getOnlySet } = await openPanel();
  expect(await sets.put('strict', versionOf({ 'interact.json': strict }))).toEqual({ ok: true, value: 'added' });
  expect(findings()).toMatchObject([{ ruleSet: 'schema:strict', code: 'unknown-field', path: ['edata', 'extra'] }]);
  await sets.change(getOnlySet().id, { name: 'shop' });
  expect(findings()).toMatchObject([{ ruleSet: 'schema:shop' }]);
  await sets.change(getOnlySet().id, { isOn: false });
  expect(findings()).toEqual([]);
});

it('a change of a schema set in one panel is applied in other panels, also in a panel that opens later', async () => {
  const [one, other, later] = openPanels(3);
  await Promise.all([one?.load(), other?.load()]);
  await one?.put('strict', versionOf({ 'interact.json': strict }));
  await waitFor(() => expect(other?.ruleSets.peek()).toHaveLength(1));
  await other?.change(other.list.peek()[0]?.id ?? '', { isOn: false });
  await waitFor(() => expect(one?.list.peek()).toMatchObject([{ name: 'strict', isOn: false }]));
  await later?.load();
  expect(later?.list.peek()).toMatchObject([{ name: 'strict', isOn: false, contents: null }]);
  await later?.loadContents(later.list.peek()[0]?.id ?? '');
  expect(later?.list.peek()).toMatchObject([
    { contents: { files: 1, active: { schemas: [{ file: 'interact.json' }] } } },
  ]);
});

it('a change of a schema set that affects no finding keeps the list of rule sets, so that no event is judged again', async () => {
  const { sets, getOnlySet } = await openPanel();
  await sets.put('strict', versionOf({ 'interact.json': strict }));
  const before = sets.ruleSets.peek();
  await sets.change(getOnlySet().id, { color: 'pink' });
  expect(getOnlySet().color).toBe('pink');
  expect(sets.ruleSets.peek()).toBe(before);
});

it('a newer version of a schema set with broken files is not applied until the user confirms it', async () => {
  const { sets, findings, getOnlySet } = await openPanel();
  await sets.put('strict', versionOf({ 'interact.json': strict, 'start.json': lenient }));
  const broken = versionOf({ 'interact.json': lenient, 'start.json': '{"type":' });
  expect(await sets.put('strict', broken)).toEqual({ ok: true, value: 'kept' });
  expect(findings()).toHaveLength(1);
  expect(getOnlySet().contents?.newer?.problems).toMatchObject([{ code: 'notJson', file: 'start.json' }]);

  await sets.settleNewer(getOnlySet().id, 'use');
  expect(findings()).toEqual([]);
  expect(getOnlySet().contents).toMatchObject({ newer: null, active: { problems: [{ code: 'notJson' }] } });
  // A set with a broken file accepts a newer version with a broken file.
  expect(await sets.put('strict', versionOf({ 'interact.json': strict, 'start.json': '{' }))).toMatchObject({
    value: 'replaced',
  });
  await sets.put('strict', versionOf({ 'interact.json': 'no JSON' }));
  await sets.settleNewer(getOnlySet().id, 'drop');
  expect(getOnlySet().contents?.newer).toBeNull();
  expect(findings()).toHaveLength(1);
});

it('files without a usable schema add no schema set', async () => {
  const { sets } = await openPanel();
  const rejected = await sets.put('strict', versionOf({ 'interact.json': 'no JSON' }));
  expect(rejected).toMatchObject({
    failure: { code: 'not-usable', problems: [{ code: 'notJson' }, { code: 'noSchemas' }] },
  });
  expect(sets.list.peek()).toEqual([]);
});

it('a schema set that was removed can be restored', async () => {
  const { sets, findings, getOnlySet } = await openPanel();
  await sets.put('strict', versionOf({ 'interact.json': strict }));
  const removed = await sets.remove(getOnlySet().id);
  expect(findings()).toEqual([]);
  if (removed.ok) await removed.value();
  expect(findings()).toHaveLength(1);
  expect(await sets.files(getOnlySet().id)).toMatchObject([{ path: 'interact.json' }]);
});

it('a schema set with limits checks only the events of its sites and producers', async () => {
  const { sets, findings, getOnlySet } = await openPanel();
  await sets.put('strict', versionOf({ 'interact.json': strict }));
  await sets.change(getOnlySet().id, { limit: { sites: ['*.example.org', 'localhost:*'], producers: ['shop*'] } });
  expect(findings(interact(1))).toHaveLength(1);
  expect(findings(interact(2, 'shop.web', 'http://localhost:4173/'))).toHaveLength(1);
  expect(findings(interact(3, 'portal'))).toEqual([]);
  expect(findings(interact(4, 'shop', 'https://example.com/'))).toEqual([]);
  expect(findings(interact(5, 'shop', 'about:blank'))).toEqual([]);
});

it('a schema set needs a unique name, and the number of schema sets is limited', async () => {
  const { sets } = await openPanel();
  for (let index = 0; index < MAX_SCHEMA_SETS; index += 1) {
    await sets.put(`set-${index}`, versionOf({ 'interact.json': lenient }));
  }
  const [first] = sets.list.peek();
  expect(await sets.change(first?.id ?? '', { name: 'set-1' })).toEqual({ ok: false, failure: { code: 'name-taken' } });
  expect(await sets.put('one-more', versionOf({ 'interact.json': lenient }))).toEqual({
    ok: false,
    failure: { code: 'too-many-sets' },
  });
});

it('a schema set that the browser cannot store is rejected with that reason', async () => {
  const full = { ...createMemorySchemaSets(), put: () => Promise.reject(new DOMException('', 'QuotaExceededError')) };
  const sets = createPanelSchemas({ open: async () => full, newId: () => 'id', now: () => 0, ...noPatternThreads });
  await sets.load();
  expect(await sets.put('strict', versionOf({ 'interact.json': strict }))).toEqual({
    ok: false,
    failure: { code: 'not-stored' },
  });
  expect(sets.list.peek()).toEqual([]);
});

it('a panel whose database cannot be opened has no schema sets', async () => {
  const sets = createPanelSchemas({
    open: () => Promise.reject(new Error('corrupt')),
    newId: () => 'id',
    now: () => 0,
    ...noPatternThreads,
  });
  await sets.load();
  expect(sets.list.peek()).toEqual([]);
});

it('a damaged stored schema set is omitted', async () => {
  const stored = { ...createMemorySchemaSets(), sets: async () => [null, { id: 'x', name: 'Not A Name' }, 5] };
  const sets = createPanelSchemas({ open: async () => stored, newId: () => 'id', now: () => 0, ...noPatternThreads });
  await sets.load();
  expect(sets.list.peek()).toEqual([]);
});

it('an event with a pending pattern is valid until the pattern’s result is available', async () => {
  const loop = createFakeScheduler();
  const sets = createPanelSchemas({
    ...{ open: async () => createMemorySchemaSets(), newId: () => 'id', now: () => 0 },
    ...{ scheduler: loop.scheduler, loadPatternThreads: async () => startDirectThread },
  });
  await sets.load();
  const backreference: Json = { properties: { edata: { properties: { id: { pattern: '^(\\w+)-\\1$' } } } } };
  await sets.put('team', versionOf({ 'interact.json': backreference }));
  expect(sets.list.peek()[0]?.contents?.active.problems).toMatchObject([{ code: 'backgroundPattern' }]);
  const judges = createPanelJudges([], sets.ruleSets.peek(), () => null, undefined, sets.patterns);
  const records = createRecords(judges(noPolicy));
  const withId = (row: number, id: string) => {
    const event = eventOf({ json: { eid: 'INTERACT', edata: { id } } });
    return recordOf(row, { call: null, event }).observed;
  };
  const rejudging = createRejudging({
    ...{ records, judge: signal(judges(noPolicy)), scheduler: loop.scheduler, rowsOnScreen: () => [1] },
  });
  const verdicts = () => records.all().map(({ verdict, findings }) => [verdict, findings.length]);
  records.apply([withId(1, 'on-off'), withId(2, 'on-on'), withId(3, 'off-on')]);
  expect(verdicts()).toEqual([
    ['valid', 0],
    ['valid', 0],
    ['valid', 0],
  ]);
  loop.runTasks();
  await waitFor(() => {
    loop.advance(1_000);
    loop.runIdle();
    expect(verdicts()).toEqual([
      ['invalid', 1],
      ['valid', 0],
      ['invalid', 1],
    ]);
  });
  // Another policy judges by the stored outcomes, and requests no text again.
  const pendingBefore = sets.patterns.pendingTests();
  records.setJudge(judges({ severities: { 'not-in-list': 'warning' }, ignore: [] }));
  records.rejudge([1, 2, 3]);
  expect(records.counts.value.invalid).toBe(0);
  expect(sets.patterns.pendingTests()).toBe(pendingBefore);
  rejudging.stop();
});

it('a pattern that no thread can run is reported and ignored', async () => {
  const sets = createPanelSchemas({
    ...{ open: async () => createMemorySchemaSets(), newId: () => 'id', now: () => 0 },
    ...noPatternThreads,
  });
  await sets.load();
  await sets.put('team', versionOf({ 'interact.json': { properties: { mid: { pattern: '(a)\\1' } } } }));
  const check = () => sets.ruleSets.peek()[0]?.ruleSet.check({ type: 'event', json: { eid: 'INTERACT', mid: 'x' } });
  const codes = () => sets.list.peek()[0]?.contents?.active.problems.map(({ code }) => code);
  expect(check()).toEqual([]);
  await waitFor(() => {
    noPatternThreads.runTasks();
    expect(check()).toEqual([]);
    expect(codes()).toEqual(['unsupportedPattern']);
  });
});
