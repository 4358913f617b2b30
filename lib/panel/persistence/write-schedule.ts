import { createJob, type Scheduler } from '#core/util/scheduler';

/** Write interval during a burst. */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Delay of the first write after a pause.
 * It is short, because a busy browser gives a closing panel no time to write, and rows that the user has seen must be
 * restored.
 */
const FIRST_WRITE_MS = 50;

/** Longest delay in a burst without a pause, in units of {@link FIRST_WRITE_MS}. */
const MAX_BURST_WAITS = 20;

interface WriteScheduleDeps {
  readonly scheduler: Pick<Scheduler, 'now' | 'setTimer' | 'whenIdle'>;
  /** Whether reports arrive faster than the panel can process them. */
  readonly isBurst: () => boolean;
  readonly write: () => void;
}

/** Decides when pending changes are written. In a burst, writing each event several times would slow reading. */
export interface WriteSchedule {
  /** Schedules a round of writes. Does nothing if one is scheduled. */
  schedule(): void;
  /** Continues a round when the event loop is idle. */
  scheduleNextBatch(): void;
  /** Call when a round is written. */
  handleRoundWritten(): void;
  isScheduled(): boolean;
  cancel(): void;
}

export function createWriteSchedule({ scheduler, isBurst, write }: WriteScheduleDeps): WriteSchedule {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let burstWaits = 0;
  const nextBatch = createJob(scheduler.whenIdle, write);
  const firstBatch = createJob(
    (run) => scheduler.setTimer(burstWaits === 0 ? untilNextRoundMs() : FIRST_WRITE_MS, run),
    () => {
      const isWaiting = burstWaits < MAX_BURST_WAITS && isBurst();
      burstWaits = isWaiting ? burstWaits + 1 : 0;
      if (isWaiting) firstBatch.schedule();
      else write();
    },
  );
  const untilNextRoundMs = (): number => Math.max(FIRST_WRITE_MS, writtenAt + WRITE_INTERVAL_MS - scheduler.now());
  return {
    schedule() {
      if (!nextBatch.isScheduled()) firstBatch.schedule();
    },
    scheduleNextBatch: nextBatch.schedule,
    handleRoundWritten() {
      writtenAt = scheduler.now();
    },
    isScheduled: () => firstBatch.isScheduled() || nextBatch.isScheduled(),
    cancel() {
      firstBatch.cancel();
      nextBatch.cancel();
      burstWaits = 0;
    },
  };
}
