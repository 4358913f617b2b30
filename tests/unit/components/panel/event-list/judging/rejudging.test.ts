import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createRejudging } from '#components/panel/event-list/judging/rejudging.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { createJudge } from '#core/stream/judge';
import { noJudge } from '#core/stream/no-judge';
import { definitionRules } from '#core/telemetry/validate-event';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, recordOf } from '#tests/fixtures/records';

/** Returns a call of interact with one error, which is an unlisted type. */
const invalid = (row: number): TelemetryRecord =>
  recordOf(row, { call: callOf({ args: [{ type: 'hover', id: 'a', pageid: 'b' }] }), event: null }).observed;
const ruleSetsFor = () => [definitionRules];
const judgeWith = (site: string | null) =>
  createJudge({
    ruleSetsFor,
    policy: { severities: {}, ignore: site === null ? [] : [{ site, code: 'not-in-list', reason: '' }] },
  });
const SITE = 'localhost:4173';

/** Number of rows that are judged between two readings of the clock. */
const SLICE = 50;

/** Creates a list whose rows take a millisecond each to judge. */
function createJudgedList(rows: number) {
  const judge = signal(noJudge);
  const loop = createFakeScheduler();
  const records = createRecords();
  let onScreen: readonly number[] = [];
  const rejudge = (batch: readonly number[]) => {
    records.rejudge(batch);
    loop.spend(batch.length);
  };
  const rejudging = createRejudging({
    records: { ...records, rejudge },
    judge,
    rowsOnScreen: () => onScreen,
    scheduler: loop.scheduler,
  });
  records.apply(Array.from({ length: rows }, (_, index) => invalid(index + 1)));
  const setOnScreen = (shown: readonly number[]) => {
    onScreen = shown;
  };
  return { records, judge, loop, rejudging, setOnScreen, runNext: loop.runIdle };
}

it('a new judge checks visible rows at once, and the other rows in batches after the paint, newest first', () => {
  const { records, judge, loop, rejudging, setOnScreen, runNext } = createJudgedList(200);
  expect(records.counts.value.invalid).toBe(0);
  setOnScreen([4, 5]);
  judge.value = judgeWith(null);
  expect(records.counts.value.invalid).toBe(2);
  expect(records.byRow(5)?.verdict).toBe('invalid');
  expect(records.byRow(200)?.verdict).toBe('unknown');
  expect(rejudging.remaining.value).toBe(200);
  runNext();
  expect(records.byRow(200)?.verdict).toBe('unknown');
  loop.paint();
  expect(records.byRow(200 - SLICE + 1)?.verdict).toBe('invalid');
  expect(records.byRow(200 - SLICE)?.verdict).toBe('unknown');
  runNext();
  expect(rejudging.remaining.value).toBe(100);
  runNext();
  runNext();
  expect(rejudging.remaining.value).toBe(0);
  expect(records.counts.value.invalid).toBe(200);
});

it('a list that is cleared while it is judged is judged completely once it is restored', () => {
  const { records, judge, runNext } = createJudgedList(2 * SLICE);
  judge.value = judgeWith(null);
  expect(records.byRow(1)?.verdict).toBe('unknown');
  records.clear();
  runNext();
  records.restore();
  runNext();
  expect(records.counts.value.invalid).toBe(2 * SLICE);
});

it('a list that is restored after clearing is judged by the current policy', () => {
  const { records, judge } = createJudgedList(3);
  judge.value = judgeWith(null);
  expect(records.counts.value.invalid).toBe(3);
  records.clear();
  judge.value = judgeWith(SITE);
  records.restore();
  expect(records.counts.value).toMatchObject({ invalid: 0, ignored: 3 });
});

it('a list is judged again in batches after a severity is changed', () => {
  const { records, judge, runNext } = createJudgedList(2 * SLICE);
  judge.value = judgeWith(null);
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 100, notices: 0 });
  judge.value = createJudge({
    ruleSetsFor,
    policy: { severities: { 'definition/not-in-list': 'warning' }, ignore: [] },
  });
  expect(records.counts.value).toMatchObject({ invalid: 50, notices: 50 });
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 0, notices: 100 });
  judge.value = createJudge({ ruleSetsFor, policy: { severities: { 'not-in-list': 'off' }, ignore: [] } });
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 0, notices: 0 });
  judge.value = judgeWith(null);
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 100, notices: 0 });
});
