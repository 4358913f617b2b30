import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { followJudge } from '#components/panel/event-list/judging/rejudging.ts';
import type { TimeSpan } from '#components/panel/event-list/order/event-times.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { createJudge } from '#core/stream/judge';
import { noJudge } from '#core/stream/no-judge';
import { definitionRules } from '#core/telemetry/validate-event';
import { callOf, recordOf } from '#tests/fixtures/records';

/** An interact of an unknown type: one error. */
const invalid = (row: number): TelemetryRecord =>
  recordOf(row, { call: callOf({ args: [{ type: 'hover', id: 'a', pageid: 'b' }] }), event: null }).observed;
const ruleSetsFor = () => [definitionRules];
const judgeWith = (site: string | null) =>
  createJudge({
    ruleSetsFor,
    policy: { severities: {}, ignore: site === null ? [] : [{ site, code: 'not-in-list', reason: '' }] },
  });
const SITE = 'localhost:4173';

function judgedList(rows: number) {
  const judge = signal(noJudge);
  const onScreen = signal<TimeSpan | null>(null);
  const tasks: (() => void)[] = [];
  const records = createRecords();
  const rejudging = followJudge({
    records,
    judge,
    onScreen,
    scheduler: {
      nextTask(task) {
        tasks.push(task);
        return () => undefined;
      },
    },
  });
  records.apply(Array.from({ length: rows }, (_, index) => invalid(index + 1)));
  return { records, judge, onScreen, rejudging, runNext: () => tasks.shift()?.() };
}

it('another judge judges what is on screen at once, and the rest in slices, the newest first', () => {
  const { records, judge, onScreen, rejudging, runNext } = judgedList(500);
  expect(records.counts.value.invalid).toBe(0);
  onScreen.value = { from: 1_001, to: 1_010 };
  judge.value = judgeWith(null);
  expect(records.byRow(5)?.verdict).toBe('invalid');
  expect(records.byRow(500)?.verdict).toBe('invalid');
  expect(records.byRow(100)?.verdict).toBe('unknown');
  expect(rejudging.remaining.value).toBe(300);
  runNext();
  runNext();
  expect(rejudging.remaining.value).toBe(0);
  expect(records.counts.value.invalid).toBe(500);
});

it('a list that returns after a clearing is judged by the policy that holds now', () => {
  const { records, judge } = judgedList(3);
  judge.value = judgeWith(null);
  expect(records.counts.value.invalid).toBe(3);
  records.clear();
  judge.value = judgeWith(SITE);
  records.restore();
  expect(records.counts.value).toMatchObject({ invalid: 0, ignored: 3 });
});

it('another severity judges a list again, in slices, too', () => {
  const { records, judge, runNext } = judgedList(300);
  judge.value = judgeWith(null);
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 300, notices: 0 });
  judge.value = createJudge({
    ruleSetsFor,
    policy: { severities: { 'definition/not-in-list': 'warning' }, ignore: [] },
  });
  expect(records.counts.value).toMatchObject({ invalid: 100, notices: 200 });
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 0, notices: 300 });
  judge.value = createJudge({ ruleSetsFor, policy: { severities: { 'not-in-list': 'off' }, ignore: [] } });
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 0, notices: 0 });
  judge.value = judgeWith(null);
  runNext();
  expect(records.counts.value).toMatchObject({ invalid: 300, notices: 0 });
});
