import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { MAX_STEPS } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { makeScenario } from './make-scenario';

/** Records the page's events while the user interacts with it, whatever view is shown. */
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
  const inOrder = () => [...taken.values()].sort((one, other) => one.row - other.row);
  let taken = new Map<number, JudgedRecord>();
  let unsubscribe = (): void => {};

  return {
    count,
    recorded,
    start() {
      if (count.peek() !== null) return;
      const afterRow = records.all().at(-1)?.row ?? 0;
      taken = new Map();
      count.value = 0;
      recorded.value = [];
      unsubscribe = records.subscribe((change) => {
        if (change.type !== 'records') return;
        for (const { record } of change.changes) {
          const isOurs = record.row > afterRow && record.kind !== null && record.firedBy.type === 'page';
          if (isOurs && (taken.has(record.row) || taken.size < MAX_STEPS)) taken.set(record.row, record);
        }
        batch(() => {
          count.value = taken.size;
          recorded.value = inOrder();
        });
      });
    },
    stop() {
      unsubscribe();
      count.value = null;
      const rows = inOrder();
      recorded.value = [];
      if (rows.length > 0) makeScenario(stores, rows);
    },
  };
}

export const scenarioRecorderStore = defineStore(createScenarioRecorder);
