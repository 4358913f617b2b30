import type { ReadonlySignal } from '@preact/signals';
import { codesOfFate } from '#core/pipeline/event-fate';
import type { FateCode } from '#core/pipeline/fate-codes';
import { createFateRowIndex, type FateRowIndex } from '#core/pipeline/fate-row-index';
import { predictRecordFate } from '#core/pipeline/record-fate';
import type { RowFacts, SearchIndexDeps } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import { createSharedLists } from '#core/util/shared-lists';
import type { FatePredictor } from './panel-fate-predictor';

interface RowFatesDeps {
  readonly records: SearchIndexDeps['records'];
  readonly predictor: ReadonlySignal<FatePredictor>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  /** Called when any fate may have changed. */
  readonly onChange: () => void;
}

/** Number of rows whose fates are predicted in one task of a few milliseconds. */
const SLICE_SIZE = 200;

/** Predicts the fates of one list's rows for the filter. */
export function createRowFates({ records, predictor, scheduler, onChange }: RowFatesDeps): RowFacts {
  let index: FateRowIndex | null = null;
  /** The index of the rows before the current slice, while all rows are predicted in slices. */
  let partialIndex: FateRowIndex | null = null;
  let cachedCodes = new WeakMap<JudgedRecord, readonly FateCode[]>();
  const share = createSharedLists<FateCode>();
  const codesOf = (record: JudgedRecord): readonly FateCode[] => {
    const cached = cachedCodes.get(record);
    if (cached !== undefined) return cached;
    const rows = index ?? partialIndex ?? createFateRowIndex(records.all());
    if (partialIndex === null) index = rows;
    const prediction = predictRecordFate(record, rows, predictor.peek().context);
    const codes = share(prediction === null ? [] : codesOfFate(prediction.fate));
    // An event is a duplicate only as long as the earlier event is in the list.
    if (!record.sharesMid) cachedCodes.set(record, codes);
    return codes;
  };
  let waiting: { readonly callback: () => void; from: number } | null = null;
  const predictSlice = (): void => {
    if (waiting === null) return;
    const slice = records.all().slice(waiting.from, waiting.from + SLICE_SIZE);
    if (index === null) partialIndex ??= createFateRowIndex();
    for (const record of slice) {
      partialIndex?.put(record);
      codesOf(record);
    }
    waiting.from += slice.length;
    if (slice.length === SLICE_SIZE) {
      next.schedule();
      return;
    }
    index ??= partialIndex;
    partialIndex = null;
    const { callback } = waiting;
    waiting = null;
    callback();
  };
  const next = createJob(scheduler.nextTask, predictSlice);
  const unsubscribe = records.subscribe((change) => {
    if (change.type === 'navigations') return;
    const rows = index ?? partialIndex;
    if (change.type === 'records') {
      for (const { record } of change.changes) rows?.put(record);
      return;
    }
    [index, partialIndex] = [null, null];
    if (waiting !== null) waiting.from = 0;
  });
  let isFirst = true;
  const unsubscribePredictor = predictor.subscribe(() => {
    cachedCodes = new WeakMap();
    if (!isFirst) onChange();
    isFirst = false;
  });
  return {
    has: (record, value) => codesOf(record).some((code) => code === value),
    whenReady(callback) {
      waiting = { callback, from: 0 };
      if (!next.isScheduled()) predictSlice();
    },
    stop() {
      unsubscribe();
      unsubscribePredictor();
      next.cancel();
    },
  };
}
