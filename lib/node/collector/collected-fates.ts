import type { CollectedEvents, ReceivedBatch } from '#core/collector/collected-events';
import { eventJson } from '#core/journey/record';
import { isJsonObject } from '#core/json/json';
import type { FateEnd } from '#core/pipeline/event-fate';
import type { ReportedFates } from '#core/report/reported-fates';
import type { ReportedFate } from '#core/report/reported-finding';
import { putEvents } from '#core/wire/body-shape';
import type { FateTracker } from '../cli/validate/fate-tracker';
import { COLLECTOR_NAME } from './collected-item';

/** What becomes of the events of a collector in the pipeline behind a real one. */
export interface CollectedFates {
  /** Call for each batch before it is added to the events. */
  begin(batch: ReceivedBatch): void;
  /** The fate of an event by its row; `null` if it is not held any more. */
  get(row: number): ReportedFate | null;
  /** The fates of all events that came. */
  totals(): ReportedFates;
}

/** Follows the events of a collector, in the order in which they come. */
export function createCollectedFates(
  events: Pick<CollectedEvents, 'all' | 'onChange'>,
  tracker: FateTracker,
): CollectedFates {
  const fates = new Map<number, ReportedFate>();
  let batchEnd: FateEnd | null = null;
  let receivedAt = 0;
  const remove = (rows: Iterable<number>): void => {
    for (const row of rows) fates.delete(row);
  };
  events.onChange((change) => {
    if (change.type === 'evicted') remove([...fates.keys()].slice(0, change.count));
    if (change.type === 'cleared') {
      const rows = new Set([...events.all()].map(({ record }) => record.row));
      remove([...fates.keys()].filter((row) => !rows.has(row)));
    }
    if (change.type !== 'events') return;
    for (const { record } of change.added) {
      const json = eventJson(record);
      const place = { index: record.row - 1, file: COLLECTOR_NAME, line: record.row };
      if (isJsonObject(json)) fates.set(record.row, tracker.follow(json, { place, recordedAt: receivedAt, batchEnd }));
    }
  });
  return {
    begin({ at, body }) {
      const { bodyFields, bodyShape = { path: ['events'], content: 'list' }, bodyBytes } = body;
      receivedAt = at;
      batchEnd = tracker.followBatch(putEvents(bodyFields, bodyShape, []), bodyBytes, at);
    },
    get: (row) => fates.get(row) ?? null,
    totals: () => tracker.fates,
  };
}
