import { effect, type ReadonlySignal } from '@preact/signals';
import { isTestPending } from '#core/stream/judged-view';
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
 * Rows that wait for outcomes of patterns are judged in the same way. Reads one row at a time, while the panel is idle.
 * Returns a function that stops the judging.
 */
export function judgeStoredValues({ records, judge, fullRecords, scheduler }: StoredJudgingDeps): () => void {
  const pendingRows = new Set<number>();
  let isStopped = false;
  const judgeNext = async (): Promise<void> => {
    const [row] = pendingRows;
    if (row === undefined) return;
    const values = await fullRecords.readValues(row);
    pendingRows.delete(row);
    if (isStopped) return;
    if (values !== null) records.judgeByValues(row, values);
    if (pendingRows.size > 0) next.schedule();
  };
  const next = createJob(scheduler.whenIdle, () => void judgeNext());
  const unsubscribe = records.subscribe((change) => {
    if (change.type !== 'records') return;
    for (const { record, before } of change.changes) {
      const wasJudged = before !== null && isJudged(before);
      if (!wasJudged && record.longValues === 'stored' && isJudged(record)) pendingRows.add(record.row);
    }
    if (pendingRows.size > 0) next.schedule();
  });
  const judgeWaiting = (): void => {
    for (const { observed, row } of records.all()) {
      if (observed.longValues === 'stored' && isTestPending(observed)) pendingRows.add(row);
    }
    if (pendingRows.size > 0) next.schedule();
  };
  const stopJudge = effect(() => judge.value.onOutcomes?.(judgeWaiting));
  return () => {
    isStopped = true;
    stopJudge();
    unsubscribe();
    next.cancel();
  };
}
