import { findLastIndexAtMost } from '#core/util/binary-search';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { JudgedRecord } from './judged-record';
import { isTestPending } from './judged-view';

/** Rows that are judged between two checks of the clock. */
const SLICE_SIZE = 50;
/** Rows that are inspected between two checks of the clock. Most of them may not wait. */
const MAX_INSPECTED_ROWS = 2_000;
/** Less than a frame, because rendering needs time, too. */
const SLICE_MS = 6;

/** A list with rows that may wait for a test in the background. */
export interface WaitingList {
  readonly scheduler: Pick<Scheduler, 'now' | 'whenIdle'>;
  readonly all: () => readonly JudgedRecord[];
  readonly rejudge: (rows: readonly number[]) => void;
  readonly rowsOnScreen: () => readonly number[];
  /** Renders the judged rows, immediately if `isDone`, else with the throttle of the list. */
  readonly show: (isDone: boolean) => void;
}

/** Judges the waiting rows of a list, in slices. */
export interface WaitingRows {
  /** Restarts with all rows. Rows on the screen come first, then the newest. */
  judge(): void;
  cancel(): void;
}

/**
 * Creates the job that judges waiting rows.
 * It skips rows whose long values were stored or truncated.
 */
export function createWaitingRows({ scheduler, all, rejudge, rowsOnScreen, show }: WaitingList): WaitingRows {
  /** All rows after `throughRow` were inspected. A list of the remaining rows would be long. */
  let throughRow = 0;
  let hasJudged = false;
  const judgeRows = (rows: readonly number[]): void => {
    if (rows.length === 0) return;
    rejudge(rows);
    hasJudged = true;
  };
  const takeNewest = (): readonly number[] => {
    const records = all();
    const last = findLastIndexAtMost(records, throughRow, rowOf);
    const first = Math.max(0, last - MAX_INSPECTED_ROWS + 1);
    const rows: number[] = [];
    let index = last;
    for (; index >= first && rows.length < SLICE_SIZE; index -= 1) {
      const record = records[index];
      if (record !== undefined && isReady(record)) rows.push(record.row);
    }
    throughRow = records[index]?.row ?? 0;
    return rows;
  };
  const judgeSlice = (): void => {
    const deadline = scheduler.now() + SLICE_MS;
    while (throughRow > 0) {
      judgeRows(takeNewest());
      if (scheduler.now() >= deadline) break;
    }
    const isDone = throughRow === 0;
    if (hasJudged) show(isDone);
    if (!isDone) next.schedule();
  };
  const next = createJob(scheduler.whenIdle, judgeSlice);
  return {
    judge() {
      const records = all();
      throughRow = records.at(-1)?.row ?? 0;
      hasJudged = false;
      const readyRows = rowsOnScreen().filter((row) => {
        const record = records[findLastIndexAtMost(records, row, rowOf)];
        return record !== undefined && record.row === row && isReady(record);
      });
      judgeRows(readyRows);
      judgeSlice();
    },
    cancel: next.cancel,
  };
}

const rowOf = ({ row }: JudgedRecord): number => row;

function isReady({ observed }: JudgedRecord): boolean {
  return observed.longValues === undefined && isTestPending(observed);
}
