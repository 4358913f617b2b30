import type { TelemetryRecord } from '#core/journey/record';
import type { CaptureStorage, CaptureWrite } from '#panel/persistence/stored-capture';

/** Creates a storage that keeps captures in memory, and reads them as the browser’s database does. */
export function createMemoryCaptures() {
  const metadataByKey = new Map<string, unknown>();
  const rows = new Map<string, Map<number, unknown>>();
  /** The last removed row of each capture. As in the browser's database, earlier rows are not read. */
  const removedThrough = new Map<string, number>();
  /** The records that `put` received since the last write. */
  const pendingRecords: TelemetryRecord[] = [];
  const writes: (CaptureWrite & { readonly put: readonly TelemetryRecord[] })[] = [];
  /** The JSON of long values, by the key of the capture and the row. */
  const longValues = new Map<string, string>();
  /** The row of each write of long values. */
  const valuePuts: number[] = [];
  let isBroken = false;
  const rowsOf = (key: string): Map<number, unknown> => {
    const capture = rows.get(key) ?? new Map<number, unknown>();
    rows.set(key, capture);
    return capture;
  };
  const storage: CaptureStorage = {
    metadata: async () => [...metadataByKey.values()],
    records: async (key) =>
      [...rowsOf(key).entries()]
        .filter(([row]) => row > (removedThrough.get(key) ?? 0))
        .sort(([one], [other]) => one - other)
        .map(([, record]) => record),
    async put(_, records) {
      if (isBroken) throw new Error('QuotaExceededError');
      pendingRecords.push(...records);
    },
    async write({ metadata, removeThrough }) {
      if (isBroken) throw new Error('QuotaExceededError');
      const put = pendingRecords.splice(0);
      writes.push({ metadata, removeThrough, put });
      metadataByKey.set(metadata.key, metadata);
      const captureRows = rowsOf(metadata.key);
      for (const record of put) captureRows.set(record.row, record);
      removedThrough.set(metadata.key, Math.max(removedThrough.get(metadata.key) ?? 0, removeThrough ?? 0));
      for (const row of [...captureRows.keys()]) if (row <= (removeThrough ?? 0)) captureRows.delete(row);
    },
    async putValues(key, row, values) {
      if (isBroken) throw new Error('QuotaExceededError');
      valuePuts.push(row);
      longValues.set(`${key} ${row}`, JSON.stringify(values));
    },
    async values(key, row) {
      const text = longValues.get(`${key} ${row}`);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async remove(keys) {
      for (const key of keys) {
        metadataByKey.delete(key);
        rows.delete(key);
        removedThrough.delete(key);
        for (const rowKey of [...longValues.keys()]) if (rowKey.startsWith(`${key} `)) longValues.delete(rowKey);
      }
    },
    async removeAllBut(key, valuesOfRows) {
      metadataByKey.delete(key);
      rows.delete(key);
      removedThrough.delete(key);
      for (const rowKey of [...longValues.keys()]) {
        const row = Number(rowKey.slice(key.length + 1));
        if (rowKey.startsWith(`${key} `) && !valuesOfRows.has(row)) longValues.delete(rowKey);
      }
    },
  };
  const breakDown = (): void => {
    isBroken = true;
  };
  const repair = (): void => {
    isBroken = false;
  };
  return { storage, metadataByKey, rowsOf, writes, valuePuts, breakDown, repair };
}

/** Creates timers that run only when the test calls `run`. */
export function createFakeTimers() {
  const pendingCalls = new Set<() => void>();
  let lastWait = 0;
  let clock = 0;
  const setTimer = (milliseconds: number, call: () => void) => {
    lastWait = milliseconds;
    pendingCalls.add(call);
    return () => void pendingCalls.delete(call);
  };
  return {
    setTimer,
    scheduler: { now: () => clock, setTimer, whenIdle: (call: () => void) => setTimer(0, call) },
    /** Sets the time that `scheduler.now` returns. */
    setClock(at: number) {
      clock = at;
    },
    pendingCount: () => pendingCalls.size,
    lastWait: () => lastWait,
    run() {
      const due = [...pendingCalls];
      pendingCalls.clear();
      for (const call of due) call();
    },
  };
}
