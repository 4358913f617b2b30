import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { judgeStoredValues } from '#components/panel/event-list/judging/stored-judging.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { longValuesOf } from '#core/journey/values/long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { createDefaultJudge } from '#core/stream/default-judge';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, recordOf } from '#tests/fixtures/records';

/** Creates a call whose last item is invalid, and is missing in its truncated values. */
function createRecord(row: number): TelemetryRecord {
  const params = Array.from({ length: 20_000 }, (_, index) => (index < 19_999 ? { a: 1 } : 'wrong'));
  const args = [{ type: 'system', level: 'INFO', message: 'm', params }];
  return recordOf(row, { kind: 'log', name: 'log', call: callOf({ method: 'log', args }), event: null }).observed;
}

function createStoredList(read: (row: number) => Promise<ReturnType<typeof longValuesOf> | null>) {
  const records = createRecords(createDefaultJudge());
  const idle: (() => void)[] = [];
  const stop = judgeStoredValues({
    records,
    judge: signal(createDefaultJudge()),
    fullRecords: { readValues: read },
    scheduler: {
      whenIdle(task) {
        idle.push(task);
        return () => undefined;
      },
    },
  });
  return { records, stop, runIdle: () => idle.splice(0).forEach((task) => void task()) };
}

it('a restored row with truncated values is judged by its full values, and stays truncated in memory', async () => {
  const fullRecord = createRecord(1);
  const read = vi.fn(async () => longValuesOf(fullRecord));
  const { records, runIdle } = createStoredList(read);
  records.apply([truncateRecord(fullRecord, 'stored')]);
  const steps = () => records.byRow(1)?.findings.map(({ path }) => path.at(-1));
  expect(steps()).not.toContain(19_999);
  runIdle();
  await waitFor(() => expect(steps()).toContain(19_999));
  expect(records.byRow(1)?.verdict).toBe('invalid');
  expect(records.counts.value.invalid).toBe(1);
  expect(records.byRow(1)?.longValues).toBe('stored');
  records.apply([{ ...truncateRecord(fullRecord, 'stored'), lost: true }]);
  expect(records.byRow(1)).toMatchObject({ verdict: 'invalid', lost: true });
  expect(read).toHaveBeenCalledTimes(1);
});

it('a row whose full values cannot be read has the findings of its truncated values', async () => {
  const read = vi.fn(async () => null);
  const { records, runIdle } = createStoredList(read);
  records.apply([truncateRecord(createRecord(1), 'stored'), truncateRecord(createRecord(2), 'stored')]);
  const before = records.byRow(1);
  runIdle();
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  expect(records.byRow(1)).toBe(before);
});

it('a list that is stopped reads no further values from the store', async () => {
  let resolveRead = (_: null): void => undefined;
  const read = vi.fn(
    () =>
      new Promise<null>((resolve) => {
        resolveRead = resolve;
      }),
  );
  const { records, runIdle, stop } = createStoredList(read);
  records.apply([truncateRecord(createRecord(1), 'stored'), truncateRecord(createRecord(2), 'stored')]);
  runIdle();
  stop();
  resolveRead(null);
  await Promise.resolve();
  runIdle();
  expect(read).toHaveBeenCalledTimes(1);
});
