import { effect } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { createDefaultJudge } from '#core/stream/default-judge';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const errorFinding = {
  ruleSet: 'definition',
  severity: 'error',
  code: 'missing',
  path: ['data', 'id'],
  params: { reason: 'custom', text: 'x' },
} as const;

it('the record store replaces a record by a changed record of the same row', () => {
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2)]);
  records.apply([recordOf(1, { headline: 'changed' })]);
  expect(records.all().map(({ headline }) => headline)).toEqual(['changed', 'next-button · TOUCH · 2']);
});

it('a stored record is passed to change listeners at once, and is counted and listed only when the list is shown', () => {
  const records = createRecords();
  const received: number[] = [];
  records.subscribe((change) => {
    if (change.type === 'records') received.push(...change.changes.map(({ record }) => record.row));
  });
  const version = records.version.value;
  expect(records.counts.value.total).toBe(0);
  records.take([recordOf(1)]);
  records.take([recordOf(2)]);
  expect({ received, version: records.version.value, total: records.counts.value.total }).toEqual({
    received: [1, 2],
    version,
    total: 0,
  });
  records.show();
  records.show();
  expect({ version: records.version.value, total: records.counts.value.total }).toEqual({
    version: version + 1,
    total: 2,
  });
});

it('the record store finds shared mids within the duplicate window of its judge, also in existing rows', () => {
  const HOUR_MS = 3_600_000;
  const judge = createDefaultJudge();
  const records = createRecords({ ...judge, duplicateWindowMs: HOUR_MS });
  records.apply([recordOf(1), recordOf(2, { event: eventOf({ at: 1001 + 2 * HOUR_MS }) })]);
  const shared = () => records.all().map(({ sharesMid }) => sharesMid);
  expect(shared()).toEqual([false, false]);
  records.setJudge({ ...judge, duplicateWindowMs: 7 * 24 * HOUR_MS });
  records.rejudge([1, 2]);
  expect(shared()).toEqual([true, true]);
});

it('the record store sorts by row, even if an older row is added late', () => {
  const records = createRecords();
  records.apply([recordOf(1), recordOf(4)]);
  records.apply([recordOf(2)]);
  expect(records.all().map(({ row }) => row)).toEqual([1, 2, 4]);
  expect(records.byRow(2)?.row).toBe(2);
  expect(records.byRow(3)).toBeNull();
});

it('the record store counts rejected requests and missing responses as failed, but not exceptions of the SDK', () => {
  const records = createRecords();
  const threw = callOf({ outcome: { status: 'threw', at: 1, message: 'x' } });
  records.apply([
    recordOf(1, { call: threw, event: null }),
    recordOf(2, { requests: [requestOf({ end: { status: 'responded', httpStatus: 500, durationMs: 1 } })] }),
    recordOf(3, { requests: [requestOf({ end: { status: 'failed', message: 'net::ERR_FAILED', durationMs: 1 } })] }),
    recordOf(4, { requests: [requestOf()] }),
    recordOf(5),
  ]);
  expect(records.counts.value).toMatchObject({ total: 5, failed: 2, lost: 0 });
  expect(records.counts.value.byState.get('threw')).toBe(1);
});

it('the record store counts by verdict, kind, state and origin, and updates the counts when a record changes', () => {
  const records = createRecords();
  records.apply([
    recordOf(1, { verdict: 'invalid', findings: [errorFinding] }),
    recordOf(2, { kind: 'log', findings: [{ ...errorFinding, severity: 'info' }] }),
    recordOf(3, { firedBy: { type: 'panel', requestId: 'a' }, event: null }),
  ]);
  expect(records.counts.value).toMatchObject({ total: 3, invalid: 1, notices: 1, firedManually: 1 });
  records.apply([recordOf(1)]);
  expect(records.counts.value).toMatchObject({ total: 3, invalid: 0, notices: 1 });
  expect(records.counts.value.byKind.get('interact')).toBe(2);
  expect(records.counts.value.byState.get('waiting')).toBe(2);
  expect(records.counts.value.byState.get('dropped')).toBe(1);
});

it('the record store counts events of another actor separately, and not as notices', () => {
  const records = createRecords();
  const foreign = { ...errorFinding, ruleSet: 'entity', severity: 'info' } as const;
  records.apply([
    recordOf(1, { findings: [foreign] }),
    recordOf(2, { findings: [foreign, { ...errorFinding, severity: 'info' }] }),
    recordOf(3, { verdict: 'invalid', findings: [errorFinding, foreign] }),
  ]);
  expect(records.counts.value).toMatchObject({ total: 3, invalid: 1, notices: 1, otherActor: 3 });
});

it('the record store finds the row of a firing by its request id once the record is captured', () => {
  const records = createRecords();
  expect(records.rowOfRequest('fire-1')).toBeNull();
  records.apply([recordOf(7, { firedBy: { type: 'panel', requestId: 'fire-1' } })]);
  expect(records.rowOfRequest('fire-1')).toBe(7);
});

it('the record store passes new and replaced records to subscribers until they unsubscribe', () => {
  const records = createRecords();
  const received = vi.fn();
  const stop = records.subscribe(received);
  const first = recordOf(1);
  records.apply([first]);
  const changed = recordOf(1, { headline: 'changed' });
  records.apply([changed]);
  stop();
  records.apply([recordOf(2)]);
  expect(received.mock.calls.map(([change]) => change)).toEqual([
    { type: 'records', changes: [{ record: first, before: null }] },
    { type: 'records', changes: [{ record: changed, before: first }] },
  ]);
});

it('clearing does not restore a cleared row that changes later', () => {
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2)]);
  records.clear();
  records.forget();
  records.apply([recordOf(2, { headline: 'accepted late' }), recordOf(3)]);
  expect(records.all().map(({ row }) => row)).toEqual([3]);
  expect(records.counts.value.total).toBe(1);
});

it('clearing up to a row preserves the later rows, and undoing it restores each row once', () => {
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2), recordOf(4)]);
  records.clear(3);
  expect(records.all().map(({ row }) => row)).toEqual([4]);
  expect(records.counts.value.total).toBe(1);
  records.restore();
  expect(records.all().map(({ row }) => row)).toEqual([1, 2, 4]);
  expect(records.counts.value.total).toBe(3);
});

it('undoing a clearing restores the rows with the changes made since', () => {
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2)]);
  records.addNavigations([{ at: 5, url: 'http://localhost/', afterRow: 2 }]);
  records.clear();
  expect(records.navigations()).toEqual([]);
  records.apply([recordOf(2, { headline: 'accepted meanwhile' }), recordOf(3)]);
  records.restore();
  expect(records.all().map(({ row }) => row)).toEqual([1, 2, 3]);
  expect(records.byRow(2)?.headline).toBe('accepted meanwhile');
  expect(records.navigations()).toHaveLength(1);
  expect(records.counts.value.total).toBe(3);
});

it('row numbers start at 1 after clearing; undo puts the cleared rows first and numbers all rows again', () => {
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2)]);
  const numbers = () => [1, 2, 3, 4].map(records.current.value.numberOf);
  expect(numbers()).toEqual([1, 2, null, null]);
  records.clear();
  records.apply([recordOf(3), recordOf(4)]);
  expect(numbers()).toEqual([null, null, 1, 2]);
  records.restore();
  expect(numbers()).toEqual([1, 2, 3, 4]);
});

it('undoing a clearing that has expired restores nothing', () => {
  const records = createRecords();
  records.apply([recordOf(1)]);
  records.clear();
  records.forget();
  records.restore();
  expect(records.all()).toEqual([]);
});

it('undoing the latest clearing does not restore rows of an earlier clearing', () => {
  const records = createRecords();
  records.apply([recordOf(1)]);
  records.clear();
  records.apply([recordOf(2)]);
  records.clear();
  records.restore();
  records.apply([recordOf(1, { headline: 'late' })]);
  expect(records.all().map(({ row }) => row)).toEqual([2]);
});

it('undoing the latest clearing does not restore rows of an earlier clearing that change in between', () => {
  const records = createRecords();
  records.apply([recordOf(1)]);
  records.clear();
  records.apply([recordOf(2)]);
  records.clear();
  records.apply([recordOf(1, { headline: 'late' })]);
  records.restore();
  expect(records.all().map(({ row }) => row)).toEqual([2]);
});

it('undoing a clearing leaves the verdict of a newer event as it was, although its long values are only stored', () => {
  const records = createRecords(createDefaultJudge());
  const params = Array.from({ length: 500 }, (_, index) => ({ name: `param ${index}` }));
  const event = eventOf({ json: { eid: 'LOG', edata: { type: 'api', level: 'INFO', message: 'call', params } } });
  const { observed } = recordOf(2, { kind: 'log', name: 'log', call: null, event });
  records.apply([recordOf(1).observed]);
  records.clear();
  records.apply([observed]);
  records.apply([truncateRecord(observed, 'stored')]);
  const findings = records.byRow(2)?.findings;
  records.restore();
  expect(records.byRow(2)?.findings).toEqual(findings);
});

describe('readers of the list', () => {
  /** Returns how often an effect with this read runs, while two records arrive. */
  const countRuns = (read: (records: ReturnType<typeof createRecords>) => unknown): number => {
    const records = createRecords();
    let runs = 0;
    const stop = effect(() => {
      runs += 1;
      read(records);
    });
    records.apply([recordOf(1)]);
    records.apply([recordOf(2)]);
    stop();
    return runs;
  };

  it('a reader of the list is notified of changes only if it reads the `current` signal', () => {
    expect(countRuns((records) => records.current.value.byRow(1))).toBe(3);
    expect(countRuns((records) => records.current.value.rowOfRequest('fire-1'))).toBe(3);
    expect(countRuns((records) => [records.byRow(1), records.rowOfRequest('fire-1'), records.all()])).toBe(1);
  });

  it('a reader of the list gets new records even before they are shown', () => {
    const records = createRecords();
    const { byRow } = records.current.value;
    records.take([recordOf(1)]);
    expect(byRow(1)?.row).toBe(1);
  });
});
