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
  /** Call when all fates may differ. */
  readonly onChange: () => void;
}

/** Rows whose fates are predicted at once: a few milliseconds. */
const SLICE_SIZE = 200;

/** Predicts the fates of the rows of one list for its filter. */
export function createRowFates({ records, predictor, scheduler, onChange }: RowFatesDeps): RowFacts {
  let index: FateRowIndex | null = null;
  /** The index of the rows so far, while all are predicted in slices. */
  let growing: FateRowIndex | null = null;
  let known = new WeakMap<JudgedRecord, readonly FateCode[]>();
  const share = createSharedLists<FateCode>();
  const codesOf = (record: JudgedRecord): readonly FateCode[] => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const rows = index ?? growing ?? createFateRowIndex(records.all());
    if (growing === null) index = rows;
    const predicted = predictRecordFate(record, rows, predictor.peek().context);
    const codes = share(predicted === null ? [] : codesOfFate(predicted.fate));
    // A duplicate is one as long as the row before is there.
    if (!record.sharesMid) known.set(record, codes);
    return codes;
  };
  let waiting: { readonly call: () => void; from: number } | null = null;
  const predictSome = (): void => {
    if (waiting === null) return;
    const slice = records.all().slice(waiting.from, waiting.from + SLICE_SIZE);
    if (index === null) growing ??= createFateRowIndex();
    for (const record of slice) {
      growing?.put(record);
      codesOf(record);
    }
    waiting.from += slice.length;
    if (slice.length === SLICE_SIZE) {
      next.schedule();
      return;
    }
    index ??= growing;
    growing = null;
    const { call } = waiting;
    waiting = null;
    call();
  };
  const next = createJob(scheduler.nextTask, predictSome);
  const stopListening = records.listen((change) => {
    if (change.type === 'marks') return;
    const rows = index ?? growing;
    if (change.type === 'records') {
      for (const { record } of change.changes) rows?.put(record);
      return;
    }
    [index, growing] = [null, null];
    if (waiting !== null) waiting.from = 0;
  });
  let isFirst = true;
  const stopFollowing = predictor.subscribe(() => {
    known = new WeakMap();
    if (!isFirst) onChange();
    isFirst = false;
  });
  return {
    has: (record, value) => codesOf(record).some((code) => code === value),
    whenReady(call) {
      waiting = { call, from: 0 };
      if (!next.isScheduled()) predictSome();
    },
    stop() {
      stopListening();
      stopFollowing();
      next.cancel();
    },
  };
}
