import type { RecordList } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { IndexedFinder } from './indexed-finder';

/** Records whose text is made in one go: well under a frame. So few missing ones are no reason to wait. */
const BATCH_SIZE = 600;

/** Cached texts for the search of free text. */
export interface SearchTextCache {
  /** Makes them, a few at a time. Call when one goes to the filter: who never filters pays nothing. */
  prepare(): void;
  /** Calls back as soon as nearly all are there; at once where they are. Who asked last is called. */
  whenReady(call: () => void): void;
  /** Calls back at once, and drops earlier callbacks. */
  skipWaiting(call: () => void): void;
}

/** Computes the texts of a long list in advance, so that no key in the filter waits for all of them. */
export function createSearchTextCache(
  records: Pick<RecordList<JudgedRecord>, 'all' | 'listen'>,
  { prepare: makeTexts }: Pick<IndexedFinder, 'prepare'>,
  { nextTask }: Pick<Scheduler, 'nextTask'>,
): SearchTextCache {
  let created = 0;
  let waiting: (() => void) | null = null;
  const isReady = () => records.all().length - created <= BATCH_SIZE;
  const makeSome = () => {
    const some = records.all().slice(created, created + BATCH_SIZE);
    for (const record of some) makeTexts(record);
    created += some.length;
    if (some.length === BATCH_SIZE) next.schedule();
    if (isReady()) callWaiting();
  };
  const callWaiting = () => {
    const call = waiting;
    waiting = null;
    call?.();
  };
  const next = createJob(nextTask, makeSome);
  const prepare = () => {
    if (!next.isScheduled()) makeSome();
  };
  records.listen(({ type }) => {
    if (type === 'all') created = Math.min(created, records.all().length);
  });
  return {
    prepare,
    whenReady(call) {
      waiting = call;
      if (isReady()) callWaiting();
      else prepare();
    },
    skipWaiting(call) {
      waiting = null;
      call();
    },
  };
}
