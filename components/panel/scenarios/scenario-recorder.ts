import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { MAX_STEPS } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createScenarioFromRecords } from './scenario-from-records';

/** Records the page's events while the user interacts with the page, whatever view is shown. */
export interface ScenarioRecorder {
  /** Number of recorded events, or null while nothing is recorded. */
  readonly count: ReadonlySignal<number | null>;
  /** Events of the current recording, in the order of their rows. */
  readonly recorded: ReadonlySignal<readonly JudgedRecord[]>;
  start(): void;
  /** Ends the recording, and creates a scenario from it unless it is empty. */
  stop(): void;
}

function createScenarioRecorder(stores: Stores): ScenarioRecorder {
  const { records } = stores.get(liveListStore);
  const count = signal<number | null>(null);
  const recorded = signal<readonly JudgedRecord[]>([]);
  const sortedRecords = () => [...recordsByRow.values()].sort((one, other) => one.row - other.row);
  let recordsByRow = new Map<number, JudgedRecord>();
  let unsubscribe = (): void => {};

  return {
    count,
    recorded,
    start() {
      if (count.peek() !== null) return;
      const afterRow = records.all().at(-1)?.row ?? 0;
      recordsByRow = new Map();
      count.value = 0;
      recorded.value = [];
      unsubscribe = records.subscribe((change) => {
        if (change.type !== 'records') return;
        for (const { record } of change.changes) {
          const isOfPage = record.row > afterRow && record.kind !== null && record.firedBy.type === 'page';
          const hasRoom = recordsByRow.has(record.row) || recordsByRow.size < MAX_STEPS;
          if (isOfPage && hasRoom) recordsByRow.set(record.row, record);
        }
        batch(() => {
          count.value = recordsByRow.size;
          recorded.value = sortedRecords();
        });
      });
    },
    stop() {
      unsubscribe();
      count.value = null;
      const newRecords = sortedRecords();
      recorded.value = [];
      if (newRecords.length > 0) createScenarioFromRecords(stores, newRecords);
    },
  };
}

export const scenarioRecorderStore = defineStore(createScenarioRecorder);
