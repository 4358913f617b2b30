import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import { hasLongValues, longValuesOf, weighRecord } from '#core/journey/values/long-values';
import { hashShortened, shortenRecord } from '#core/journey/values/shorten-record';
import { observedOf } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { Progress } from '#core/wire/observed-documents';
import { type CaptureStorage, type CaptureWrite, writeOf } from './stored-capture';

/** The list that is stored. */
interface PersistedList {
  all(): readonly TelemetryRecord[];
  marks(): readonly NavigationMark[];
  listen(listener: (change: ListChange) => void): () => void;
}

export interface CaptureWriterDeps {
  readonly storage: CaptureStorage;
  readonly key: string;
  readonly browserSession: string;
  readonly list: PersistedList;
  readonly progress: () => Progress;
  /** The time of day. */
  readonly now: () => number;
  readonly scheduler: Pick<Scheduler, 'now' | 'after' | 'whenIdle'>;
  /** Whether more waits to be read than can be read at once. */
  readonly isFlood: () => boolean;
  /** Long values have been stored: {@link CaptureWriter.hasStored} says of which records. */
  readonly onValuesStored: () => void;
  /** The database is broken or full: called once, and nothing more is written. */
  readonly onFailure: () => void;
}

export interface CaptureWriter {
  /**
   * Starts to store changes, and the rows that are not stored yet.
   * `anew` replaces all that is stored, except long values that rows of the list still need.
   */
  start(isStored: (record: TelemetryRecord) => boolean, anew?: boolean): void;
  /** Whether the long values of this very record are stored, so that they can be read back. */
  hasStored(record: TelemetryRecord): boolean;
  /** Writes pending changes at once, as when the panel closes. */
  flush(): void;
  /** Stops, and deletes the stored capture. */
  stop(): void;
}

/** In a burst: seldom enough to cost nothing. */
const WRITE_EVERY_MS = 1_000;

/**
 * After a rest: when the row is on the screen.
 * A browser that is busy gives a panel that closes no time to write, and what a user has seen must be there again.
 */
const FIRST_WRITE_MS = 50;

/** In units of {@link FIRST_WRITE_MS}: a page that never pauses is written all the same. */
const MAX_FLOOD_WAITS = 20;

/** Records that are handed over in one go: a few milliseconds of work. */
const BATCH_SIZE = 100;

/** Long values are handed over with so few others: their texts are made, and held until they are written. */
const MAX_BATCH_BYTES = 4_000_000;

/**
 * Stores the list: a few changed records at a time, and then, in one step, that they count and how far the documents'
 * logs were read.
 * In a burst an event changes several times; only its last state of a second is stored.
 */
export function createCaptureWriter(deps: CaptureWriterDeps): CaptureWriter {
  const { storage, key, browserSession, list, progress, now, scheduler, isFlood, onFailure, onValuesStored } = deps;
  let pending = new Map<number, TelemetryRecord>();
  /** Last stored record of each row. (Adding to a WeakSet of this size was measurably slower.) */
  const known = new Map<number, TelemetryRecord>();
  let removeThrough: number | null = null;
  /** The records that are being written, and those to write next. */
  let inHand: { readonly records: readonly TelemetryRecord[]; at: number; readonly write: CaptureWrite } | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let stopListening: (() => void) | null = null;

  /** Hash of the last stored long values, by row. */
  const storedValues = new Map<number, number>();
  const withStoredValues = new WeakSet<TelemetryRecord>();

  const giveUp = (): void => {
    if (stopListening === null) return;
    quit();
    onFailure();
  };
  const quit = (): void => {
    begin.cancel();
    goOn.cancel();
    stopListening?.();
    stopListening = null;
    inHand = null;
    // The cache may never be read again and would retain every cleared event.
    known.clear();
    pending.clear();
    storedValues.clear();
  };
  const putValues = async (record: TelemetryRecord, hash: number): Promise<void> => {
    if (storedValues.get(record.row) !== hash) await storage.putValues(key, record.row, longValuesOf(record));
    storedValues.set(record.row, hash);
    withStoredValues.add(record);
    onValuesStored();
  };
  /** Returns a record as it is written: its long values are stored once, however often it changes. */
  const withoutLongValues = (record: TelemetryRecord): TelemetryRecord => {
    const shortened = shortenRecord(record, 'stored');
    putValues(record, hashShortened(shortened)).catch(giveUp);
    return shortened;
  };
  const nextBatch = (records: readonly TelemetryRecord[], from: number): readonly TelemetryRecord[] => {
    const batch: TelemetryRecord[] = [];
    let bytes = 0;
    for (let at = from; at < records.length && batch.length < BATCH_SIZE && bytes < MAX_BATCH_BYTES; at += 1) {
      const record = records[at];
      if (!record) continue;
      const isLong = hasLongValues(record);
      if (isLong) bytes += weighRecord(record);
      batch.push(isLong ? withoutLongValues(record) : record);
    }
    return batch;
  };
  const take = (): void => {
    const all = list.all();
    const about = { url: all.at(-1)?.frame.url ?? '', events: all.length };
    const head = { key, browserSession, updatedAt: now(), ...about, progress: progress(), marks: list.marks() };
    inHand = { records: [...pending.values()], at: 0, write: writeOf(head, removeThrough) };
    pending = new Map();
    removeThrough = null;
  };
  /** Writes some of the pending records; returns whether there are more. */
  const putSome = (): boolean => {
    if (inHand === null) return false;
    const { records, at, write } = inHand;
    const batch = nextBatch(records, at);
    if (batch.length > 0) storage.put(key, batch).catch(giveUp);
    inHand.at += batch.length;
    if (inHand.at < records.length) return true;
    inHand = null;
    writtenAt = scheduler.now();
    storage.write(write).catch(giveUp);
    return false;
  };
  const write = (): void => {
    if (inHand === null) take();
    if (putSome()) goOn.schedule();
    else if (pending.size > 0 || removeThrough !== null) due();
  };
  const goOn = createJob(scheduler.whenIdle, write);
  /** In a flood each event would be written several times, and the database takes a processor from reading it. */
  let floodWaits = 0;
  const begin = createJob(
    (run) => scheduler.after(floodWaits === 0 ? untilNextWriteMs() : FIRST_WRITE_MS, run),
    () => {
      const waits = floodWaits < MAX_FLOOD_WAITS && isFlood();
      floodWaits = waits ? floodWaits + 1 : 0;
      if (waits) begin.schedule();
      else write();
    },
  );
  const untilNextWriteMs = (): number => Math.max(FIRST_WRITE_MS, writtenAt + WRITE_EVERY_MS - scheduler.now());
  const due = (): void => {
    if (!goOn.isScheduled()) begin.schedule();
  };
  const note = (listed: TelemetryRecord): void => {
    const record = observedOf(listed);
    if (known.get(record.row) === record) return;
    known.set(record.row, record);
    pending.set(record.row, record);
  };
  const forget = (throughRow: number): void => {
    removeThrough = throughRow;
    for (const noted of [known, pending, storedValues]) {
      for (const row of noted.keys()) if (row <= throughRow) noted.delete(row);
    }
  };
  const follow = (change: ListChange): void => {
    if (change.type === 'records') for (const { record } of change.changes) note(record);
    // An undone clear restores records that changed meanwhile.
    if (change.type === 'all') list.all().forEach(note);
    if (change.type === 'forgotten') forget(change.throughRow);
    due();
  };

  return {
    start(isStored, anew = false) {
      // Long values that another panel stored for rows which this list restored are nowhere else.
      if (anew) storage.removeAllBut(key, storedRowsOf(list)).catch(giveUp);
      known.clear();
      for (const record of list.all().map(observedOf)) if (isStored(record)) known.set(record.row, record);
      list.all().forEach(note);
      stopListening ??= list.listen(follow);
      if (anew || pending.size > 0) due();
    },
    hasStored: (record) => withStoredValues.has(observedOf(record)),
    flush() {
      if (!begin.isScheduled() && !goOn.isScheduled()) return;
      begin.cancel();
      goOn.cancel();
      floodWaits = 0;
      while (putSome());
      take();
      while (putSome());
    },
    stop() {
      quit();
      storage.remove([key]).catch(onFailure);
    },
  };
}

function storedRowsOf(list: PersistedList): ReadonlySet<number> {
  return new Set(list.all().flatMap(({ row, longValues }) => (longValues === 'stored' ? [row] : [])));
}
