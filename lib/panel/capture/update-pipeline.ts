import type { Navigation, TelemetryRecord } from '#core/journey/record';
import { createJob, type Scheduler } from '#core/util/scheduler';

/** Receives the changes of the list. */
interface UpdateSink {
  /** Stores changed records without rendering them. */
  take(changed: readonly TelemetryRecord[]): void;
  /** Renders the stored changes. */
  show(): void;
  addNavigations(navigations: readonly Navigation[]): void;
}

/**
 * Carries reports of the page and of DevTools to the list.
 * Reports pass the intake queue. The changed records are batched, stored slice by slice, and rendered once. A call of a
 * page reports in several messages, a burst in thousands: rendering after each would block the panel.
 */
export interface UpdatePipeline {
  /** First stage: reports of the page and of DevTools. */
  readonly intake: IntakeQueue;
  /** Second stage: the records that reports changed. */
  records(changed: readonly TelemetryRecord[]): void;
  addNavigation(navigation: Navigation): void;
  /** Stores and renders all pending changes. */
  flush(): void;
}

/** Rendering more often than a display refreshes has no visible effect. */
export const FRAME_MS = 16;

/** Number of changes that are stored in one task. */
export const SLICE_SIZE = 200;

/** More pending changes are a burst, in which no user reads single rows. */
const MAX_SINGLE_CHANGES = 40;
const BURST_INTERVAL_MS = 400;

/**
 * Under backpressure, waits this multiple of the last rendering's duration.
 * This leaves most of the time for reading.
 */
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
  const { now, setTimer, whenIdle, afterPaint } = scheduler;
  const intake = createIntakeQueue(scheduler);
  const pending = new Map<number, TelemetryRecord>();
  let batch: Batch | null = null;
  let batchedAt = Number.NEGATIVE_INFINITY;
  let screen: Screen = { status: 'painted', tookMs: 0 };

  const intervalMs = (tookMs: number): number => {
    if (intake.isBusy()) return Math.min(MAX_INTERVAL_MS, Math.max(BURST_INTERVAL_MS, tookMs * INTERVAL_PER_RENDERING));
    return pending.size > MAX_SINGLE_CHANGES ? BURST_INTERVAL_MS : FRAME_MS;
  };
  const paintJob = createJob(afterPaint, () => {
    if (screen.status === 'rendering') screen = { status: 'painted', tookMs: now() - screen.startedAt };
    startWhenDue();
  });

  const takePending = (): Batch => {
    batchedAt = now();
    batch = { records: [...pending.values()], next: 0 };
    pending.clear();
    return batch;
  };
  const storeSome = (current: Batch, count: number): void => {
    const slice = current.records.slice(current.next, current.next + count);
    current.next += slice.length;
    if (slice.length > 0) sink.take(slice);
  };
  const show = (): void => {
    batch = null;
    if (screen.status === 'painted') screen = { status: 'rendering', startedAt: now() };
    paintJob.schedule();
    sink.show();
  };
  const finish = (current: Batch): void => {
    sliceJob.cancel();
    storeSome(current, current.records.length);
    show();
  };
  const sliceJob = createJob(whenIdle, () => {
    if (batch === null) return;
    if (batch.next === batch.records.length) return show();
    sliceJob.schedule();
    storeSome(batch, SLICE_SIZE);
  });

  const startBatch = (): void => {
    const current = takePending();
    if (current.records.length > SLICE_SIZE) sliceJob.schedule();
    else finish(current);
  };
  /**
   * Starts a batch if the interval has passed.
   * Waits for a rendering in progress, because the list would be laid out several times for one frame.
   */
  const startWhenDue = (): void => {
    if (pending.size === 0 || batch !== null || screen.status === 'rendering') return;
    if (now() - batchedAt >= intervalMs(screen.tookMs)) startBatch();
    else retryJob.schedule();
  };
  const retryJob = createJob((run) => setTimer(FRAME_MS, run), startWhenDue);

  const flush = (): void => {
    if (batch !== null) finish(batch);
    if (pending.size > 0) finish(takePending());
  };
  return {
    intake,
    flush,
    records(changed) {
      for (const record of changed) pending.set(record.row, record);
      if (!retryJob.isScheduled()) startWhenDue();
    },
    addNavigation(navigation) {
      flush();
      sink.addNavigations([navigation]);
    },
  };
}

/** FIFO queue that holds tasks until it is opened, then runs them in slices. */
interface IntakeQueue {
  /** Adds a task. `chars` is the size of the page's data that it retains, in UTF-16 units. */
  enqueue(work: () => void, chars?: number): void;
  /** Starts the queue. Returns how many tasks were dropped because the queue was full. */
  open(): number;
  /** Drops the waiting tasks and all that follow. */
  close(): void;
  /** Whether tasks wait. */
  isBusy(): boolean;
  /** Runs all waiting tasks at once, if the queue is open. */
  drain(): void;
}

/**
 * Maximum number of tasks that wait until the queue is opened. Each task has one report or one request.
 * Until then, relays send no log. Only DevTools may report much: minutes of requests of a busy page.
 */
export const MAX_QUEUED_TASKS = 20_000;

/**
 * Maximum size of the waiting reports, in UTF-16 units.
 * Beyond the limit, half of the reports are read at once: read records have a memory budget, waiting reports have none.
 */
export const MAX_QUEUED_CHARS = 32_000_000;

/** Longer work yields, so that the browser can render and handle keys and clicks. */
const SLICE_MS = 8;

/** A waiting task; unset once it has run. */
type Waiting = { readonly work: () => void; readonly chars: number } | undefined;

/** Runs a single task at once, and a burst in slices, so that the panel stays responsive. */
export function createIntakeQueue({ now, whenIdle }: Pick<Scheduler, 'now' | 'whenIdle'>): IntakeQueue {
  let waiting: Waiting[] = [];
  let waitingChars = 0;
  let next = 0;
  let state: 'held-back' | 'open' | 'closed' = 'held-back';
  let droppedCount = 0;
  let spentMs = 0;

  const isBusy = (): boolean => next < waiting.length;
  const run = (work: () => void): void => {
    const startedAt = now();
    newSliceJob.schedule();
    work();
    spentMs += now() - startedAt;
  };
  const runUntil = (isEnough: () => boolean): void => {
    for (let first = waiting[next]; first && !isEnough(); first = waiting[next]) {
      // The task must be collectable while the next ones run.
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
  const newSliceJob = createJob(whenIdle, () => {
    spentMs = 0;
    if (isBusy()) runUntil(isSliceOver);
  });

  return {
    enqueue(work, chars = 0) {
      if (state === 'closed') return;
      const isOverLimit = waitingChars + chars > MAX_QUEUED_CHARS;
      if (state === 'held-back' && (isOverLimit || waiting.length === MAX_QUEUED_TASKS)) {
        droppedCount += 1;
        return;
      }
      if (state === 'open' && !isBusy() && !isSliceOver()) return run(work);
      waiting.push({ work, chars });
      waitingChars += chars;
      if (state !== 'open') return;
      newSliceJob.schedule();
      if (isOverLimit) runUntil(() => waitingChars <= MAX_QUEUED_CHARS / 2);
    },
    open() {
      state = 'open';
      if (isBusy()) runUntil(isSliceOver);
      return droppedCount;
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
