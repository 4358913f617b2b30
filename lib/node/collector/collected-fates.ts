import type { CollectedEvent, ReceivedBatch } from '#core/collector/collected-change';
import type { CollectedEvents } from '#core/collector/collected-events';
import { eventJson } from '#core/journey/record';
import { isJsonObject, stringAt } from '#core/json/json';
import type { FateEnd } from '#core/pipeline/event-fate';
import type { ReportedFates } from '#core/report/reported-fates';
import type { ReportedFate } from '#core/report/reported-finding';
import { putEvents, SDK_SHAPE } from '#core/wire/body-shape';
import type { FateDuplicates, FateFact } from '../cli/validate/check/fate-facts';
import type { FatePredictor } from '../cli/validate/check/fate-predictor';
import type { FateTracker } from '../cli/validate/check/fate-tracker';
import { COLLECTOR_NAME } from './collected-item';

/** What becomes of the events of a collector in the pipeline behind a real one. */
export interface CollectedFates {
  /** The fate of an event by its row; `null` if it is not held any more. */
  get(row: number): ReportedFate | null;
  /** The fates of all events that came. */
  totals(): ReportedFates;
}

/** Follows the events of a collector, in the order in which they come. */
export function createCollectedFates(
  events: Pick<CollectedEvents, 'all' | 'onChange' | 'totals'>,
  predictor: FatePredictor,
  createTracker: () => FateTracker,
): CollectedFates {
  let tracker = createTracker();
  const fates = new Map<number, ReportedFate>();
  const follow = ({ at, body }: ReceivedBatch, added: readonly CollectedEvent[]): void => {
    const { bodyFields, bodyShape = SDK_SHAPE, bodyBytes } = body;
    const batch = predictor.predictBatch(putEvents(bodyFields, bodyShape, []), bodyBytes, at);
    const lookedFor = batch?.type === 'looked-for' ? batch : null;
    const facts: FateFact[] = lookedFor === null ? [] : [{ ...lookedFor, type: 'batch' }];
    const reports: ((duplicates: FateDuplicates) => void)[] = [];
    const refusedEnd = batch?.type === 'refused' ? batch.end : null;
    for (const { record } of added) {
      const json = eventJson(record);
      if (!isJsonObject(json)) continue;
      const lone = predictor.predict(json, at);
      const index = facts.push({
        ...{ type: 'event', offset: record.row - 1, line: record.row, receivedAt: lone.receivedAt },
        ...{ mid: stringAt(json, ['mid']) ?? '', steps: lone.predicted.duplicateSteps },
        batch: refusedEnd !== null ? 'refused' : lookedFor === null ? null : 0,
      });
      reports.push((duplicates) => {
        const first = lookedFor === null ? undefined : duplicates.get(0);
        const batchEnd = first === undefined ? refusedEnd : toDuplicateBatch(first.row);
        const fate = predictor.report(json, lone, { batchEnd, duplicate: duplicates.get(index - 1) ?? null });
        predictor.count(fate);
        fates.set(record.row, fate);
      });
    }
    const duplicates = tracker.findDuplicates(COLLECTOR_NAME, 0, facts);
    for (const report of reports) report(duplicates);
    tracker.addCounts(predictor.takeCounts());
  };
  const forgetRemoved = (): void => {
    const rows = new Set(Array.from(events.all(), ({ record }) => record.row));
    for (const row of fates.keys()) if (!rows.has(row)) fates.delete(row);
  };
  events.onChange((change) => {
    if (change.type === 'events') {
      // The page of an event may have reported it before it was received.
      const first = change.changed.filter(({ record }) => record.requests.length === 1);
      follow(change.batch, [...change.added, ...first]);
    }
    if (change.type === 'cleared' && events.totals().events === 0) tracker = createTracker();
    if (change.type === 'evicted' || change.type === 'cleared' || change.type === 'run-cleared') forgetRemoved();
  });
  return { get: (row) => fates.get(row) ?? null, totals: () => tracker.fates };
}

function toDuplicateBatch(row: number): FateEnd {
  return { step: 'extractor', reason: 'duplicate-batch', params: { row } };
}
