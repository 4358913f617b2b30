import type { TelemetryRecord } from '#core/journey/record';
import type { CaptureStorage, CaptureWrite } from '#panel/persistence/stored-capture';

/** Captures in memory, as the browser's database would hold them. */
export function memoryCaptures() {
  const metadataByKey = new Map<string, unknown>();
  const rows = new Map<string, Map<number, unknown>>();
  /** The last removed row of each capture. As in the browser's database, earlier rows are not read. */
  const removedThrough = new Map<string, number>();
  const handed: TelemetryRecord[] = [];
  const writes: (CaptureWrite & { readonly put: readonly TelemetryRecord[] })[] = [];
  const valuesOf = new Map<string, string>();
  /** The rows whose long values were written, one by one. */
  const valuePuts: number[] = [];
  let broken = false;
  const rowsOf = (key: string): Map<number, unknown> => {
    const known = rows.get(key) ?? new Map<number, unknown>();
    rows.set(key, known);
    return known;
  };
  const storage: CaptureStorage = {
    metadata: async () => [...metadataByKey.values()],
    records: async (key) =>
      [...rowsOf(key).entries()]
        .filter(([row]) => row > (removedThrough.get(key) ?? 0))
        .sort(([one], [other]) => one - other)
        .map(([, record]) => record),
    async put(_, records) {
      if (broken) throw new Error('QuotaExceededError');
      handed.push(...records);
    },
    async write({ metadata, removeThrough }) {
      if (broken) throw new Error('QuotaExceededError');
      const put = handed.splice(0);
      writes.push({ metadata, removeThrough, put });
      metadataByKey.set(metadata.key, metadata);
      const own = rowsOf(metadata.key);
      for (const record of put) own.set(record.row, record);
      removedThrough.set(metadata.key, Math.max(removedThrough.get(metadata.key) ?? 0, removeThrough ?? 0));
      for (const row of [...own.keys()]) if (row <= (removeThrough ?? 0)) own.delete(row);
    },
    async putValues(key, row, values) {
      if (broken) throw new Error('QuotaExceededError');
      valuePuts.push(row);
      valuesOf.set(`${key} ${row}`, JSON.stringify(values));
    },
    async values(key, row) {
      const text = valuesOf.get(`${key} ${row}`);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async remove(keys) {
      for (const key of keys) {
        metadataByKey.delete(key);
        rows.delete(key);
        removedThrough.delete(key);
        for (const stored of [...valuesOf.keys()]) if (stored.startsWith(`${key} `)) valuesOf.delete(stored);
      }
    },
    async removeAllBut(key, valuesOfRows) {
      metadataByKey.delete(key);
      rows.delete(key);
      removedThrough.delete(key);
      for (const stored of [...valuesOf.keys()]) {
        const row = Number(stored.slice(key.length + 1));
        if (stored.startsWith(`${key} `) && !valuesOfRows.has(row)) valuesOf.delete(stored);
      }
    },
  };
  const breakDown = (): void => {
    broken = true;
  };
  const repair = (): void => {
    broken = false;
  };
  return { storage, metadataByKey, rowsOf, writes, valuePuts, breakDown, repair };
}

/** Timers that the test runs. */
export function createFakeTimers() {
  const waiting = new Set<() => void>();
  let lastWait = 0;
  let clock = 0;
  const setTimer = (milliseconds: number, call: () => void) => {
    lastWait = milliseconds;
    waiting.add(call);
    return () => void waiting.delete(call);
  };
  return {
    setTimer,
    scheduler: { now: () => clock, setTimer, whenIdle: (call: () => void) => setTimer(0, call) },
    /** The time of a monotonic clock. */
    setClock(at: number) {
      clock = at;
    },
    pendingCount: () => waiting.size,
    lastWait: () => lastWait,
    run() {
      const due = [...waiting];
      waiting.clear();
      for (const call of due) call();
    },
  };
}
