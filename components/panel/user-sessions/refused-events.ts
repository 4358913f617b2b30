import { tryImport } from '#components/kit/lazy-import.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { midOf } from '#core/pipeline/record-fate';
import type { RowFacts } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';

/** What the pipeline would do with an event: count it, refuse it by its schema, or drop it, as a duplicate. */
export type PredictedCount = 'counted' | 'invalid' | 'dropped';

/** Which events of a list the pipeline would refuse. */
export interface RefusedEvents {
  /**
   * Predicts what the pipeline does with an event. One that it refuses or drops is in no summary.
   * An event of a file without requests counts: it may be one that the pipeline has accepted.
   */
  predict(record: JudgedRecord): PredictedCount;
  /** Returns the rows of which that may change with a record: its own, and those with its `mid`. */
  rowsOf(record: JudgedRecord): Iterable<number>;
  /** Calls back as soon as it can be asked of all records without a pause. */
  whenReady(call: () => void): void;
  stop(): void;
}

/** Of more events with one `mid`, all but the first are duplicates, whatever becomes of another. */
const MAX_SHARING = 50;

/**
 * Creates the test whether the pipeline would refuse events of a list.
 *
 * @param onChange called when that may be otherwise for all of them.
 */
export function createRefusedEvents(
  { records, loadFacts }: Pick<EventList, 'records' | 'loadFacts'>,
  onChange: () => void,
): RefusedEvents {
  let fates: RowFacts | null = null;
  let loading: Promise<void> | null = null;
  let isStopped = false;
  let waiting: (() => void) | null = null;
  const sharing = new Map<string, Set<number>>();
  const load = async (): Promise<void> => {
    const loaded = await tryImport(async () => (await loadFacts?.('fate', records, onChange)) ?? null);
    if (isStopped) loaded?.stop();
    else fates = loaded;
  };
  const whenLoaded = async (): Promise<void> => {
    loading ??= load();
    await loading;
    if (isStopped) return;
    const call = waiting;
    waiting = null;
    if (call === null) return;
    if (fates === null || records.all().every(isOfFile)) call();
    else fates.whenReady(call);
  };
  return {
    predict(record) {
      if (fates === null || isOfFile(record) || !fates.has(record, 'dropped')) return 'counted';
      return fates.has(record, 'invalid') ? 'invalid' : 'dropped';
    },
    rowsOf(record) {
      if (!record.sharesMid) return [record.row];
      const mid = midOf(record);
      const rows = sharing.get(mid) ?? new Set();
      sharing.set(mid, rows);
      if (rows.size < MAX_SHARING) rows.add(record.row);
      return rows.size < MAX_SHARING ? rows : [record.row];
    },
    whenReady(call) {
      waiting = call;
      void whenLoaded();
    },
    stop() {
      isStopped = true;
      fates?.stop();
    },
  };
}

function isOfFile({ event, requests }: JudgedRecord): boolean {
  return event?.observedIn === 'file' && requests.length === 0;
}
