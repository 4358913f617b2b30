import type { ValueStore } from '#core/journey/values/memory-budget';
import { readLongValues } from '#core/journey/values/stored-long-values';
import { type Message, message } from '#core/util/message';
import { fail, type Result } from '#core/util/result';
import { withTimeout } from '#core/util/with-timeout';
import type { CaptureLock } from './capture-lock';
import { type CaptureWriter, type CaptureWriterDeps, createCaptureWriter } from './capture-writer';
import { openStoredCapture } from './open-capture';
import type { KeepFor } from './retention';
import type { CaptureStorage, StoredCapture } from './stored-capture';

export interface CaptureHistoryDeps
  extends Pick<CaptureWriterDeps, 'list' | 'progress' | 'now' | 'scheduler' | 'isBurst' | 'onValuesStored'> {
  /** Rejects if the browser's database cannot be opened. */
  readonly openStorage: () => Promise<CaptureStorage>;
  /** Returns the random name of this run of the browser. */
  readonly browserSession: () => Promise<string>;
  readonly tabId: number;
  readonly lock: CaptureLock;
  /** Shows the user that the capture cannot be stored or restored. */
  readonly notify: (problem: Message) => void;
}

/**
 * Stores the capture of one tab, so that it outlives the panel.
 * If the database fails, the panel works without it.
 */
export interface CaptureHistory {
  /** Reads the stored capture, or `null` if there is none. Resolves within 10 seconds. */
  load(keepFor: KeepFor): Promise<StoredCapture | null>;
  /**
   * Sets the retention, and stores the list from now on unless it is `none`.
   * Call after the restored capture was added to the list.
   */
  select(keepFor: KeepFor): void;
  /** Stores the long values of the list's records while the capture is stored. */
  readonly valueStore: ValueStore;
  flush(): void;
}

export function createCaptureHistory(deps: CaptureHistoryDeps): CaptureHistory {
  const { tabId, lock, list, progress, now, scheduler, isBurst, onValuesStored, notify } = deps;
  let storage: CaptureStorage | null = null;
  let browserSession = '';
  let writer: CaptureWriter | null = null;
  let loadedRecords: readonly unknown[] = [];
  let clearedThrough = 0;
  let hasLock = false;
  /** Whether the stored capture is not part of this list, and has row numbers of another list. */
  let replacesStored = false;
  let retention: KeepFor = 'none';
  let isBroken = false;

  const read = async (keepFor: KeepFor): Promise<Result<StoredCapture | null, Message>> => {
    [storage, browserSession, hasLock] = await Promise.all([
      deps.openStorage(),
      deps.browserSession(),
      lock.isAcquired,
    ]);
    if (!hasLock) waitForLock();
    return openStoredCapture({ storage, key: captureKey(browserSession, tabId), browserSession, keepFor, now });
  };
  const waitForLock = (): void =>
    void lock.acquired.then(() => {
      hasLock = true;
      replacesStored = true;
      select(retention);
    });
  const createWriter = (opened: CaptureStorage): CaptureWriter =>
    createCaptureWriter({
      storage: opened,
      key: captureKey(browserSession, tabId),
      browserSession,
      list,
      progress,
      now,
      scheduler,
      isBurst,
      onValuesStored,
      onFailure: () => {
        isBroken = true;
        notify(message('capture.storageFull'));
      },
    });

  const select = (keepFor: KeepFor): void => {
    retention = keepFor;
    if (storage === null || !hasLock) return;
    if (keepFor === 'none') {
      writer?.stop();
      writer = null;
      return;
    }
    if (writer !== null) return;
    writer = createWriter(storage);
    isBroken = false;
    const stored = new Set(replacesStored ? [] : loadedRecords);
    loadedRecords = [];
    writer.start((record) => stored.has(record), { replacesAll: replacesStored, clearedThrough });
  };

  return {
    async load(keepFor) {
      const stored = await withTimeout(
        read(keepFor),
        fail(message('capture.storageNotResponding')),
        scheduler.setTimer,
      );
      if (!stored.ok) {
        replacesStored = true;
        notify(stored.failure);
        return null;
      }
      loadedRecords = hasLock ? (stored.value?.records ?? []) : [];
      clearedThrough = stored.value?.metadata.clearedThrough ?? 0;
      return stored.value;
    },
    select,
    valueStore: {
      isOpen: () => writer !== null && !isBroken,
      hasStored: (record) => writer?.hasStored(record) ?? false,
      async read(row) {
        const values = await storage?.values(captureKey(browserSession, tabId), row);
        return readLongValues(values);
      },
    },
    flush: () => writer?.flush(),
  };
}

/**
 * Returns the storage key of a tab's capture.
 * Firefox reuses tab ids in each run: without the run's name, a key could return rows of another day.
 */
export function captureKey(browserSession: string, tabId: number): string {
  return `${browserSession} ${tabId}`;
}
