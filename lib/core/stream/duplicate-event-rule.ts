import { STREAM_RULE_SET } from '#core/telemetry/findings';
import { hash53 } from '#core/util/hash53';
import { MidRows } from './mid-rows';
import { type DuplicateStep, NO_CHANGE, type StreamChange, type StreamFinding, type StreamRule } from './stream-rule';

/** The values of one event that the rule reads. */
export interface DeduplicatedEvent {
  /** Row number, from 1. */
  readonly row: number;
  /** Empty if the event has none. Such an event is never a duplicate. */
  readonly mid: string;
  /** Time of receipt by the pipeline, in epoch milliseconds. If it is `null`, the time window is not applied. */
  readonly receivedAt: number | null;
  /** The jobs that compare this event with earlier events. */
  readonly steps: readonly DuplicateStep[];
}

interface DuplicateEventOptions {
  /** How long a job remembers a `mid`. */
  readonly windowMs: number;
  /**
   * Maximum number of stored events. If it is set, the rule also drops events that no job remembers, and all
   * but the last `2 * maxEvents` rows. Pages of a few stored rows would take much memory.
   * Findings of dropped events remain. Rows must ascend, and cannot be removed. If unset, all events are stored.
   */
  readonly maxEvents?: number;
}

const STEPS: readonly DuplicateStep[] = ['preprocessor', 'druid-validator'];
const BIT_OF_STEP: Readonly<Record<DuplicateStep, number>> = { preprocessor: 1, 'druid-validator': 2 };
/** Flag of a row that the current call has removed. */
const REMOVED_FLAG = 0x80;
/** From this group size on, the state of a group is cached, so that adding a row takes constant time. */
const MIN_CACHED_GROUP_SIZE = 16;

/** The row that each job remembers for a `mid`, with its time. */
type RememberedRows = Record<DuplicateStep, { row: number; time: number }>;

/** The row that a duplicate repeats, and the job that finds it. */
interface Original {
  readonly row: number;
  readonly step: DuplicateStep;
}

/** The originals of all duplicates, by the rows of the duplicates. */
interface Originals {
  get(row: number): Original | undefined;
  set(row: number, original: Original | null): void;
  /** Removes the original of a row whose finding remains. */
  forget(row: number): void;
  /** Returns the findings that `set` has added or withdrawn since the last call. */
  takeChange(): StreamChange;
}

/**
 * Creates the rule that no job receives a `mid` that it still remembers.
 * A job remembers a `mid` for a fixed time from its first event. A duplicate does not prolong this time, as in Redis.
 * Rows are in the order of receipt. The rule stores at most 24 bytes per `mid` (a unit test measures this), and its
 * findings. Adding an event takes constant time if its row is the greatest so far.
 *
 * @template Event the input of `read`.
 */
export function createDuplicateEventRule<Event extends { readonly row: number }>(
  read: (event: Event) => DeduplicatedEvent,
  { windowMs, maxEvents }: DuplicateEventOptions,
): StreamRule<Event> {
  const rows = new MidRows();
  const originals = createOriginals();
  const states = new Map<number, RememberedRows>();
  const changedHashes = new Set<number>();
  /** The states after the last rows of the changed `mid`s, if there is a limit. */
  const judgedStates = new Map<number, RememberedRows>();
  let oldestRow = Number.POSITIVE_INFINITY;
  let newestRow = 0;
  let storedEvents = 0;

  /** Whether a job still remembers the `mid` of a row; an unknown time is NaN. */
  const remembers = (first: { row: number; time: number }, time: number): boolean =>
    first.row !== 0 && !(Math.abs(time - first.time) >= windowMs);

  const judge = (row: number, state: RememberedRows): void => {
    const [flags, time] = [rows.flagsOf(row), rows.timeOf(row)];
    let original: Original | null = null;
    for (const step of STEPS) {
      if ((flags & BIT_OF_STEP[step]) === 0) continue;
      if (remembers(state[step], time)) {
        original = { row: state[step].row, step };
        break;
      }
      state[step] = { row, time };
    }
    originals.set(row, original);
  };
  const markChanged = (hash: number): void => {
    states.delete(rows.lastRowOf(hash));
    changedHashes.add(hash);
  };
  /** Judges the rows of a `mid` again, without those that were removed. */
  const rejudgeRows = (hash: number): void => {
    states.delete(rows.lastRowOf(hash));
    rows.removeRows(hash, (row) => rows.flagsOf(row) === REMOVED_FLAG);
    const last = rows.lastRowOf(hash);
    if (last === 0) return;
    const state = createRememberedRows();
    let count = 0;
    let row = last;
    do {
      row = rows.nextOf(row);
      judge(row, state);
      count += 1;
    } while (row !== last);
    if (maxEvents !== undefined) judgedStates.set(hash, state);
    else if (count >= MIN_CACHED_GROUP_SIZE) states.set(last, state);
  };
  const addRow = (row: number, hash: number, receivedAt: number | null, flags: number): void => {
    const last = rows.add(row, hash, receivedAt, flags);
    storedEvents += 1;
    if (last === 0) return;
    const state = row > last && !changedHashes.has(hash) ? states.get(last) : undefined;
    if (state === undefined) {
      states.delete(last);
      markChanged(hash);
      return;
    }
    states.delete(last);
    states.set(row, state);
    judge(row, state);
  };
  const removeRow = (row: number, hash: number): void => {
    originals.set(row, null);
    rows.setFlags(row, REMOVED_FLAG);
    storedEvents -= 1;
    changedHashes.add(hash);
  };
  const takeChange = (): StreamChange => {
    for (const hash of changedHashes) rejudgeRows(hash);
    changedHashes.clear();
    return originals.takeChange();
  };
  /** Drops the rows of a `mid` that no job remembers. Their findings remain. */
  const forgetDuplicates = (hash: number, state: RememberedRows): void => {
    rows.removeRows(hash, (row) => {
      const flags = STEPS.reduce((sum, step) => (state[step].row === row ? sum | BIT_OF_STEP[step] : sum), 0);
      originals.forget(row);
      if (flags === 0) storedEvents -= 1;
      else rows.setFlags(row, flags);
      return flags === 0;
    });
  };
  const forgetOldest = (limit: number): void => {
    for (const [hash, state] of judgedStates) forgetDuplicates(hash, state);
    judgedStates.clear();
    for (; storedEvents > limit || newestRow - oldestRow >= 2 * limit; oldestRow += 1) {
      const hash = rows.hashOf(oldestRow);
      if (hash === 0) continue;
      rows.removeRows(hash, (row) => row === oldestRow);
      storedEvents -= 1;
    }
  };

  return {
    id: STREAM_RULE_SET,
    add(events) {
      for (const event of events) {
        const { row, mid, receivedAt, steps } = read(event);
        const flags = mid === '' ? 0 : steps.reduce((sum, step) => sum | BIT_OF_STEP[step], 0);
        const hash = flags === 0 ? 0 : hash53(mid, 0);
        const previousHash = rows.hashOf(row);
        oldestRow = Math.min(oldestRow, row);
        newestRow = Math.max(newestRow, row);
        if (previousHash !== 0 && previousHash === hash) {
          if (rows.flagsOf(row) === flags && Object.is(rows.timeOf(row), receivedAt ?? Number.NaN)) continue;
          rows.update(row, receivedAt, flags);
          markChanged(hash);
          continue;
        }
        if (previousHash !== 0) {
          removeRow(row, previousHash);
          // The row can have one `mid` only.
          rejudgeRows(previousHash);
        }
        if (hash !== 0) addRow(row, hash, receivedAt, flags);
      }
      const change = takeChange();
      if (maxEvents !== undefined) forgetOldest(maxEvents);
      return change;
    },
    remove(removed) {
      for (const row of removed) {
        const hash = rows.hashOf(row);
        if (hash !== 0 && rows.flagsOf(row) !== REMOVED_FLAG) removeRow(row, hash);
      }
      return takeChange();
    },
    end: () => NO_CHANGE,
  };
}

/**
 * Creates the rule that no two events have the same `mid`, regardless of their times.
 * Each row but the first of a `mid` has a finding, which refers to the first row.
 *
 * @param midOf returns an empty string for an event without a `mid`.
 */
export function createDuplicateMidRule<Event extends { readonly row: number }>(
  midOf: (event: Event) => string,
): StreamRule<Event> {
  const read = (event: Event) => ({ row: event.row, mid: midOf(event), receivedAt: null, steps: VALIDATOR });
  return createDuplicateEventRule(read, { windowMs: Number.POSITIVE_INFINITY });
}

function createOriginals(): Originals {
  const originals = new Map<number, Original>();
  /** The earlier originals of the changed rows. */
  const earlierOriginals = new Map<number, Original | undefined>();
  return {
    get: (row) => originals.get(row),
    set(row, original) {
      const current = originals.get(row);
      if (current?.row === original?.row && current?.step === original?.step) return;
      if (!earlierOriginals.has(row)) earlierOriginals.set(row, current);
      if (original === null) originals.delete(row);
      else originals.set(row, original);
    },
    forget: (row) => void originals.delete(row),
    takeChange() {
      if (earlierOriginals.size === 0) return NO_CHANGE;
      const found: StreamFinding[] = [];
      const withdrawn: string[] = [];
      for (const [row, earlier] of earlierOriginals) {
        const original = originals.get(row);
        if (original === undefined) {
          if (earlier !== undefined) withdrawn.push(keyOf(row));
        } else if (earlier?.row !== original.row || earlier.step !== original.step)
          found.push(toFinding(row, original));
      }
      earlierOriginals.clear();
      return { found, withdrawn };
    },
  };
}

const VALIDATOR: readonly DuplicateStep[] = ['druid-validator'];

function createRememberedRows(): RememberedRows {
  return { preprocessor: { row: 0, time: 0 }, 'druid-validator': { row: 0, time: 0 } };
}

function keyOf(row: number): string {
  return `duplicate-mid ${row}`;
}

function toFinding(row: number, { row: first, step }: Original): StreamFinding {
  return {
    ruleSet: STREAM_RULE_SET,
    severity: 'warning',
    code: 'duplicate-mid',
    path: ['mid'],
    params: { reason: 'duplicate-mid', step },
    rows: [row, first],
    key: keyOf(row),
  };
}
