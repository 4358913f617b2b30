import type { RecordList } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { IndexedFinder } from './indexed-finder';

/**
 * Number of records whose texts are computed in one task, well under a frame.
 * If at most as many texts are missing, a search doesn't wait for them.
 */
const BATCH_SIZE = 600;

/** Cached texts for the search of free text. */
export interface SearchTextCache {
  /** Computes the texts in batches. Call when the filter gets the focus. */
  prepare(): void;
  /**
   * Calls `callback` as soon as nearly all texts are computed, possibly synchronously.
   * A later call replaces an earlier one.
   */
  whenReady(callback: () => void): void;
  /** Calls `callback` synchronously, and drops an earlier callback. */
  skipWaiting(callback: () => void): void;
  stop(): void;
}

/** Computes the texts of a long list in advance, so that a key press in the filter need not wait. */
export function createSearchTextCache(
  records: Pick<RecordList<JudgedRecord>, 'all' | 'subscribe'>,
  { prepare: computeTexts }: Pick<IndexedFinder, 'prepare'>,
  { nextTask }: Pick<Scheduler, 'nextTask'>,
): SearchTextCache {
  let preparedCount = 0;
  let pendingCallback: (() => void) | null = null;
  const isReady = () => records.all().length - preparedCount <= BATCH_SIZE;
  const computeBatch = () => {
    const batch = records.all().slice(preparedCount, preparedCount + BATCH_SIZE);
    for (const record of batch) computeTexts(record);
    preparedCount += batch.length;
    if (batch.length === BATCH_SIZE) next.schedule();
    if (isReady()) callPending();
  };
  const callPending = () => {
    const callback = pendingCallback;
    pendingCallback = null;
    callback?.();
  };
  const next = createJob(nextTask, computeBatch);
  const prepare = () => {
    if (!next.isScheduled()) computeBatch();
  };
  const unsubscribe = records.subscribe(({ type }) => {
    if (type === 'all') preparedCount = Math.min(preparedCount, records.all().length);
  });
  return {
    prepare,
    whenReady(callback) {
      pendingCallback = callback;
      if (isReady()) callPending();
      else prepare();
    },
    skipWaiting(callback) {
      pendingCallback = null;
      callback();
    },
    stop() {
      pendingCallback = null;
      unsubscribe();
      next.cancel();
    },
  };
}
