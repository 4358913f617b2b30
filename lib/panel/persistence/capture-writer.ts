import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import { estimateRecordBytes, hasLongValues } from '#core/journey/values/long-values';
import { observedOf } from '#core/stream/judged-record';
import type { Scheduler } from '#core/util/scheduler';
import type { Progress } from '#core/wire/observed-documents';
import { createLongValueWriter } from './long-value-writer';
import { type CaptureStorage, type CaptureWrite, createCaptureWrite } from './stored-capture';
import { createWriteSchedule } from './write-schedule';

/** The list that is stored. */
interface PersistedList {
  all(): readonly TelemetryRecord[];
  navigations(): readonly Navigation[];
  subscribe(listener: (change: ListChange) => void): () => void;
}

export interface CaptureWriterDeps {
  readonly storage: CaptureStorage;
  readonly key: string;
  readonly browserSession: string;
  readonly list: PersistedList;
  readonly progress: () => Progress;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
  readonly scheduler: Pick<Scheduler, 'now' | 'setTimer' | 'whenIdle'>;
  /** Whether reports arrive faster than the panel can process them. */
  readonly isBurst: () => boolean;
  /** Called when long values were stored. Use {@link CaptureWriter.hasStored} to check each record. */
  readonly onValuesStored: () => void;
  /** Called once when the database is corrupt or full. Nothing more is written. */
  readonly onFailure: () => void;
}

export interface CaptureWriter {
  /**
   * Stores the rows that are not stored yet, and each change from then on.
   * `replacesAll` replaces the stored capture, except long values that rows of the list need. `clearedThrough` is the
   * last row that an earlier panel cleared.
   */
  start(
    isStored: (record: TelemetryRecord) => boolean,
    options?: { readonly replacesAll?: boolean; readonly clearedThrough?: number },
  ): void;
  /** Whether the long values of this exact state of a record are stored, and can be reread. */
  hasStored(record: TelemetryRecord): boolean;
  /** Writes pending changes at once, for example when the panel closes. */
  flush(): void;
  /** Stops, and deletes the stored capture. */
  stop(): void;
}

/** Changes that are committed together. */
interface WriteRound {
  readonly records: readonly TelemetryRecord[];
  nextIndex: number;
  readonly write: CaptureWrite;
}

/** Records that are written in one task, which takes a few milliseconds. */
const BATCH_SIZE = 100;

/** Limits batches with long values: their JSON texts stay in memory until they are written. */
const MAX_BATCH_BYTES = 4_000_000;

/**
 * Stores the list in batches of changed records.
 * The last write of each round commits the batches, together with how far the documents' logs were read. In a burst, an
 * event changes several times, and only its last state of each second is stored.
 */
export function createCaptureWriter(deps: CaptureWriterDeps): CaptureWriter {
  const { storage, key, browserSession, list, progress, now, scheduler, isBurst, onFailure, onValuesStored } = deps;
  let pending = new Map<number, TelemetryRecord>();
  /** Last stored record of each row. (Adding to a WeakSet of this size was measurably slower.) */
  const storedRecords = new Map<number, TelemetryRecord>();
  let removeThrough: number | null = null;
  /** The last cleared row, and the one before the clearing that can still be undone. */
  let clearedThrough = 0;
  let clearedThroughBefore = 0;
  let round: WriteRound | null = null;
  let unsubscribe: (() => void) | null = null;

  const handleFailure = (): void => {
    if (unsubscribe === null) return;
    stopWriting();
    onFailure();
  };
  const longValues = createLongValueWriter({ storage, key, onStored: onValuesStored, onFailure: handleFailure });
  const stopWriting = (): void => {
    schedule.cancel();
    unsubscribe?.();
    unsubscribe = null;
    round = null;
    // The maps are not read again, and would retain every cleared event.
    storedRecords.clear();
    pending.clear();
    longValues.forget(Number.POSITIVE_INFINITY);
  };
  const nextBatch = (records: readonly TelemetryRecord[], from: number): readonly TelemetryRecord[] => {
    const batch: TelemetryRecord[] = [];
    let bytes = 0;
    for (const record of records.slice(from, from + BATCH_SIZE)) {
      if (bytes >= MAX_BATCH_BYTES) break;
      const isLong = hasLongValues(record);
      if (isLong) bytes += estimateRecordBytes(record);
      batch.push(isLong ? longValues.extract(record) : record);
    }
    return batch;
  };
  const startRound = (): void => {
    const all = list.all();
    const summary = { url: all.at(-1)?.frame.url ?? '', events: all.length };
    const state = { progress: progress(), navigations: list.navigations(), clearedThrough };
    const metadata = { key, browserSession, updatedAt: now(), ...summary, ...state };
    round = { records: [...pending.values()], nextIndex: 0, write: createCaptureWrite(metadata, removeThrough) };
    pending = new Map();
    removeThrough = null;
  };
  /** Makes the rest of a round pending again, so that it is committed together with all later changes. */
  const rejoinRound = (): void => {
    if (round === null) return;
    const { records, nextIndex, write } = round;
    round = null;
    removeThrough ??= write.removeThrough;
    for (const record of records.slice(nextIndex)) {
      if (record.row > (removeThrough ?? 0) && !pending.has(record.row)) pending.set(record.row, record);
    }
  };
  /** Writes a batch of the pending records. Returns whether more remain. */
  const writeBatch = (): boolean => {
    if (round === null) return false;
    const { records, nextIndex, write } = round;
    const batch = nextBatch(records, nextIndex);
    if (batch.length > 0) storage.put(key, batch).catch(handleFailure);
    round.nextIndex += batch.length;
    if (round.nextIndex < records.length) return true;
    round = null;
    schedule.handleRoundWritten();
    storage.write(write).catch(handleFailure);
    return false;
  };
  const write = (): void => {
    if (round === null) startRound();
    if (writeBatch()) schedule.scheduleNextBatch();
    else if (pending.size > 0 || removeThrough !== null) schedule.schedule();
  };
  const schedule = createWriteSchedule({ scheduler, isBurst, write });
  const setPending = (listed: TelemetryRecord): void => {
    const record = observedOf(listed);
    if (storedRecords.get(record.row) === record) return;
    storedRecords.set(record.row, record);
    pending.set(record.row, record);
  };
  const forgetRows = (throughRow: number): void => {
    removeThrough = throughRow;
    longValues.forget(throughRow);
    for (const rowMap of [storedRecords, pending]) {
      for (const row of rowMap.keys()) if (row <= throughRow) rowMap.delete(row);
    }
  };
  const handleChange = (change: ListChange): void => {
    if (change.type === 'records') for (const { record } of change.changes) setPending(record);
    // Undoing Clear restores records that changed meanwhile.
    if (change.type === 'all') list.all().forEach(setPending);
    if (change.type === 'cleared') [clearedThroughBefore, clearedThrough] = [clearedThrough, change.throughRow];
    if (change.type === 'restored') clearedThrough = clearedThroughBefore;
    if (change.type === 'forgotten') forgetRows(change.throughRow);
    schedule.schedule();
  };

  return {
    start(isStored, { replacesAll = false, clearedThrough: earlierCleared = 0 } = {}) {
      clearedThrough = earlierCleared;
      // A browser that closed at once may have left the cleared records behind.
      removeThrough = earlierCleared > 0 && !replacesAll ? earlierCleared : null;
      // Long values that another panel stored for restored rows exist only in the storage, and must stay there.
      if (replacesAll) storage.removeAllBut(key, storedRowsOf(list)).catch(handleFailure);
      storedRecords.clear();
      for (const record of list.all().map(observedOf)) if (isStored(record)) storedRecords.set(record.row, record);
      list.all().forEach(setPending);
      unsubscribe ??= list.subscribe(handleChange);
      if (replacesAll || pending.size > 0) schedule.schedule();
    },
    hasStored: (record) => longValues.hasStored(observedOf(record)),
    flush() {
      if (!schedule.isScheduled()) return;
      schedule.cancel();
      // When a page closes, the browser drops a write that waits for another: all is committed by one.
      rejoinRound();
      startRound();
      while (writeBatch());
    },
    stop() {
      stopWriting();
      storage.remove([key]).catch(onFailure);
    },
  };
}

function storedRowsOf(list: PersistedList): ReadonlySet<number> {
  return new Set(list.all().flatMap(({ row, longValues }) => (longValues === 'stored' ? [row] : [])));
}
