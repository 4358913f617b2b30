import { createJob, type Scheduler } from '#core/util/scheduler';
import type { JudgedRecord } from './judged-record';
import { isWaiting } from './judged-view';

/** Rows that are judged before the clock is asked. */
const SLICE_SIZE = 50;
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
  let rows: readonly number[] = [];
  let from = 0;
  const judgeSlice = (): void => {
    const until = scheduler.now() + SLICE_MS;
    do {
      rejudge(rows.slice(from, from + SLICE_SIZE));
      from += SLICE_SIZE;
    } while (from < rows.length && scheduler.now() < until);
    const isDone = from >= rows.length;
    show(isDone);
    if (isDone) rows = [];
    else next.schedule();
  };
  const next = createJob(scheduler.whenIdle, judgeSlice);
  return {
    judge() {
      const isReady = ({ observed }: JudgedRecord) => observed.longValues === undefined && isWaiting(observed);
      const waiting = all()
        .filter(isReady)
        .map(({ row }) => row)
        .reverse();
      if (waiting.length === 0) return;
      const seen = new Set(rowsOnScreen());
      rows = [...waiting.filter((row) => seen.has(row)), ...waiting.filter((row) => !seen.has(row))];
      from = 0;
      judgeSlice();
    },
    cancel: next.cancel,
  };
}
