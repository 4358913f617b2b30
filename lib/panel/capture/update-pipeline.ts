import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import { createJob, type Scheduler } from '#core/util/scheduler';

/** Receives the changes. */
interface UpdateSink {
  /** Stores changed records without rendering them. */
  take(changed: readonly TelemetryRecord[]): void;
  /** Shows what was taken in, which renders it. */
  show(): void;
  addMarks(marks: readonly NavigationMark[]): void;
}

/**
 * The way of what is reported to the list.
 * Reports pass the queue; the changes that come of them are held, taken in slice by slice, and shown once: one call of
 * a page reports in several messages, a burst in thousands, and each alone would render the whole panel.
 */
export interface UpdatePipeline {
  /** First stage: whatever the page or DevTools reports. */
  readonly intake: IntakeQueue;
  /** Second stage: what came of the reports. */
  records(changed: readonly TelemetryRecord[]): void;
  navigated(mark: NavigationMark): void;
  /** Takes in, and shows, all that is held. */
  flush(): void;
}

/** Rendering more often than a display refreshes has no visible effect. */
export const FRAME_MS = 16;

/**
 * How many changes are processed at once, each with its consequences.
 * Then other tasks run.
 */
export const SLICE_SIZE = 200;

/** More changes at once are a burst, in which no user reads single rows. */
const MAX_SINGLE_CHANGES = 40;
const FLOOD_INTERVAL_MS = 400;

/** Under backpressure, waits this multiple of the last rendering's duration, so that reading has most of the time. */
const INTERVAL_PER_RENDERING = 8;
const MAX_INTERVAL_MS = 1_000;

/** The batch that is being processed. */
interface Batch {
  readonly records: readonly TelemetryRecord[];
  next: number;
}

type Screen =
  | { readonly status: 'painted'; readonly tookMs: number }
  | { readonly status: 'rendering'; readonly startedAt: number };

export function createUpdatePipeline(scheduler: Scheduler, sink: UpdateSink): UpdatePipeline {
  const { now, after, whenIdle, afterPaint } = scheduler;
  const intake = createIntakeQueue(scheduler);
  const held = new Map<number, TelemetryRecord>();
  let batch: Batch | null = null;
  let batchedAt = Number.NEGATIVE_INFINITY;
  let screen: Screen = { status: 'painted', tookMs: 0 };

  const intervalMs = (tookMs: number): number => {
    if (intake.isBusy()) return Math.min(MAX_INTERVAL_MS, Math.max(FLOOD_INTERVAL_MS, tookMs * INTERVAL_PER_RENDERING));
    return held.size > MAX_SINGLE_CHANGES ? FLOOD_INTERVAL_MS : FRAME_MS;
  };
  const painted = createJob(afterPaint, () => {
    if (screen.status === 'rendering') screen = { status: 'painted', tookMs: now() - screen.startedAt };
    beginWhenDue();
  });

  const hold = (): Batch => {
    batchedAt = now();
    batch = { records: [...held.values()], next: 0 };
    held.clear();
    return batch;
  };
  const takeIn = (its: Batch, count: number): void => {
    const some = its.records.slice(its.next, its.next + count);
    its.next += some.length;
    if (some.length > 0) sink.take(some);
  };
  const show = (): void => {
    batch = null;
    if (screen.status === 'painted') screen = { status: 'rendering', startedAt: now() };
    painted.schedule();
    sink.show();
  };
  const finish = (its: Batch): void => {
    slices.cancel();
    takeIn(its, its.records.length);
    show();
  };
  const slices = createJob(whenIdle, () => {
    if (batch === null) return;
    if (batch.next === batch.records.length) return show();
    slices.schedule();
    takeIn(batch, SLICE_SIZE);
  });

  const begin = (): void => {
    const its = hold();
    if (its.records.length > SLICE_SIZE) slices.schedule();
    else finish(its);
  };
  /** A rendering in progress is awaited: the list would be laid out several times for one frame. */
  const beginWhenDue = (): void => {
    if (held.size === 0 || batch !== null || screen.status === 'rendering') return;
    if (now() - batchedAt >= intervalMs(screen.tookMs)) begin();
    else retry.schedule();
  };
  const retry = createJob((run) => after(FRAME_MS, run), beginWhenDue);

  const flush = (): void => {
    if (batch !== null) finish(batch);
    if (held.size > 0) finish(hold());
  };
  return {
    intake,
    flush,
    records(changed) {
      for (const record of changed) held.set(record.row, record);
      if (!retry.isScheduled()) beginWhenDue();
    },
    navigated(mark) {
      flush();
      sink.addMarks([mark]);
    },
  };
}

/**
 * Holds back what arrives until everything is ready for it.
 * Then lets it through in the order of its coming.
 */
interface IntakeQueue {
  /** `chars` is what the work holds of the page, in UTF-16 units. */
  pass(work: () => void, chars?: number): void;
  /** Returns how many arrived before it was open and found the queue full. They are dropped. */
  open(): number;
  /** Drops what waits and what still arrives: nothing will be ready for it. */
  close(): void;
  /** Whether something waits. */
  isBusy(): boolean;
  /** Lets through at once what waits, where the queue is open. */
  drain(): void;
}

/**
 * How many tasks of one report or one request wait until the queue is open.
 * Pages are not read until then, so that only DevTools reports much: requests of a busy page for minutes.
 */
export const MAX_HELD_BACK = 20_000;

/**
 * How much of a page's reports may wait, in UTF-16 units.
 * Beyond it, the panel reads synchronously until half of it is read: what was read has a memory budget, and what waits
 * has none.
 */
export const MAX_WAITING_CHARS = 32_000_000;

/** Longer work yields so that the browser can render and handle keys and clicks. */
const SLICE_MS = 8;

/** Unset once it was processed. */
type Waiting = { readonly work: () => void; readonly chars: number } | undefined;

/** Processes a single arrival at once, and a burst in slices, so that the panel stays responsive. */
export function createIntakeQueue({ now, whenIdle }: Pick<Scheduler, 'now' | 'whenIdle'>): IntakeQueue {
  let waiting: Waiting[] = [];
  let waitingChars = 0;
  let next = 0;
  let state: 'held-back' | 'open' | 'closed' = 'held-back';
  let dropped = 0;
  let spentMs = 0;

  const isBusy = (): boolean => next < waiting.length;
  const run = (work: () => void): void => {
    const startedAt = now();
    newSlice.schedule();
    work();
    spentMs += now() - startedAt;
  };
  const runUntil = (isEnough: () => boolean): void => {
    for (let first = waiting[next]; first && !isEnough(); first = waiting[next]) {
      // Processed items must be collectable before the rest is read.
      waiting[next] = undefined;
      next += 1;
      waitingChars -= first.chars;
      run(first.work);
    }
    if (!isBusy()) empty();
  };
  const empty = (): void => {
    waiting = [];
    next = waitingChars = 0;
  };
  const isSliceOver = (): boolean => spentMs >= SLICE_MS;
  const newSlice = createJob(whenIdle, () => {
    spentMs = 0;
    if (isBusy()) runUntil(isSliceOver);
  });

  return {
    pass(work, chars = 0) {
      if (state === 'closed') return;
      const isTooMuch = waitingChars + chars > MAX_WAITING_CHARS;
      if (state === 'held-back' && (isTooMuch || waiting.length === MAX_HELD_BACK)) {
        dropped += 1;
        return;
      }
      if (state === 'open' && !isBusy() && !isSliceOver()) return run(work);
      waiting.push({ work, chars });
      waitingChars += chars;
      if (state !== 'open') return;
      newSlice.schedule();
      if (isTooMuch) runUntil(() => waitingChars <= MAX_WAITING_CHARS / 2);
    },
    open() {
      state = 'open';
      if (isBusy()) runUntil(isSliceOver);
      return dropped;
    },
    close() {
      state = 'closed';
      empty();
    },
    isBusy,
    drain() {
      if (state === 'open') runUntil(() => false);
    },
  };
}
