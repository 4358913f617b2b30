import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Judge } from '#core/stream/no-judge';
import { createJob, type Scheduler } from '#core/util/scheduler';
import { defineListSection, type EventList } from '../list-section';
import { isRecordLine } from '../order/list-lines';
import type { Records } from '../record-store';
import { findLastRowAtMost } from '../row-lookup';

/** Number of rows that are judged between two reads of the clock. Without findings, they take well below 1 ms. */
const SLICE_SIZE = 50;
/** A frame has 16 ms, which also include rendering and garbage collection. */
const SLICE_MS = 6;
/** The list is rerendered at this interval while it is judged. Visible rows are judged first. */
const SHOW_INTERVAL_MS = 100;

interface RejudgingDeps {
  readonly records: Pick<Records, 'all' | 'subscribe' | 'setJudge' | 'rejudge' | 'show'>;
  readonly judge: ReadonlySignal<Judge>;
  readonly scheduler: Pick<Scheduler, 'now' | 'whenIdle' | 'afterPaint'>;
  readonly rowsOnScreen: () => readonly number[];
}

/** The progress of judging a list with a new judge. */
export interface Rejudging {
  /** Number of rows that the current judge has not judged yet. */
  readonly remaining: ReadonlySignal<number>;
  stop(): void;
}

export const listRejudging = defineListSection((list) => {
  const rejudging = createRejudging({ ...list, rowsOnScreen: () => rowsOnScreen(list) });
  list.onStop(rejudging.stop);
  return rejudging;
});

function rowsOnScreen({ lines, linesOnScreen }: Pick<EventList, 'lines' | 'linesOnScreen'>): readonly number[] {
  const range = linesOnScreen.peek();
  const rows: number[] = [];
  if (range === null) return rows;
  for (let index = range.startIndex; index <= range.endIndex; index += 1) {
    const line = lines.at(index);
    if (line !== undefined && isRecordLine(line)) rows.push(line.row);
  }
  return rows;
}

const rowOf = ({ row }: { readonly row: number }) => row;

/**
 * Judges a list again whenever its judge changes.
 * Visible rows are judged at once, the others in slices, the newest first.
 */
export function createRejudging({ records, judge, scheduler, rowsOnScreen }: RejudgingDeps): Rejudging {
  const remaining = signal(0);
  /**
   * All rows after this row are judged.
   * A list of the remaining rows would be long, and copied with each slice.
   */
  let unjudgedThroughRow = 0;
  let shownAt = 0;
  const show = (count: number): void => {
    shownAt = scheduler.now();
    batch(() => {
      records.show();
      remaining.value = count;
    });
  };
  const isDue = () => scheduler.now() - shownAt >= SHOW_INTERVAL_MS;
  const showIfDue = (isDone: boolean): void => {
    if (isDone || isDue()) show(remaining.peek());
  };
  /** Judges a slice of rows. Returns how many rows remain. */
  const judgeNewest = (): number => {
    const all = records.all();
    const end = findLastRowAtMost(all, unjudgedThroughRow) + 1;
    const rows = all.slice(Math.max(0, end - SLICE_SIZE), end).map(rowOf);
    unjudgedThroughRow = (rows[0] ?? 1) - 1;
    records.rejudge(rows.reverse());
    return end - rows.length;
  };
  const judgeSlice = (): void => {
    const deadline = scheduler.now() + SLICE_MS;
    let count = judgeNewest();
    while (count > 0 && scheduler.now() < deadline) count = judgeNewest();
    if (count === 0 || isDue()) show(count);
    if (count > 0) nextSlice.schedule();
  };
  const nextSlice = createJob(scheduler.whenIdle, judgeSlice);
  const afterScreen = createJob(scheduler.afterPaint, judgeSlice);
  const cancel = (): void => {
    nextSlice.cancel();
    afterScreen.cancel();
  };
  const start = (): void => {
    cancel();
    unjudgedThroughRow = records.all().at(-1)?.row ?? 0;
    const rows = rowsOnScreen();
    if (rows.length === 0) {
      shownAt = Number.NEGATIVE_INFINITY;
      judgeSlice();
      return;
    }
    records.rejudge(rows);
    show(records.all().length);
    afterScreen.schedule();
  };
  const stopJudge = effect(() => {
    records.setJudge(judge.value);
    untracked(start);
    return judge.value.judgeWaitingRecords?.({
      scheduler,
      all: records.all,
      rejudge: records.rejudge,
      rowsOnScreen,
      show: showIfDue,
    });
  });
  // The restored rows may have been cleared before they were judged.
  const unsubscribe = records.subscribe(({ type }) => {
    if (type === 'restored') start();
  });
  return {
    remaining,
    stop() {
      stopJudge();
      unsubscribe();
      cancel();
    },
  };
}
