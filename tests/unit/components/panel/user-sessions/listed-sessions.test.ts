import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { defaultListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList } from '#components/panel/event-list/event-list.ts';
import { createRowFates } from '#components/panel/event-list/judging/row-fates.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import { listedSessions } from '#components/panel/user-sessions/listed-sessions.ts';
import { createSessionFacts } from '#components/panel/user-sessions/session-facts.ts';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import { type FindingPolicy, noPolicy } from '#core/report/finding-policy';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { createJudge } from '#core/stream/judge';
import { noJudge } from '#core/stream/no-judge';
import type { EventKind } from '#core/telemetry/kinds';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { eventOf as observedEvent, type RecordOverrides, recordOf, requestOf } from '#tests/fixtures/records';
import { eventOf } from '../../../core/telemetry/sample-events';

const START = 1_763_620_200_000;

/** Returns an event that a collector accepted, `seconds` after the start. */
const receivedRecord = (
  row: number,
  kind: EventKind,
  seconds: number,
  edata: object,
  overrides: RecordOverrides = {},
) =>
  recordOf(row, {
    kind,
    call: null,
    event: observedEvent({
      json: eventOf(kind, edata, { ets: START + seconds * 1_000, mid: `mid ${row}` }),
      at: START + seconds * 1_000,
    }),
    requests: [requestOf({ id: `request ${row}`, at: START + seconds * 1_000 })],
    ...overrides,
  }).observed;

const play = { type: 'content', mode: 'play' };
const page = { type: 'view', pageid: 'home', uri: '/home' };
const touch = { type: 'TOUCH', id: 'next', pageid: 'home' };
const end = { ...play, pageid: 'home', summary: [], duration: 3 };

async function openList(policy: FindingPolicy = noPolicy) {
  await filterLanguage.load();
  const fake = createFakeScheduler();
  const predictor = signal({
    pipeline: 'sunbird-5.0' as const,
    context: { settings: pipelineSettingsOf('sunbird-5.0', {}), check: createSchemaCheck('sunbird-5.0') },
    predict: () => null,
  });
  const judge = signal(createJudge({ ruleSetsFor: () => [], policy }));
  const list = createEventList(
    fake.scheduler,
    signal(defaultListSettings),
    judge,
    undefined,
    async (key, records, onChange) =>
      key === 'fate'
        ? createRowFates({ records, predictor, scheduler: fake.scheduler, onChange })
        : createSessionFacts(list, onChange),
  );
  const listed = list.get(listedSessions);
  listed.isAudited.value = true;
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
      fake.advance(400);
      fake.runTasks();
      fake.runIdle();
    }
  };
  /** Runs the scheduled tasks without advancing the clock. */
  const runScheduled = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
      fake.runTasks();
    }
  };
  const rowsBy = async (query: string) => {
    list.filter.setQuery(query);
    await settle();
    return Array.from({ length: list.visible.length.value }, (_, at) => list.visible.at(at)).flatMap((item) =>
      item !== undefined && 'row' in item ? [item.row] : [],
    );
  };
  const names = () => listed.sessions.value.map(({ number, summary }) => `${number} ${summary.type}`);
  await settle();
  return { list, listed, judge, settle, runScheduled, rowsBy, names, fake };
}

it('findings of the session audit are added to its events, and are removed when they no longer apply', async () => {
  const { list, listed, settle, rowsBy } = await openList();
  list.records.apply([
    receivedRecord(1, 'start', 0, play),
    receivedRecord(2, 'impression', 1, page),
    receivedRecord(3, 'end', 3, { ...end, mode: 'edit' }),
  ]);
  await settle();
  expect(list.records.byRow(3)).toMatchObject({
    verdict: 'invalid',
    summary: { ruleSetsWithErrors: ['user-session'] },
    findings: [{ ruleSet: 'user-session', code: 'end-differs', rows: [3, 1] }],
  });
  expect(list.records.counts.value).toMatchObject({ invalid: 1 });
  expect(listed.findings.value).toMatchObject([{ code: 'end-differs', countedRow: 1 }]);
  expect(await rowsBy('rule:user-session')).toEqual([3]);
  expect(await rowsBy('rule:end-differs is:invalid')).toEqual([3]);
  list.records.apply([receivedRecord(3, 'end', 3, end)]);
  await settle();
  expect(list.records.counts.value).toMatchObject({ invalid: 0 });
  expect(list.records.byRow(3)?.findings).toEqual([]);
});

it('findings of the session audit follow the user’s policy, and are removed while their rule set is off', async () => {
  const { list, listed, judge, settle } = await openList({
    severities: { 'user-session/end-differs': 'warning' },
    ignore: [],
  });
  list.records.apply([receivedRecord(1, 'start', 0, play), receivedRecord(2, 'end', 3, { ...end, mode: 'edit' })]);
  await settle();
  expect(list.records.byRow(2)).toMatchObject({ verdict: 'valid', findings: [{ severity: 'warning' }] });
  expect(listed.findings.value).toMatchObject([{ severity: 'warning' }]);
  const ignore = [{ code: 'user-session', reason: '' }];
  judge.value = createJudge({ ruleSetsFor: () => [], policy: { severities: {}, ignore } });
  await settle();
  expect(list.records.byRow(2)).toMatchObject({ findings: [], ignored: [{ code: 'end-differs', severity: 'error' }] });
  expect(listed.findings.value).toEqual([]);
  judge.value = createJudge({ ruleSetsFor: () => [] });
  await settle();
  expect(list.records.counts.value.invalid).toBe(1);
  listed.isAudited.value = false;
  await settle();
  expect(list.records.counts.value).toMatchObject({ invalid: 0, ignored: 0 });
});

it('findings of the session audit are counted once the rules are loaded, even if events came before that', async () => {
  const { list, judge, settle } = await openList();
  const loaded = judge.value;
  judge.value = noJudge;
  list.records.apply([receivedRecord(1, 'end', 3, end)]);
  await settle();
  judge.value = loaded;
  await settle();
  expect(list.records.byRow(1)?.findings).toMatchObject([{ code: 'end-without-start' }]);
});

it('sessions include events that arrive, and rule sets that are turned on, while the sessions are being computed', async () => {
  const { list, listed, settle, runScheduled } = await openList();
  listed.isAudited.value = false;
  list.records.apply([receivedRecord(1, 'end', 3, end)]);
  await settle();
  const readAgain = async () => {
    list.records.clear();
    list.records.restore();
    await runScheduled();
    list.records.clear();
    list.records.restore();
    await runScheduled();
  };
  await readAgain();
  listed.isAudited.value = true;
  await settle();
  expect(list.records.byRow(1)?.findings).toMatchObject([{ code: 'end-without-start' }]);
  await readAgain();
  list.records.apply([receivedRecord(2, 'end', 4, end)]);
  await settle();
  expect(list.records.byRow(2)?.findings).toMatchObject([{ code: 'end-without-start' }]);
  expect(listed.isReading.value).toBe(false);
});

it('sessions are updated during a long stream of events, even if reading once took longer', async () => {
  const { list, listed, runScheduled, fake } = await openList();
  let row = 0;
  const receiveOne = () => {
    row += 1;
    list.records.apply([receivedRecord(row, 'interact', row, touch)]);
  };
  const shownEvents = () => listed.sessions.value[0]?.summary.eventsSummary.INTERACT ?? 0;
  receiveOne();
  // The first reading takes 30 ms. Then an event arrives every 10 ms, and reading takes no time.
  fake.spend(30);
  await runScheduled();
  for (let times = 0; times < 300; times += 1) {
    receiveOne();
    await runScheduled();
    fake.advance(10);
    receiveOne();
    await runScheduled();
  }
  expect(shownEvents()).toBeGreaterThan(500);
});

it('findings of sessions are restored together with cleared events', async () => {
  const { list, settle } = await openList();
  list.records.apply([receivedRecord(1, 'end', 3, end)]);
  await settle();
  list.records.clear();
  await settle();
  list.records.apply([receivedRecord(2, 'end', 4, end)]);
  await settle();
  list.records.restore();
  await settle();
  expect(list.records.all().map(({ findings }) => findings.length)).toEqual([1, 1]);
  list.records.clear(1);
  await settle();
  expect(list.records.all().map(({ row, findings }) => [row, findings.length])).toEqual([[2, 1]]);
});

it('user-session: finds the events of a session by its number, even while the session is open', async () => {
  const { list, names, settle, rowsBy } = await openList();
  list.records.apply([
    receivedRecord(1, 'start', 0, play),
    receivedRecord(2, 'impression', 1, page),
    receivedRecord(3, 'end', 3, end),
    receivedRecord(4, 'log', 4, { type: 'api', level: 'INFO', message: 'x' }),
    receivedRecord(5, 'impression', 5, page),
  ]);
  await settle();
  expect(names()).toEqual(['1 app', '2 content']);
  expect(await rowsBy('user-session:1')).toEqual([1, 2, 3, 5]);
  expect(await rowsBy('user-session:2')).toEqual([1, 2, 3]);
  expect(await rowsBy('user-session:2,7')).toEqual([1, 2, 3]);
  expect(await rowsBy('-user-session:*')).toEqual([4]);
  expect(await rowsBy('user-session:1 -user-session:2')).toEqual([5]);
  list.records.apply([receivedRecord(6, 'interact', 6, touch)]);
  expect(await rowsBy('user-session:1 -user-session:2')).toEqual([5, 6]);
});

it('a session retains its number when an earlier event of it arrives, and numbering restarts in an empty list', async () => {
  const { list, names, settle } = await openList();
  list.records.apply([receivedRecord(1, 'impression', 10, page), receivedRecord(2, 'interact', 12, touch)]);
  await settle();
  const other = (row: number, kind: EventKind, seconds: number, edata: object) => {
    const json = { ...(receivedRecord(row, kind, seconds, edata).event?.json as object), context: { did: 'other' } };
    return receivedRecord(row, kind, seconds, edata, {
      event: observedEvent({ json, observedIn: 'file' }),
      requests: [],
    });
  };
  list.records.apply([other(3, 'impression', 0, page), other(4, 'interact', 2, touch)]);
  await settle();
  list.records.apply([receivedRecord(5, 'interact', 1, touch)]);
  await settle();
  expect(names()).toEqual(['1 app', '2 app']);
  list.records.clear();
  await settle();
  list.records.apply([receivedRecord(6, 'impression', 0, page), receivedRecord(7, 'interact', 2, touch)]);
  await settle();
  expect(names()).toEqual(['1 app']);
});

it('each summary of an app session with several ENDs has its own key and number, also after an earlier event', async () => {
  const { list, listed, rowsBy, names, settle } = await openList();
  const app = { type: 'app', mode: '' };
  const endApp = { ...end, ...app };
  list.records.apply([
    receivedRecord(1, 'start', 0, app),
    receivedRecord(2, 'interact', 2, touch),
    receivedRecord(3, 'end', 4, endApp),
    receivedRecord(4, 'end', 5, endApp),
    receivedRecord(5, 'end', 6, endApp),
  ]);
  await settle();
  const keys = () => new Set(listed.sessions.value.map(({ key }) => key)).size;
  expect(names()).toEqual(['1 app', '2 app', '3 app']);
  expect(keys()).toBe(3);
  expect(await rowsBy('user-session:2 -user-session:1')).toEqual([4]);
  expect(await rowsBy('user-session:3 -user-session:2')).toEqual([5]);
  // The session now starts at row 6, so each of its summaries has another key.
  list.records.apply([receivedRecord(6, 'start', -2, app)]);
  list.records.apply([receivedRecord(1, 'interact', 0, touch)]);
  await settle();
  expect(names()).toEqual(['1 app', '2 app', '3 app']);
  expect(keys()).toBe(3);
});

it('no session counts an event that the pipeline would reject, or would drop as a duplicate', async () => {
  const { list, listed, names, settle, rowsBy } = await openList();
  list.records.apply([
    receivedRecord(1, 'start', 0, {}),
    receivedRecord(2, 'impression', 1, page),
    receivedRecord(3, 'interact', 3, touch),
    receivedRecord(4, 'log', 3, { level: 3 }),
  ]);
  const laterTouch = receivedRecord(3, 'interact', 3, touch);
  list.records.apply([{ ...laterTouch, row: 5, requests: [requestOf({ id: 'again', at: START + 4_000 })] }]);
  await settle();
  expect(names()).toEqual(['1 app']);
  expect(listed.rejected.value).toBe(2);
  expect(listed.sessions.value[0]?.summary.eventsSummary).toEqual({ IMPRESSION: 1, INTERACT: 1 });
  expect(await rowsBy('fate:dropped -kind:log,audit,search')).toEqual([1, 5]);
  expect([1, 2, 5].map(listed.isExcluded)).toEqual([true, false, true]);
  // The rejected START is the reason why no session of its type is there.
  list.records.apply([receivedRecord(6, 'end', 6, end)]);
  await settle();
  expect(listed.findings.value).toMatchObject([{ params: { reason: 'start-without-type' }, rows: [6, 1] }]);
  listed.countsRejected.value = true;
  await settle();
  expect(listed.sessions.value.map(({ summary }) => summary.eventsSummary)).toContainEqual(
    expect.objectContaining({ START: 1, INTERACT: 2 }),
  );
  expect({ rejected: listed.rejected.value, isExcluded: listed.isExcluded(1) }).toEqual({
    rejected: 2,
    isExcluded: false,
  });
});

it('an event of a file counts in its session, as the file has no record of its delivery', async () => {
  const { list, listed, settle } = await openList();
  const recordFromFile = (row: number, seconds: number) => {
    const { event } = receivedRecord(row, 'interact', seconds, {});
    return receivedRecord(
      row,
      'interact',
      seconds,
      {},
      { event: event && { ...event, observedIn: 'file' }, requests: [] },
    );
  };
  list.records.apply([recordFromFile(1, 0), recordFromFile(2, 3)]);
  await settle();
  expect(listed.rejected.value).toBe(0);
  expect(listed.sessions.value[0]?.summary.eventsSummary).toEqual({ INTERACT: 2 });
});
