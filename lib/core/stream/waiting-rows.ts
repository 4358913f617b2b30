import { findLastIndexAtMost } from '#core/util/binary-search';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { JudgedRecord } from './judged-record';
import { isWaiting } from './judged-view';

/** Rows that are judged before the clock is asked. */
const SLICE_SIZE = 50;
/** Rows that are looked at before the clock is asked: most of them may not wait. */
const MAX_LOOKED_AT = 2_000;
/** Below a frame, as rendering takes its part. */
const SLICE_MS = 6;

/** A list with rows that may wait for what is tested in the background. */
export interface WaitingList {
  readonly scheduler: Pick<Scheduler, 'now' | 'whenIdle'>;
  readonly all: () => readonly JudgedRecord[];
  readonly rejudge: (rows: readonly number[]) => void;
  readonly rowsOnScreen: () => readonly number[];
  /** Renders what was judged: at once where `isDone`, else at most as often as a list is rendered. */
  readonly show: (isDone: boolean) => void;
}

/** Judges the rows of a list that wait, in slices. */
export interface WaitingRows {
  /** Begins anew: rows on the screen come first, then the newest. */
  judge(): void;
  cancel(): void;
}

/** Creates the judging of rows that wait. Where long values are stored, a row is judged elsewhere. */
export function createWaitingRows({ scheduler, all, rejudge, rowsOnScreen, show }: WaitingList): WaitingRows {
  /** All rows after this one were looked at. A list of those that remain would be as long as the list. */
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
    const first = Math.max(0, last - MAX_LOOKED_AT + 1);
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
    const until = scheduler.now() + SLICE_MS;
    while (throughRow > 0) {
      judgeRows(takeNewest());
      if (scheduler.now() >= until) break;
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
      const first = rowsOnScreen().filter((row) => {
        const record = records[findLastIndexAtMost(records, row, rowOf)];
        return record !== undefined && record.row === row && isReady(record);
      });
      judgeRows(first);
      judgeSlice();
    },
    cancel: next.cancel,
  };
}

const rowOf = ({ row }: JudgedRecord): number => row;

function isReady({ observed }: JudgedRecord): boolean {
  return observed.longValues === undefined && isWaiting(observed);
}
