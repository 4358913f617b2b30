import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { isLost } from '#core/journey/journey-state';
import type { EpochMilliseconds, Navigation } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createThrottledJob } from '#core/util/scheduler';

/** About one bar per ten pixels of a wide panel. */
export const BUCKET_COUNT = 120;
/** Minimum interval between renderings. Without it, a burst would render the timeline in every frame. */
const RENDER_INTERVAL_MS = 250;

/**
 * Returns the density of all recorded events, with a short delay.
 * The first change after a pause is immediate, so that a burst renders it in the same frame as the list.
 */
export function useDensity(records: Records): Density | null {
  const { scheduler } = useApp();
  const [density, setDensity] = useState<Density | null>(null);
  useEffect(() => {
    const counter = createDensityCounter();
    countAll(counter, records);
    const unsubscribe = records.subscribe((change) => updateCounter(counter, change, records));
    const renderJob = createThrottledJob(scheduler, RENDER_INTERVAL_MS, () =>
      setDensity(counter.density(records.navigations(), BUCKET_COUNT)),
    );
    const stop = records.version.subscribe(renderJob.schedule);
    return () => {
      stop();
      unsubscribe();
      renderJob.cancel();
    };
  }, [records, scheduler]);
  return density;
}

function countAll(counter: DensityCounter, records: Records) {
  counter.clear();
  for (const record of records.all()) counter.add(record);
}

function updateCounter(counter: DensityCounter, change: ListChange<JudgedRecord>, records: Records) {
  if (change.type === 'all') return countAll(counter, records);
  if (change.type !== 'records') return;
  for (const { record, before } of change.changes) {
    if (before) counter.remove(before);
    counter.add(record);
  }
}

/** Number of events of each type in one interval. An event that is invalid and lost counts as invalid. */
interface Bucket {
  readonly valid: number;
  readonly invalid: number;
  readonly lost: number;
}

/** All events over time, in intervals of equal length. */
export interface Density {
  readonly from: EpochMilliseconds;
  readonly to: EpochMilliseconds;
  readonly buckets: readonly Bucket[];
  /** Times of page loads. Of several page loads at one position, only the first is listed. */
  readonly navigationTimes: readonly EpochMilliseconds[];
  /** Number of all page loads in this time. */
  readonly pageLoads: number;
}

/** Counts incrementally: counting 100,000 events takes several frames. */
interface DensityCounter {
  add(record: JudgedRecord): void;
  /** Removes a record that was added. Its replacement has the same time. */
  remove(record: JudgedRecord): void;
  clear(): void;
  /** Returns the counts of equal intervals from the first to the last event, or null without events. */
  density(navigations: readonly Navigation[], count: number): Density | null;
}

/** Minimum time span, so that a single event does not fill the whole width. */
const MIN_SPAN_MS = 1000;
/** More than one bucket per pixel, so that the rendering differs by less than a pixel from exact times. */
const MAX_BUCKETS = 8_000;
/** Each navigation is an element: about one per two pixels of a wide panel. */
const MAX_NAVIGATIONS = 600;

type MutableBucket = { -readonly [Outcome in keyof Bucket]: Bucket[Outcome] };

/** Counts events in buckets of 1 ms at first. Doubles the length of the buckets whenever there are too many. */
export function createDensityCounter(maxBuckets = MAX_BUCKETS): DensityCounter {
  let bucketsByTime = new Map<number, MutableBucket>();
  let bucketMs = 1;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;

  const getOrCreateBucket = (at: EpochMilliseconds): MutableBucket => {
    const key = Math.floor(at / bucketMs);
    const existing = bucketsByTime.get(key);
    if (existing) return existing;
    const bucket = { valid: 0, invalid: 0, lost: 0 };
    bucketsByTime.set(key, bucket);
    return bucket;
  };
  const mergeBuckets = () => {
    const shorterBuckets = bucketsByTime;
    const shorterMs = bucketMs;
    bucketMs *= 2;
    bucketsByTime = new Map();
    for (const [key, bucket] of shorterBuckets) addTo(getOrCreateBucket(key * shorterMs), bucket);
  };

  return {
    add(record) {
      from = Math.min(from, record.at);
      to = Math.max(to, record.at);
      getOrCreateBucket(record.at)[outcomeOf(record)] += 1;
      while (bucketsByTime.size > maxBuckets) mergeBuckets();
    },
    remove(record) {
      getOrCreateBucket(record.at)[outcomeOf(record)] -= 1;
    },
    clear() {
      bucketsByTime = new Map();
      bucketMs = 1;
      from = Number.POSITIVE_INFINITY;
      to = Number.NEGATIVE_INFINITY;
    },
    density(navigations, count) {
      if (from > to) return null;
      const end = Math.max(to, from + MIN_SPAN_MS);
      const buckets = Array.from({ length: count }, () => ({ valid: 0, invalid: 0, lost: 0 }));
      for (const [key, counted] of bucketsByTime) {
        const share = (Math.max(from, key * bucketMs) - from) / (end - from);
        const bucket = buckets[Math.min(count - 1, Math.floor(share * count))];
        if (bucket) addTo(bucket, counted);
      }
      const shownNavigations = navigations.filter(({ at }) => at >= from && at <= end);
      const timesBySlot = new Map<number, EpochMilliseconds>();
      for (const { at } of shownNavigations) {
        const slot = Math.floor(((at - from) / (end - from)) * MAX_NAVIGATIONS);
        if (!timesBySlot.has(slot)) timesBySlot.set(slot, at);
      }
      const navigationTimes = [...timesBySlot.values()];
      return { from, to: end, buckets, navigationTimes, pageLoads: shownNavigations.length };
    },
  };
}

function addTo(sum: MutableBucket, { valid, invalid, lost }: Bucket) {
  sum.valid += valid;
  sum.invalid += invalid;
  sum.lost += lost;
}

function outcomeOf(record: JudgedRecord): keyof Bucket {
  if (record.verdict === 'invalid') return 'invalid';
  return isLost(record) ? 'lost' : 'valid';
}
