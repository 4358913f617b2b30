import type { CollectedEvent, ReceivedBatch } from '#core/collector/collected-change';
import type { CollectedEvents } from '#core/collector/collected-events';
import { eventJson } from '#core/journey/record';
import { isJsonObject, stringAt } from '#core/json/json';
import type { FateEnd } from '#core/pipeline/event-fate';
import { receiptOfRequest, toRunScopedId } from '#core/pipeline/record-fate';
import type { ReportedFates } from '#core/report/reported-fates';
import type { ReportedFate } from '#core/report/reported-finding';
import { putEvents, SDK_SHAPE } from '#core/wire/body-shape';
import type { FateDuplicates, FateFact } from '../cli/validate/check/fate-facts';
import type { FatePredictor } from '../cli/validate/check/fate-predictor';
import type { FateTracker } from '../cli/validate/check/fate-tracker';
import { COLLECTOR_NAME } from './collected-item';

/** Predicted fates of a collector's events in the pipeline behind a real collector. */
export interface CollectedFates {
  /** Returns the fate of an event by its row, or `null` if the event is no longer stored. */
  get(row: number): ReportedFate | null;
  /** Returns the counts of fates, of all events that were received. */
  totals(): ReportedFates;
}

/** Predicts the fates of a collector's events, in the order in which they arrive. */
export function createCollectedFates(
  events: Pick<CollectedEvents, 'all' | 'onChange' | 'totals'>,
  predictor: FatePredictor,
  createTracker: () => FateTracker,
): CollectedFates {
  let tracker = createTracker();
  const fates = new Map<number, ReportedFate>();
  /** How often the events of each run were cleared. Later events are no duplicates of cleared events. */
  const clears = new Map<string, number>();
  const addFates = ({ at, body, source: { run } }: ReceivedBatch, added: readonly CollectedEvent[]): void => {
    const { bodyFields, bodyShape = SDK_SHAPE, bodyBytes } = body;
    const batch = predictor.predictBatch(putEvents(bodyFields, bodyShape, []), () => bodyBytes, at);
    const acceptedBatch = batch?.type === 'accepted' ? batch : null;
    const scope = clears.has(run) ? `${clears.get(run)} ${run}` : run;
    const facts: FateFact[] =
      acceptedBatch === null ? [] : [{ ...acceptedBatch, type: 'batch', mid: toRunScopedId(acceptedBatch.mid, scope) }];
    const reports: ((duplicates: FateDuplicates) => void)[] = [];
    const rejectedEnd = batch?.type === 'rejected' ? batch.end : null;
    const acceptedIndex = acceptedBatch === null ? null : 0;
    const batchOfEvents = rejectedEnd === null ? acceptedIndex : 'rejected';
    for (const { record } of added) {
      const json = eventJson(record);
      if (!isJsonObject(json)) continue;
      const single = predictor.predict(json, at);
      const index = facts.push({
        type: 'event',
        offset: record.row - 1,
        line: record.row,
        receivedAt: single.receivedAt,
        mid: toRunScopedId(stringAt(json, ['mid']), scope),
        steps: single.predicted.duplicateSteps,
        batch: batchOfEvents,
      });
      reports.push((duplicates) => {
        const firstBatch = acceptedBatch === null ? undefined : duplicates.get(0);
        const batchEnd = firstBatch === undefined ? rejectedEnd : toDuplicateBatch(firstBatch.row);
        const duplicate = duplicates.get(index - 1) ?? null;
        // The tracker counts received events from 1. `line` is the row, which also counts all other items, and does not
        // restart after a clear.
        const duplicateWithRow = duplicate?.first ? { ...duplicate, row: duplicate.first.line } : duplicate;
        const fate = predictor.report(json, single, { batchEnd, duplicate: duplicateWithRow });
        predictor.count(fate);
        fates.set(record.row, fate);
      });
    }
    const duplicates = tracker.findDuplicates(COLLECTOR_NAME, 0, facts);
    for (const report of reports) report(duplicates);
    tracker.addCounts(predictor.takeCounts());
  };
  const isStored = (run: string): boolean => {
    for (const { source } of events.all()) if (source.run === run) return true;
    return false;
  };
  const removeUnstored = (): void => {
    const rows = new Set(Array.from(events.all(), ({ record }) => record.row));
    for (const row of fates.keys()) if (!rows.has(row)) fates.delete(row);
  };
  const addEnded = (batch: ReceivedBatch, added: readonly CollectedEvent[], changed: readonly CollectedEvent[]) => {
    // An event without a fate was reported by its page before, or was rejected when it arrived before.
    const firstAccepted = changed.filter(({ record }) => !fates.has(record.row));
    if (receiptOfRequest(batch.end) !== 'not-received') addFates(batch, [...added, ...firstAccepted]);
  };
  events.onChange((change) => {
    // The upstream may still reject the batch of an open request.
    if (change.type === 'events' && change.batch.end.status !== 'open')
      addEnded(change.batch, change.added, change.changed);
    // Without rows, the events were cleared meanwhile.
    if (change.type === 'ended' && change.changed.length > 0) addEnded(change.batch, [], change.changed);
    if (change.type === 'run-cleared' && !isStored(change.run))
      clears.set(change.run, (clears.get(change.run) ?? 0) + 1);
    if (change.type === 'cleared' && events.totals().events === 0) tracker = createTracker();
    if (change.type === 'evicted' || change.type === 'cleared' || change.type === 'run-cleared') removeUnstored();
  });
  return { get: (row) => fates.get(row) ?? null, totals: () => tracker.fates };
}

function toDuplicateBatch(row: number): FateEnd {
  return { step: 'extractor', reason: 'duplicate-batch', params: { row } };
}
