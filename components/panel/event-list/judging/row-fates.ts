import type { ReadonlySignal } from '@preact/signals';
import { codesOfFate } from '#core/pipeline/event-fate';
import type { FateCode } from '#core/pipeline/fate-codes';
import { createFateRowIndex, type FateRowIndex } from '#core/pipeline/fate-row-index';
import { predictRecordFate, receiptOf } from '#core/pipeline/record-fate';
import type { RowFacts, SearchIndexDeps } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, createThrottledJob, type Scheduler } from '#core/util/scheduler';
import { createSharedLists } from '#core/util/shared-lists';
import type { FatePredictor } from './panel-fate-predictor';

interface RowFatesDeps {
  readonly records: SearchIndexDeps['records'];
  readonly predictor: ReadonlySignal<FatePredictor>;
  readonly scheduler: Pick<Scheduler, 'now' | 'setTimer' | 'nextTask'>;
  /** Called when any fate may have changed. */
  readonly onChange: () => void;
}

/** Number of rows whose fates are predicted in one task of a few milliseconds. */
const SLICE_SIZE = 200;
/** Minimum time between two notifications of changed rows, because each makes all rows be read again. */
const NOTIFY_INTERVAL_MS = 10_000;

/** The codes of a fate that did not depend on other rows at this version of the dependent rows. */
interface CachedCodes {
  readonly codes: readonly FateCode[];
  readonly version: number;
}

/** Predicts the fates of one list's rows for the filter. */
export function createRowFates({ records, predictor, scheduler, onChange }: RowFatesDeps): RowFacts {
  let index: FateRowIndex | null = null;
  /** The index of the rows before the current slice, while all rows are predicted in slices. */
  let partialIndex: FateRowIndex | null = null;
  let cachedCodes = new WeakMap<JudgedRecord, CachedCodes>();
  /** Incremented with each change after which a fate may depend on other rows that did not before. */
  let dependencyVersion = 0;
  const share = createSharedLists<FateCode>();
  const predictCodes = (record: JudgedRecord, rows: FateRowIndex): readonly FateCode[] => {
    const prediction = predictRecordFate(record, rows, predictor.peek().context);
    return share(prediction === null ? [] : codesOfFate(prediction.fate));
  };
  const codesOf = (record: JudgedRecord): readonly FateCode[] => {
    const cached = cachedCodes.get(record);
    if (cached?.version === dependencyVersion) return cached.codes;
    const rows = index ?? partialIndex ?? createFateRowIndex(records.all());
    if (partialIndex === null) index = rows;
    const isIndependent = !rows.dependsOnRows(record);
    const codes = (isIndependent ? cached?.codes : undefined) ?? predictCodes(record, rows);
    // A fate that depends on other rows changes when these change or are removed, so it is not cached.
    if (isIndependent) cachedCodes.set(record, { codes, version: dependencyVersion });
    return codes;
  };
  let pendingRequest: { readonly callback: () => void; from: number } | null = null;
  const predictSlice = (): void => {
    if (pendingRequest === null) return;
    const slice = records.all().slice(pendingRequest.from, pendingRequest.from + SLICE_SIZE);
    if (index === null) partialIndex ??= createFateRowIndex();
    for (const record of slice) {
      partialIndex?.put(record);
      codesOf(record);
    }
    pendingRequest.from += slice.length;
    if (slice.length === SLICE_SIZE) {
      next.schedule();
      return;
    }
    index ??= partialIndex;
    partialIndex = null;
    const { callback } = pendingRequest;
    pendingRequest = null;
    callback();
  };
  const next = createJob(scheduler.nextTask, predictSlice);
  /** Runs in a later task, because some subscribers of the list receive a change only after this one. */
  const notify = createJob(scheduler.nextTask, onChange);
  const throttledNotify = createThrottledJob(scheduler, NOTIFY_INTERVAL_MS, notify.schedule);
  const unsubscribe = records.subscribe((change) => {
    if (change.type === 'navigations') return;
    const rows = index ?? partialIndex;
    if (change.type === 'records') {
      if (rows === null) return;
      for (const { record, before } of change.changes) {
        rows.put(record);
        if (!rows.dependsOnRows(record)) continue;
        dependencyVersion += 1;
        if (before !== null && receiptOf(before) !== receiptOf(record)) throttledNotify.schedule();
      }
      return;
    }
    [index, partialIndex] = [null, null];
    if (change.type === 'all') dependencyVersion += 1;
    if (pendingRequest !== null) pendingRequest.from = 0;
  });
  let isInitialCall = true;
  const unsubscribePredictor = predictor.subscribe(() => {
    cachedCodes = new WeakMap();
    if (!isInitialCall) onChange();
    isInitialCall = false;
  });
  return {
    has: (record, value) => codesOf(record).some((code) => code === value),
    whenReady(callback) {
      pendingRequest = { callback, from: 0 };
      if (!next.isScheduled()) predictSlice();
    },
    stop() {
      unsubscribe();
      unsubscribePredictor();
      next.cancel();
      throttledNotify.cancel();
      notify.cancel();
    },
  };
}
