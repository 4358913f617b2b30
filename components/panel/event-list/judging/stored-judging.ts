import { effect, type ReadonlySignal } from '@preact/signals';
import { isWaiting } from '#core/stream/judged-view';
import { isJudged, type Judge } from '#core/stream/no-judge';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { FullRecords } from '../full-records';
import type { Records } from '../record-store';

interface StoredJudgingDeps {
  readonly records: Pick<Records, 'all' | 'subscribe' | 'judgeByValues'>;
  readonly judge: ReadonlySignal<Judge>;
  readonly fullRecords: Pick<FullRecords, 'readValues'>;
  readonly scheduler: Pick<Scheduler, 'whenIdle'>;
}

/**
 * Judges rows by their long values that are in the capture store and were never in memory.
 * Rows that wait for outcomes are judged in the same way. One row at a time is read, while the panel is idle. Returns a
 * function that stops it.
 */
export function judgeStoredValues({ records, judge, fullRecords, scheduler }: StoredJudgingDeps): () => void {
  const waiting = new Set<number>();
  let isStopped = false;
  const judgeNext = async (): Promise<void> => {
    const [row] = waiting;
    if (row === undefined) return;
    const values = await fullRecords.readValues(row);
    waiting.delete(row);
    if (isStopped) return;
    if (values !== null) records.judgeByValues(row, values);
    if (waiting.size > 0) next.schedule();
  };
  const next = createJob(scheduler.whenIdle, () => void judgeNext());
  const unsubscribe = records.subscribe((change) => {
    if (change.type !== 'records') return;
    for (const { record, before } of change.changes) {
      const isNew = before === null || !isJudged(before);
      if (isNew && record.longValues === 'stored' && isJudged(record)) waiting.add(record.row);
    }
    if (waiting.size > 0) next.schedule();
  });
  const judgeWaiting = (): void => {
    for (const { observed, row } of records.all()) {
      if (observed.longValues === 'stored' && isWaiting(observed)) waiting.add(row);
    }
    if (waiting.size > 0) next.schedule();
  };
  const stopJudge = effect(() => judge.value.onOutcomes?.(judgeWaiting));
  return () => {
    isStopped = true;
    stopJudge();
    unsubscribe();
    next.cancel();
  };
}
