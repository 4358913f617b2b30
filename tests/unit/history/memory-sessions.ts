import type { SessionStorage, SessionWrite } from '../../../lib/history/kept-session';

/** Sessions in memory, as the browser's database would hold them. */
export function memorySessions() {
  const heads = new Map<string, unknown>();
  const rows = new Map<string, Map<number, unknown>>();
  const writes: SessionWrite[] = [];
  let broken = false;
  const rowsOf = (key: string): Map<number, unknown> => {
    const known = rows.get(key) ?? new Map<number, unknown>();
    rows.set(key, known);
    return known;
  };
  const storage: SessionStorage = {
    heads: async () => [...heads.values()],
    records: async (key) =>
      [...rowsOf(key).entries()].sort(([one], [other]) => one - other).map(([, record]) => record),
    async write(write) {
      if (broken) throw new Error('QuotaExceededError');
      writes.push(write);
      const { head, put, removeThrough } = write;
      heads.set(head.key, head);
      const own = rowsOf(head.key);
      for (const row of [...own.keys()]) if (row <= (removeThrough ?? 0)) own.delete(row);
      for (const record of put) own.set(record.row, record);
    },
    async remove(keys) {
      for (const key of keys) {
        heads.delete(key);
        rows.delete(key);
      }
    },
  };
  const breakDown = (): void => {
    broken = true;
  };
  return { storage, heads, rowsOf, writes, breakDown };
}

/** Timers that run when the test says so. */
export function handTimers() {
  const waiting = new Set<() => void>();
  return {
    after: (_: number, call: () => void) => {
      waiting.add(call);
      return () => void waiting.delete(call);
    },
    waiting: () => waiting.size,
    run() {
      const due = [...waiting];
      waiting.clear();
      for (const call of due) call();
    },
  };
}
