import type { Progress } from '../capture/documents';
import type { NavigationMark, TelemetryRecord } from '../journey/record';
import type { ListChange } from '../panel/records';
import { type SessionStorage, writeOf } from './kept-session';

/** The list that is kept. */
export interface KeptList {
  all(): readonly TelemetryRecord[];
  marks(): readonly NavigationMark[];
  listen(listener: (change: ListChange) => void): () => void;
}

export interface KeeperDeps {
  readonly storage: SessionStorage;
  readonly key: string;
  readonly browserSession: string;
  readonly list: KeptList;
  readonly progress: () => Progress;
  readonly now: () => number;
  /** Calls back once after so many milliseconds; answers the undo. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
  /** The database is broken or full: told once, and nothing more is written. */
  readonly onFailure: () => void;
}

export interface Keeper {
  /** Begins to keep what changes from now on, and what of the list is not kept yet. */
  start(isKept: (record: TelemetryRecord) => boolean): void;
  /** Writes at once what has not been written, as when the panel closes. */
  flush(): void;
  /** Stops, and deletes what was kept. */
  stop(): void;
}

/** Often enough to lose nothing that one would miss, seldom enough to cost nothing in a burst. */
const WRITE_EVERY_MS = 300;

/** Keeps the list in a storage: changed records in batches, each batch with how far the documents' logs were read. */
export function createKeeper(deps: KeeperDeps): Keeper {
  const { storage, key, browserSession, list, progress, now, after, onFailure } = deps;
  const pending = new Map<number, TelemetryRecord>();
  let known = new WeakSet<TelemetryRecord>();
  let removeThrough: number | null = null;
  let stopTimer: (() => void) | null = null;
  let stopListening: (() => void) | null = null;

  const giveUp = (): void => {
    if (stopListening === null) return;
    quit();
    onFailure();
  };
  const quit = (): void => {
    stopTimer?.();
    stopTimer = null;
    stopListening?.();
    stopListening = null;
    pending.clear();
  };
  const flush = (): void => {
    if (stopTimer === null) return;
    stopTimer();
    stopTimer = null;
    const head = { key, browserSession, updatedAt: now(), progress: progress(), marks: list.marks() };
    const write = writeOf(head, [...pending.values()], removeThrough);
    pending.clear();
    removeThrough = null;
    storage.write(write).catch(giveUp);
  };
  const due = (): void => {
    stopTimer ??= after(WRITE_EVERY_MS, flush);
  };
  const note = (record: TelemetryRecord): void => {
    if (known.has(record)) return;
    known.add(record);
    pending.set(record.row, record);
  };
  const forget = (throughRow: number): void => {
    removeThrough = throughRow;
    for (const row of pending.keys()) if (row <= throughRow) pending.delete(row);
  };
  const follow = (change: ListChange): void => {
    if (change.type === 'records') for (const { record } of change.changes) note(record);
    // A clearing that was undone brings back what changed meanwhile.
    if (change.type === 'all') list.all().forEach(note);
    if (change.type === 'forgotten') forget(change.throughRow);
    due();
  };

  return {
    start(isKept) {
      known = new WeakSet(list.all().filter(isKept));
      list.all().forEach(note);
      stopListening ??= list.listen(follow);
      if (pending.size > 0) due();
    },
    flush,
    stop() {
      quit();
      storage.remove([key]).catch(onFailure);
    },
  };
}
