import { captureStore } from '#components/panel/app/capture-store.ts';
import { statusParts } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { Recording } from '#components/panel/captures/recording.ts';
import { fixedColumns, listColumns } from '#components/panel/event-list/columns/fixed-columns.tsx';
import { liveListStore, memoryBudgetStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { longValuesOf } from '#core/journey/values/long-values';
import type { ValueStore } from '#core/journey/values/memory-budget';
import { observedOf } from '#core/stream/judged-record';
import type { Scheduler } from '#core/util/scheduler';
import { i18n } from '#i18n';
import { createUpdatePipeline } from '#panel/capture/update-pipeline';
import { createPendingFires } from '#panel/firing/pending-fires';
import type { RecordSource } from '#panel/record-source';
import { CollectorStatus, collectorStateStore } from './CollectorStatus';
import { sourceColumn } from './source-column';

/** Shows the records of a source in the live list as they arrive. No page is inspected. */
export function startCollected(stores: Stores, createSource: (scheduler: Scheduler) => RecordSource): Recording {
  // Must be set before the list is created, which reads its columns.
  const columns = stores.get(listColumns);
  for (const column of fixedColumns) if (column.id === 'page') columns.remove(column);
  columns.add(sourceColumn);
  stores.get(statusParts).add({ side: 'start', View: CollectorStatus });
  const { app } = stores;
  const { scheduler } = app;
  const source = createSource(scheduler);
  const { get, records, fullRecords } = stores.get(liveListStore);
  const state = stores.get(collectorStateStore);
  const pipeline = createUpdatePipeline(scheduler, records);
  const valueStore: ValueStore = {
    isOpen: () => true,
    hasStored: () => true,
    async read(row) {
      const record = await source.read(row);
      return record && longValuesOf(record);
    },
  };
  fullRecords.connect(valueStore.read);
  stores.get(memoryBudgetStore).add({
    records,
    store: () => valueStore,
    release: (longRecords, location, truncateRecord) =>
      records.apply(longRecords.map((record) => truncateRecord(observedOf(record), location))),
  });

  const { newId } = app;
  const pendingFires = createPendingFires({ sendCommand: source.sendCommand, newId, setTimer: scheduler.setTimer });
  stores.get(captureStore).value = {
    fire: pendingFires.fire,
    sendBatch: pendingFires.sendBatch,
    // The collector itself delivers events that are posted to it.
    onPostStart: () => undefined,
    onPostEnd: () => undefined,
    documents: { forget: () => undefined },
  };

  let isRemoving = false;
  /** Removes records that the collector deleted for all its pages, so that they cannot be restored. */
  const removeFromList = (throughRow: number): void => {
    pipeline.flush();
    const [first] = records.all();
    if (first === undefined || first.row > throughRow) return;
    isRemoving = true;
    records.clear(throughRow);
    records.forget();
    isRemoving = false;
  };
  let lastCleared = 0;
  const clearSource = async (throughRow: number): Promise<void> => {
    lastCleared = throughRow;
    const isCleared = await source.clear(throughRow);
    // Records of an earlier clearing cannot be restored after a later one.
    if (lastCleared === throughRow) {
      if (isCleared) records.forget();
      else records.restore();
    }
    if (!isCleared) app.toasts.show({ tone: 'error', text: () => i18n.t('panel.collector.notCleared') });
  };
  records.subscribe((change) => {
    if (change.type === 'cleared' && !isRemoving) void clearSource(change.throughRow);
  });

  return {
    records() {
      pipeline.flush();
      return records.all();
    },
    async restore() {
      await Promise.all([stores.get(judgesStore).load(), app.settings.load()]);
      await source.start({
        records(changed) {
          pipeline.records(changed);
          pendingFires.handleRecords(changed);
        },
        frames: get(listFrames).set,
        notFired: pendingFires.handleNotFired,
        remove: removeFromList,
        state(next) {
          state.value = next;
        },
        idle: () => new Promise((resolve) => void scheduler.whenIdle(resolve)),
      });
      pipeline.flush();
    },
    flush: pipeline.flush,
    onAllReplied: () => undefined,
  };
}
