import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import { estimateRecordBytes, hasLongValues, longValuesOf } from '#core/journey/values/long-values';
import { hashTruncated, truncateRecord } from '#core/journey/values/truncate-record';
import { observedOf } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { Progress } from '#core/wire/observed-documents';
import { type CaptureStorage, type CaptureWrite, createCaptureWrite } from './stored-capture';

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
  readonly scheduler: Pick<Scheduler, 'now' | 'after' | 'whenIdle'>;
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

/** Write interval during a burst. */
const WRITE_EVERY_MS = 1_000;

/**
 * Delay of the first write after a pause.
 * It is short, because a busy browser gives a closing panel no time to write, and rows that the user has seen must be
 * restored.
 */
const FIRST_WRITE_MS = 50;

/** Longest delay in a burst without a pause, in units of {@link FIRST_WRITE_MS}. */
const MAX_BURST_WAITS = 20;

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
  /** The records of this round, and the index of the next one to write. */
  let round: { readonly records: readonly TelemetryRecord[]; at: number; readonly write: CaptureWrite } | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let unsubscribe: (() => void) | null = null;

  /** Hash of the last stored long values, by row. */
  const storedValues = new Map<number, number>();
  const withStoredValues = new WeakSet<TelemetryRecord>();

  const handleFailure = (): void => {
    if (unsubscribe === null) return;
    stopWriting();
    onFailure();
  };
  const stopWriting = (): void => {
    firstWrite.cancel();
    nextWrite.cancel();
    unsubscribe?.();
    unsubscribe = null;
    round = null;
    // The maps are not read again, and would retain every cleared event.
    storedRecords.clear();
    pending.clear();
    storedValues.clear();
  };
  const putValues = async (record: TelemetryRecord, hash: number): Promise<void> => {
    if (storedValues.get(record.row) !== hash) await storage.putValues(key, record.row, longValuesOf(record));
    storedValues.set(record.row, hash);
    withStoredValues.add(record);
    onValuesStored();
  };
  /**
   * Returns a record without its long values.
   * These are stored separately, once for all changes of the record.
   */
  const withoutLongValues = (record: TelemetryRecord): TelemetryRecord => {
    const truncated = truncateRecord(record, 'stored');
    putValues(record, hashTruncated(truncated)).catch(handleFailure);
    return truncated;
  };
  const nextBatch = (records: readonly TelemetryRecord[], from: number): readonly TelemetryRecord[] => {
    const batch: TelemetryRecord[] = [];
    let bytes = 0;
    for (let at = from; at < records.length && batch.length < BATCH_SIZE && bytes < MAX_BATCH_BYTES; at += 1) {
      const record = records[at];
      if (!record) continue;
      const isLong = hasLongValues(record);
      if (isLong) bytes += estimateRecordBytes(record);
      batch.push(isLong ? withoutLongValues(record) : record);
    }
    return batch;
  };
  const startRound = (): void => {
    const all = list.all();
    const summary = { url: all.at(-1)?.frame.url ?? '', events: all.length };
    const state = { progress: progress(), navigations: list.navigations(), clearedThrough };
    const metadata = { key, browserSession, updatedAt: now(), ...summary, ...state };
    round = { records: [...pending.values()], at: 0, write: createCaptureWrite(metadata, removeThrough) };
    pending = new Map();
    removeThrough = null;
  };
  /** Makes the rest of a round pending again, so that it is committed together with all later changes. */
  const rejoinRound = (): void => {
    if (round === null) return;
    const { records, at, write } = round;
    round = null;
    removeThrough ??= write.removeThrough;
    for (const record of records.slice(at)) {
      if (record.row > (removeThrough ?? 0) && !pending.has(record.row)) pending.set(record.row, record);
    }
  };
  /** Writes a batch of the pending records. Returns whether more remain. */
  const writeBatch = (): boolean => {
    if (round === null) return false;
    const { records, at, write } = round;
    const batch = nextBatch(records, at);
    if (batch.length > 0) storage.put(key, batch).catch(handleFailure);
    round.at += batch.length;
    if (round.at < records.length) return true;
    round = null;
    writtenAt = scheduler.now();
    storage.write(write).catch(handleFailure);
    return false;
  };
  const write = (): void => {
    if (round === null) startRound();
    if (writeBatch()) nextWrite.schedule();
    else if (pending.size > 0 || removeThrough !== null) scheduleWrite();
  };
  const nextWrite = createJob(scheduler.whenIdle, write);
  /**
   * Number of times that writing was postponed in a burst.
   * Writing each event several times would take CPU time from reading.
   */
  let burstWaits = 0;
  const firstWrite = createJob(
    (run) => scheduler.after(burstWaits === 0 ? untilNextWriteMs() : FIRST_WRITE_MS, run),
    () => {
      const waits = burstWaits < MAX_BURST_WAITS && isBurst();
      burstWaits = waits ? burstWaits + 1 : 0;
      if (waits) firstWrite.schedule();
      else write();
    },
  );
  const untilNextWriteMs = (): number => Math.max(FIRST_WRITE_MS, writtenAt + WRITE_EVERY_MS - scheduler.now());
  const scheduleWrite = (): void => {
    if (!nextWrite.isScheduled()) firstWrite.schedule();
  };
  const setPending = (listed: TelemetryRecord): void => {
    const record = observedOf(listed);
    if (storedRecords.get(record.row) === record) return;
    storedRecords.set(record.row, record);
    pending.set(record.row, record);
  };
  const forgetRows = (throughRow: number): void => {
    removeThrough = throughRow;
    for (const rowMap of [storedRecords, pending, storedValues]) {
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
    scheduleWrite();
  };

  return {
    start(isStored, { replacesAll = false, clearedThrough: earlierCleared = 0 } = {}) {
      clearedThrough = earlierCleared;
      // A browser that closed at once may have left the cleared records behind.
      removeThrough = earlierCleared > 0 && !replacesAll ? earlierCleared : null;
      // Only this copy exists of long values that another panel stored for rows that this list restored.
      if (replacesAll) storage.removeAllBut(key, storedRowsOf(list)).catch(handleFailure);
      storedRecords.clear();
      for (const record of list.all().map(observedOf)) if (isStored(record)) storedRecords.set(record.row, record);
      list.all().forEach(setPending);
      unsubscribe ??= list.subscribe(handleChange);
      if (replacesAll || pending.size > 0) scheduleWrite();
    },
    hasStored: (record) => withStoredValues.has(observedOf(record)),
    flush() {
      if (!firstWrite.isScheduled() && !nextWrite.isScheduled()) return;
      firstWrite.cancel();
      nextWrite.cancel();
      burstWaits = 0;
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
