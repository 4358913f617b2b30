import { tryImport } from '#components/kit/lazy-import.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { midOf } from '#core/pipeline/record-fate';
import type { RowFacts } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';

/** The pipeline's predicted handling of an event: counted, invalid by its schema, or dropped as a duplicate. */
export type PredictedCount = 'counted' | 'invalid' | 'dropped';

/** Predicts which events of a list the pipeline would reject. */
export interface RejectedEvents {
  /**
   * Predicts what the pipeline does with an event. A rejected or dropped event is in no summary.
   * An event from a file without requests counts, because the pipeline may have accepted it.
   */
  predict(record: JudgedRecord): PredictedCount;
  /**
   * Returns the rows whose prediction may change with a record: its own row, and the rows with the same `mid`.
   * Call it for every new or changed record, because it remembers the rows of each `mid`.
   */
  collectAffectedRows(record: JudgedRecord): Iterable<number>;
  /** Calls back as soon as all records can be predicted without a delay. */
  whenReady(callback: () => void): void;
  stop(): void;
}

/** Maximum number of updated rows with the same `mid`. If there are more, all but the first are duplicates anyway. */
const MAX_ROWS_PER_MID = 50;

/**
 * Creates the predictor of rejected events for a list.
 *
 * @param onChange called when the predictions of all events may have changed.
 */
export function createRejectedEvents(
  { records, loadFacts }: Pick<EventList, 'records' | 'loadFacts'>,
  onChange: () => void,
): RejectedEvents {
  let fates: RowFacts | null = null;
  let loading: Promise<void> | null = null;
  let isStopped = false;
  let pendingCallback: (() => void) | null = null;
  const rowsByMid = new Map<string, Set<number>>();
  const load = async (): Promise<void> => {
    const loaded = await tryImport(async () => (await loadFacts?.('fate', records, onChange)) ?? null);
    if (isStopped) loaded?.stop();
    else fates = loaded;
  };
  const whenLoaded = async (): Promise<void> => {
    loading ??= load();
    await loading;
    if (isStopped) return;
    const callback = pendingCallback;
    pendingCallback = null;
    if (callback === null) return;
    if (fates === null || records.all().every(isFromFile)) callback();
    else fates.whenReady(callback);
  };
  return {
    predict(record) {
      if (fates === null || isFromFile(record) || !fates.has(record, 'dropped')) return 'counted';
      return fates.has(record, 'invalid') ? 'invalid' : 'dropped';
    },
    collectAffectedRows(record) {
      if (!record.sharesMid) return [record.row];
      const mid = midOf(record);
      const rows = rowsByMid.get(mid) ?? new Set();
      rowsByMid.set(mid, rows);
      if (rows.size < MAX_ROWS_PER_MID) rows.add(record.row);
      return rows.size < MAX_ROWS_PER_MID ? rows : [record.row];
    },
    whenReady(callback) {
      pendingCallback = callback;
      void whenLoaded();
    },
    stop() {
      isStopped = true;
      fates?.stop();
    },
  };
}

function isFromFile({ event, requests }: JudgedRecord): boolean {
  return event?.observedIn === 'file' && requests.length === 0;
}
