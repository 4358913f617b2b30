import { STREAM_RULE_SET } from '#core/telemetry/findings';
import { NO_CHANGE, type StreamChange, type StreamFinding, type StreamRule } from './stream-rule';

/** The rows of a `mid` that several rows have. */
interface SharedMid {
  /** The lowest row; {@link UNKNOWN_ROW} from its removal to the end of the call. */
  first: number;
  readonly others: Set<number>;
}

const UNKNOWN_ROW = 0;

/**
 * Creates the rule that no two events have the same `mid`.
 * Each row but the first of a `mid` has a finding, which refers to the first.
 *
 * An event costs constant time where rows increase. A row before the first of its `mid`, and the removal of the first, cost
 * the rows of that `mid` once a call. The rule holds each row and its `mid`: some 150 bytes an event.
 *
 * @param midOf returns an empty string for an event without one.
 */
export function createDuplicateMidRule<Event extends { readonly row: number }>(
  midOf: (event: Event) => string,
): StreamRule<Event> {
  /** One row of a `mid`, as nearly always, or several. */
  const rowsOfMid = new Map<string, number | SharedMid>();
  const midOfRow = new RowValues<string>();
  const rowsWithFinding = new Set<number>();
  /** Rows that the running call has changed. */
  const changedRows = new Set<number>();
  const changedMids = new Map<string, SharedMid>();

  const add = (row: number, mid: string): void => {
    midOfRow.set(row, mid);
    const rows = rowsOfMid.get(mid);
    if (rows === undefined) rowsOfMid.set(mid, row);
    else if (typeof rows === 'number') {
      rowsOfMid.set(mid, { first: Math.min(rows, row), others: new Set([Math.max(rows, row)]) });
      changedRows.add(rows).add(row);
    } else if (row > rows.first) {
      rows.others.add(row);
      changedRows.add(row);
    } else {
      rows.others.add(rows.first);
      rows.first = row;
      changedMids.set(mid, rows);
    }
  };
  const remove = (row: number, mid: string): void => {
    midOfRow.delete(row);
    const rows = rowsOfMid.get(mid);
    if (typeof rows !== 'object') {
      rowsOfMid.delete(mid);
      return;
    }
    if (row === rows.first) rows.first = UNKNOWN_ROW;
    else rows.others.delete(row);
    changedRows.add(row);
    if (rows.first === UNKNOWN_ROW || rows.others.size === 0) changedMids.set(mid, rows);
  };
  /** Finds the first row of a `mid` again, and drops what is held of several rows where one is left. */
  const settle = (mid: string, rows: SharedMid): void => {
    if (rows.first === UNKNOWN_ROW) {
      let first = Number.POSITIVE_INFINITY;
      for (const row of rows.others) first = Math.min(first, row);
      rows.first = first;
      rows.others.delete(first);
    }
    for (const row of rows.others) changedRows.add(row);
    if (rows.first === Number.POSITIVE_INFINITY) rowsOfMid.delete(mid);
    else {
      changedRows.add(rows.first);
      if (rows.others.size === 0) rowsOfMid.set(mid, rows.first);
    }
  };
  const takeChange = (): StreamChange => {
    for (const [mid, rows] of changedMids) settle(mid, rows);
    changedMids.clear();
    if (changedRows.size === 0) return NO_CHANGE;
    const found: StreamFinding[] = [];
    const withdrawn: string[] = [];
    for (const row of changedRows) {
      const rows = rowsOfMid.get(midOfRow.get(row) ?? '');
      if (typeof rows === 'object' && rows.first !== row) {
        rowsWithFinding.add(row);
        found.push(duplicateOf(row, rows.first));
      } else if (rowsWithFinding.delete(row)) withdrawn.push(keyOf(row));
    }
    changedRows.clear();
    return { found, withdrawn };
  };

  return {
    id: STREAM_RULE_SET,
    add(events) {
      for (const event of events) {
        const mid = midOf(event);
        const before = midOfRow.get(event.row) ?? '';
        if (mid === before) continue;
        if (before !== '') remove(event.row, before);
        if (mid !== '') add(event.row, mid);
      }
      return takeChange();
    },
    remove(rows) {
      for (const row of rows) {
        const mid = midOfRow.get(row);
        if (mid !== undefined) remove(row, mid);
      }
      return takeChange();
    },
    end: () => NO_CHANGE,
  };
}

function keyOf(row: number): string {
  return `duplicate-mid ${row}`;
}

function duplicateOf(row: number, first: number): StreamFinding {
  return {
    ruleSet: STREAM_RULE_SET,
    severity: 'warning',
    code: 'duplicate-mid',
    path: ['mid'],
    params: { reason: 'duplicate-mid' },
    rows: [row, first],
    key: keyOf(row),
  };
}

/** Rows of one page: small enough that few events do not hold much, and large enough that pages are few. */
const PAGE_ROWS = 1_024;

interface Page<Value> {
  readonly values: (Value | undefined)[];
  count: number;
}

/**
 * Holds a value for each of many rows, in pages, as rows lie close together.
 * Half the size of a `Map` of 100,000 rows, and faster.
 */
export class RowValues<Value> {
  readonly #pages = new Map<number, Page<Value>>();

  get(row: number): Value | undefined {
    return this.#pages.get(Math.floor(row / PAGE_ROWS))?.values[row % PAGE_ROWS];
  }

  set(row: number, value: Value): void {
    const index = Math.floor(row / PAGE_ROWS);
    let page = this.#pages.get(index);
    if (page === undefined) {
      page = { values: new Array(PAGE_ROWS), count: 0 };
      this.#pages.set(index, page);
    }
    if (page.values[row % PAGE_ROWS] === undefined) page.count += 1;
    page.values[row % PAGE_ROWS] = value;
  }

  delete(row: number): void {
    const index = Math.floor(row / PAGE_ROWS);
    const page = this.#pages.get(index);
    if (page?.values[row % PAGE_ROWS] === undefined) return;
    page.values[row % PAGE_ROWS] = undefined;
    page.count -= 1;
    if (page.count === 0) this.#pages.delete(index);
  }
}
