import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Judge } from '#core/stream/no-judge';
import { createJob, type Scheduler } from '#core/util/scheduler';
import { defineListSection } from '../list-section';
import type { TimeSpan } from '../order/event-times';
import type { Records } from '../record-store';

/** Rows that are judged at once: a few milliseconds where each has findings. */
const SLICE_SIZE = 200;

interface RejudgingDeps {
  readonly records: Pick<Records, 'all' | 'setJudge' | 'rejudge'>;
  readonly judge: ReadonlySignal<Judge>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  /** The times of the rows on screen. */
  readonly onScreen: ReadonlySignal<TimeSpan | null>;
}

/** The judging of a list that has another judge. */
export interface Rejudging {
  /** Rows that the judge before has judged; 0 when all is done. */
  readonly remaining: ReadonlySignal<number>;
  stop(): void;
}

export const listRejudging = defineListSection((list) => {
  const rejudging = followJudge(list);
  list.onStop(rejudging.stop);
  return rejudging;
});

/** Judges a list again whenever its judge changes: visible rows at once, the rest in slices, the newest first. */
export function followJudge({ records, judge, scheduler, onScreen }: RejudgingDeps): Rejudging {
  const remaining = signal(0);
  let waiting: readonly number[] = [];
  const next = createJob(scheduler.nextTask, () => judgeSome(SLICE_SIZE));
  const judgeSome = (count: number): void => {
    const slice = waiting.slice(0, count);
    waiting = waiting.slice(count);
    records.rejudge(slice);
    remaining.value = waiting.length;
    if (waiting.length > 0) next.schedule();
  };
  const start = (): void => {
    const span = onScreen.peek();
    const rows: number[] = [];
    const inSight: number[] = [];
    for (const { row, at } of records.all().toReversed()) {
      if (span !== null && at >= span.from && at <= span.to) inSight.push(row);
      else rows.push(row);
    }
    waiting = [...inSight, ...rows];
    judgeSome(Math.max(SLICE_SIZE, inSight.length));
  };
  const stop = effect(() => {
    records.setJudge(judge.value);
    start();
  });
  return {
    remaining,
    stop() {
      stop();
      next.cancel();
    },
  };
}
