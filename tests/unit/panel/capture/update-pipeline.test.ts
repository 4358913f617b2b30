import { describe, expect, it } from 'vitest';
import { createUpdatePipeline, FRAME_MS, SLICE_SIZE } from '#panel/capture/update-pipeline';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

function startPipeline() {
  const fake = createFakeScheduler();
  let isFailing = false;
  const batches: (readonly number[] | string)[] = [];
  const pipeline = createUpdatePipeline(fake.scheduler, {
    take: (changed) => {
      if (isFailing) {
        isFailing = false;
        throw new Error('cannot be added');
      }
      batches.push(changed.map(({ row }) => row));
    },
    show: () => void batches.push('shown'),
    addNavigations: (navigations) => void batches.push(...navigations.map(({ url }) => url)),
  });
  /** Spends the duration of a rendering, and paints its frame. */
  const frame = (renderingMs = 0) => {
    fake.spend(renderingMs);
    fake.paint();
  };
  const failOnce = () => {
    isFailing = true;
  };
  /** Adds more work to the intake than one task does. */
  const overfillIntake = () => {
    pipeline.intake.open();
    pipeline.intake.enqueue(() => fake.spend(8));
    pipeline.intake.enqueue(() => undefined);
  };
  const shownCount = () => batches.filter((batch) => batch === 'shown').length;
  return { ...fake, pipeline, batches, frame, failOnce, overfillIntake, shownCount };
}

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const recordsOf = (from: number, to: number) => rows(from, to).map((row) => recordOf(row));

it('changes of the list are shown at once after a period without changes', () => {
  const { pipeline, batches } = startPipeline();
  pipeline.records([recordOf(1)]);
  expect(batches).toEqual([[1], 'shown']);
});

it('changes of the list are batched once per frame in a burst, and each changed row is updated once with its last state', () => {
  const { pipeline, batches, frame, advance } = startPipeline();
  pipeline.records([recordOf(1)]);
  pipeline.records([recordOf(2), recordOf(1)]);
  pipeline.records([recordOf(2), recordOf(3)]);
  expect(batches).toEqual([[1], 'shown']);
  frame();
  advance(FRAME_MS);
  expect(batches).toEqual([[1], 'shown', [2, 1, 3], 'shown']);
  pipeline.records([recordOf(4)]);
  frame();
  advance(FRAME_MS);
  expect(batches.slice(-2)).toEqual([[4], 'shown']);
});

it('changes of the list are not shown before the previous changes are painted, even if painting is slow', () => {
  const { pipeline, frame, advance, shownCount } = startPipeline();
  pipeline.records([recordOf(1)]);
  pipeline.records([recordOf(2)]);
  advance(60_000);
  expect(shownCount()).toBe(1);
  frame();
  expect(shownCount()).toBe(2);
});

it('changes of the list are shown before a navigation, and at once on a flush', () => {
  const { pipeline, batches } = startPipeline();
  pipeline.records([recordOf(1)]);
  pipeline.records([recordOf(2)]);
  pipeline.addNavigation({ at: 0, url: 'next', afterRow: 2 });
  pipeline.records([recordOf(3)]);
  pipeline.flush();
  pipeline.flush();
  expect(batches).toEqual([[1], 'shown', [2], 'shown', 'next', [3], 'shown']);
});

describe('render interval', () => {
  /** Measures the time between two renderings, of which the first takes `renderingMs`. */
  const measureInterval = (count: number, { isIntakeFull = false, renderingMs = 0 } = {}): number => {
    const { pipeline, overfillIntake, frame, advance, shownCount, scheduler } = startPipeline();
    pipeline.records([recordOf(1)]);
    const startedAt = scheduler.now();
    frame(renderingMs);
    if (isIntakeFull) overfillIntake();
    pipeline.records(recordsOf(2, count + 1));
    while (shownCount() < 2) advance(1);
    return scheduler.now() - startedAt;
  };

  it('the list is rendered once per frame if few events arrive', () => {
    expect(measureInterval(1)).toBeLessThanOrEqual(FRAME_MS);
    expect(measureInterval(40)).toBeLessThanOrEqual(FRAME_MS);
  });

  it('the list is rendered less often if many events arrive at once, or wait to be processed', () => {
    expect(measureInterval(41)).toBeGreaterThanOrEqual(400);
    expect(measureInterval(1, { isIntakeFull: true })).toBeGreaterThanOrEqual(400);
  });

  it('rendering of the list uses a small share of the time while more events wait, and pauses for a second at most', () => {
    const intervals = [20, 100, 110, 3_000].map((renderingMs) =>
      measureInterval(1, { isIntakeFull: true, renderingMs }),
    );
    expect(intervals[0]).toBeLessThan(400 + FRAME_MS);
    expect(intervals[1]).toBeGreaterThanOrEqual(800);
    expect(intervals[1]).toBeLessThan(800 + FRAME_MS);
    expect(intervals[2]).toBeGreaterThan(intervals[1] ?? 0);
    expect(intervals[3]).toBeLessThan(3_000 + 1_000 + FRAME_MS);
  });
});

describe('bursts', () => {
  const burstSize = SLICE_SIZE + 50;

  it('a burst of changes is added in slices, and rendered once at the end in a separate task', () => {
    const { pipeline, batches, runIdle } = startPipeline();
    pipeline.records(recordsOf(1, burstSize));
    expect(batches).toEqual([]);
    runIdle();
    expect(batches).toEqual([rows(1, SLICE_SIZE)]);
    runIdle();
    expect(batches).toEqual([rows(1, SLICE_SIZE), rows(SLICE_SIZE + 1, burstSize)]);
    runIdle();
    expect(batches.slice(2)).toEqual(['shown']);
  });

  it('a burst of changes is shown before changes that arrive meanwhile, which are shown in the next update', () => {
    const { pipeline, batches, runIdle, frame, advance } = startPipeline();
    pipeline.records(recordsOf(1, burstSize));
    runIdle();
    pipeline.records([recordOf(1), recordOf(burstSize + 1)]);
    runIdle();
    runIdle();
    expect(batches.slice(1)).toEqual([rows(SLICE_SIZE + 1, burstSize), 'shown']);
    frame();
    advance(FRAME_MS);
    expect(batches.slice(3)).toEqual([[1, burstSize + 1], 'shown']);
  });

  it('a burst of changes is shown, and later changes too, even if some records could not be added', () => {
    const { pipeline, batches, runIdle, frame, advance, failOnce } = startPipeline();
    pipeline.records(recordsOf(1, burstSize));
    failOnce();
    expect(runIdle).toThrow('cannot be added');
    runIdle();
    runIdle();
    pipeline.records([recordOf(burstSize + 1)]);
    frame();
    advance(FRAME_MS);
    expect(batches).toEqual([rows(SLICE_SIZE + 1, burstSize), 'shown', [burstSize + 1], 'shown']);
  });

  it('a burst of changes is shown completely and in order on a flush, and its scheduled tasks then have nothing to do', () => {
    const { pipeline, batches, runIdle, frame, advance } = startPipeline();
    pipeline.records(recordsOf(1, burstSize));
    runIdle();
    pipeline.records([recordOf(1)]);
    pipeline.flush();
    const allBatches = [rows(1, SLICE_SIZE), rows(SLICE_SIZE + 1, burstSize), 'shown', [1], 'shown'];
    expect(batches).toEqual(allBatches);
    runIdle();
    frame();
    advance(FRAME_MS);
    expect(batches).toEqual(allBatches);
    pipeline.records([recordOf(2)]);
    expect(batches.slice(allBatches.length)).toEqual([[2], 'shown']);
  });
});
