import { createJob, type Scheduler } from '#core/util/scheduler';
import type { LongValuePlace, TelemetryRecord } from '../record';
import type { ListChange, RecordList } from '../record-list';
import { hasLongValues, type LongValues, weighRecord } from './long-values';
import type { shortenRecord } from './shorten-record';

/** Share of the budget that remains after values were released, so that not every event releases some. */
const RELEASED_SHARE = 0.8;

/** The newest rows of a list keep their long values, as users look at them and they still change. */
const MIN_WHOLE_ROWS = 20;

/** Stores the long values of a list. */
export interface ValueStore {
  /** Whether what is recorded is stored at all. */
  isOpen(): boolean;
  /** Whether the long values of this very record are stored. */
  hasStored(record: TelemetryRecord): boolean;
  /** The long values of a row, or `null` where there are none. */
  read(row: number): Promise<LongValues | null>;
}

/** A list whose long values count. */
interface BudgetedList {
  readonly records: Pick<RecordList, 'all' | 'listen'>;
  /** `null` where nothing of the list is stored, as of a file. */
  readonly store: () => ValueStore | null;
  /** Puts shortened records in the place of these, in all that hold them. */
  release(whole: readonly TelemetryRecord[], place: LongValuePlace, shorten: ShortenRecord): void;
}

/** Shortens a record: {@link shortenRecord}, whose code a host may load late. */
export type ShortenRecord = typeof shortenRecord;

interface BudgetDeps extends Pick<Scheduler, 'nextTask'> {
  /** Called when values are first beyond the budget: most panels never need the code. Where it rejects, the next value tries again. */
  readonly loadShorten: () => ShortenRecord | Promise<ShortenRecord>;
}

/**
 * Decides which long values are in memory.
 * Beyond the budget the heaviest go, of the same weight the oldest: to the capture store, or, where none is open, for
 * good. Rows, verdicts and findings stay.
 */
export interface MemoryBudget {
  /** Counts a list until the returned function is called. */
  add(list: BudgetedList): () => void;
  /** Call when values were stored, or when a store was opened or closed. */
  check(): void;
  /** Current bytes of the long values in memory. */
  bytes(): number;
}

/** Limits of a host for long values. */
export interface BudgetLimits {
  /** For the long values of all lists together. */
  readonly maxBytes: number;
  /** How often the host holds each value. */
  readonly copies: number;
}

interface Held {
  readonly record: TelemetryRecord;
  readonly bytes: number;
}

interface Counted extends BudgetedList {
  /** By row; those of a cleared list stay until they can't be restored. */
  readonly held: Map<number, Held>;
}

/** Creates a budget without lists. It releases values in a task of its own, never within a change. */
export function createMemoryBudget(
  { nextTask, loadShorten }: BudgetDeps,
  { maxBytes, copies }: BudgetLimits,
): MemoryBudget {
  const lists = new Set<Counted>();
  let bytes = 0;

  const drop = ({ held }: Counted, row: number): void => {
    bytes -= held.get(row)?.bytes ?? 0;
    held.delete(row);
  };
  const hold = (list: Counted, record: TelemetryRecord): void => {
    if (list.held.get(record.row)?.record === record) return;
    drop(list, record.row);
    if (!hasLongValues(record)) return;
    const held = { record, bytes: copies * weighRecord(record) };
    list.held.set(record.row, held);
    bytes += held.bytes;
    if (bytes > maxBytes) release.schedule();
  };
  const follow = (list: Counted, change: ListChange): void => {
    if (change.type === 'records') {
      for (const { record, before } of change.changes) if (!hasSameValues(record, before)) hold(list, record);
      for (const { record } of change.changes) {
        // A state without other values is the one to be shortened.
        const held = list.held.get(record.row);
        if (held && held.record !== record) list.held.set(record.row, { ...held, record });
      }
    }
    if (change.type === 'all') for (const record of list.records.all()) hold(list, record);
    if (change.type !== 'forgotten') return;
    for (const row of [...list.held.keys()]) if (row <= change.throughRow) drop(list, row);
  };

  const releaseOf = (list: Counted, rows: readonly Held[], shorten: ShortenRecord): void => {
    const store = list.store();
    const isStoring = store?.isOpen() ?? false;
    const records = rows.map(({ record }) => record).filter((record) => !isStoring || store?.hasStored(record));
    if (records.length === 0) return;
    for (const { row } of records) drop(list, row);
    list.release(records, isStoring ? 'stored' : 'truncated', shorten);
  };
  /** `null` until its code is loaded. */
  let shorten: ShortenRecord | null = null;
  const release = createJob(nextTask, () => {
    if (bytes <= maxBytes) return;
    const loaded = shorten ?? loadShorten();
    if (!(loaded instanceof Promise)) return releaseBeyond(loaded);
    loaded.then(
      (code) => {
        shorten = code;
        release.schedule();
      },
      () => {},
    );
  });
  const releaseBeyond = (shorten: ShortenRecord): void => {
    const chosen = new Map<Counted, Held[]>();
    let left = bytes;
    for (const { list, held } of heaviestFirst(lists)) {
      if (left <= RELEASED_SHARE * maxBytes) break;
      left -= held.bytes;
      chosen.set(list, [...(chosen.get(list) ?? []), held]);
    }
    for (const [list, rows] of chosen) releaseOf(list, rows, shorten);
  };

  return {
    add(list) {
      const counted: Counted = { ...list, held: new Map() };
      lists.add(counted);
      for (const record of list.records.all()) hold(counted, record);
      const stopListening = list.records.listen((change) => follow(counted, change));
      return () => {
        stopListening();
        for (const row of [...counted.held.keys()]) drop(counted, row);
        lists.delete(counted);
      };
    },
    check() {
      if (bytes > maxBytes) release.schedule();
    },
    bytes: () => bytes,
  };
}

/** Heaviest records first; of about the same weight, the oldest first. The newest rows of each list come last. */
function heaviestFirst(lists: Iterable<Counted>): readonly { readonly list: Counted; readonly held: Held }[] {
  const all = [...lists].flatMap((list) => {
    const rows = [...list.held.values()].sort((one, other) => one.record.row - other.record.row);
    const firstNew = rows.length - MIN_WHOLE_ROWS;
    return rows.map((held, index) => ({
      list,
      held,
      isNew: index >= firstNew,
      weight: Math.floor(Math.log2(held.bytes)),
    }));
  });
  return all.sort(
    (one, other) =>
      Number(one.isNew) - Number(other.isNew) ||
      other.weight - one.weight ||
      one.held.record.row - other.held.record.row,
  );
}

/** Most changes of a row are of its journey alone. */
function hasSameValues(record: TelemetryRecord, before: TelemetryRecord | null): boolean {
  return (
    before !== null &&
    record.longValues === before.longValues &&
    record.call?.args === before.call?.args &&
    record.event?.json === before.event?.json &&
    record.requests.length === before.requests.length &&
    record.requests.every(({ responseText }, index) => responseText === before.requests[index]?.responseText)
  );
}
