import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { createUndoStack } from '#components/panel/app/undo-stack.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { createPlaySession } from '#core/scenarios/play-session';
import { toReplay } from '#core/scenarios/replay';
import { findDifferences, type RunResult, toRunResult, toStoredResult } from '#core/scenarios/run-result';
import { type Run, type ScenarioRunDeps, startRun } from '#core/scenarios/run-scenario';
import type { RunState, StepState } from '#core/scenarios/run-state';
import { MAX_SCENARIO_NAME_CHARS, newScenario, type Scenario, type Step } from '#core/scenarios/scenario';
import { MAX_SCENARIOS, parseScenarioFile } from '#core/scenarios/scenario-file';
import type { JudgedRecord } from '#core/stream/judged-record';
import { toSentence } from '#core/util/issue-sentences';
import { fail, type Result, succeed } from '#core/util/result';
import { i18n } from '#i18n';
import { createSequenceRunner } from '#panel/firing/sequence-runner';
import { keepKeyOrder } from '#panel/persistence/keep-key-order';
import { createSyncedList, type SharedStore } from '#panel/persistence/synced-list';
import {
  MAX_BATCHES,
  MAX_REPEATS,
  parseStoredScenarios,
  type RunBatch,
  type StoredScenario,
  serializeScenarios,
} from './scenario-storage';

export interface ScenarioStoreDeps {
  readonly store: SharedStore;
  readonly newId: () => string;
  readonly now: ScenarioRunDeps['now'];
  readonly setTimer: ScenarioRunDeps['setTimer'];
  readonly records: ScenarioRunDeps['records'];
  /** Reports that something could not be added or stored. */
  readonly notify: (sentence: () => string) => void;
}

/** Whether a run executes a scenario's steps, or replays its recorded calls. */
type RunMode = 'steps' | 'replay';

/** The shown run of a scenario: the current or the last one. */
export interface ShownRun {
  readonly id: string;
  readonly mode: RunMode;
  /** The steps as they ran. The scenario may have changed since. */
  readonly steps: readonly Step[];
  readonly run: RunState;
  /** The number of the run, from 1 to `times`. */
  readonly number: number;
  readonly times: number;
}

/** Returns the state of each step in the shown run, or `null` for a step that has not run in its current form. */
export function stepStates(
  shownRun: ShownRun | null,
  { id, mode }: Pick<ShownRun, 'id' | 'mode'>,
  steps: readonly Step[],
): readonly (StepState | null)[] {
  const isSameRun = shownRun?.id === id && shownRun.mode === mode && shownRun.steps.length === steps.length;
  if (!isSameRun) return steps.map(() => null);
  return steps.map((step, index) => {
    const runStep = shownRun.steps[index];
    const isSameStep = runStep === step || JSON.stringify(runStep) === JSON.stringify(step);
    return isSameStep ? (shownRun.run.steps[index] ?? null) : null;
  });
}

/** The stored scenarios, the open scenario, and its runs. */
export interface ScenarioStore {
  readonly items: ReadonlySignal<readonly StoredScenario[]>;
  /** True once the stored scenarios are loaded. Until then the list is always empty. */
  readonly isLoaded: ReadonlySignal<boolean>;
  readonly open: ReadonlySignal<StoredScenario | null>;
  readonly shownRun: ReadonlySignal<ShownRun | null>;
  /** Whether a scenario runs. */
  readonly isBusy: ReadonlySignal<boolean>;
  readonly canUndo: ReadonlySignal<boolean>;
  /** Number of stored entries that cannot be parsed. They are stored unchanged. */
  readonly unreadable: ReadonlySignal<number>;
  load(): Promise<void>;
  select(id: string): void;
  add(scenario: Scenario): void;
  /** Imports a file. Returns the number of its scenarios. */
  importText(text: string): Result<number, () => string>;
  change(edit: (scenario: Scenario) => Scenario): void;
  duplicate(): void;
  /** Removes the open scenario. Returns a function that restores it, and reverts no later edit. */
  remove(): () => void;
  addPlaySession(): void;
  undo(): void;
  /** Number of undone steps. Forms use the number as their key, so that an undo resets the entered text. */
  readonly undoCount: ReadonlySignal<number>;
  run(times: number, fire: ScenarioRunDeps['fire'], mode?: RunMode): Promise<void>;
  stop(): void;
  /** Finishes the current run, and starts no further run. */
  cancelRepeats(): void;
}

const KEY = 'scenarios';
const MAX_UNDO_STEPS = 100;
/** Leaves room in a scenario's name for the text that marks a copy. */
const MAX_COPIED_NAME_CHARS = 180;

interface ScenarioListState {
  readonly items: readonly StoredScenario[];
  readonly openId: string | null;
}

/** The constant id of the shipped scenario, so that two panels that start at once do not store the scenario twice. */
const SHIPPED_ID = 'play-session';

/** Creates a state in which `openId` is open, or the first scenario if there is no such id. */
function toListState(items: readonly StoredScenario[], openId: string | null): ScenarioListState {
  return { items, openId: items.some(({ id }) => id === openId) ? openId : (items[0]?.id ?? null) };
}

export function createScenarioStore(deps: ScenarioStoreDeps): ScenarioStore {
  const history = createUndoStack<ScenarioListState>({ items: [], openId: null }, { maxSteps: MAX_UNDO_STEPS });
  const list = history.current;
  const unreadable = signal<readonly unknown[]>([]);
  const shownRun = signal<ShownRun | null>(null);
  const runner = createSequenceRunner();
  let currentRun: Run | null = null;
  const isLoaded = signal(false);
  const undoCount = signal(0);
  const shippedItem: StoredScenario = {
    id: SHIPPED_ID,
    scenario: createPlaySession(i18n.t('scenarios.playSession')),
    batches: [],
  };

  const syncedList = createSyncedList<StoredScenario>(keepKeyOrder(deps.store), {
    key: KEY,
    keyOf: ({ id }) => id,
    read(stored) {
      if (stored === undefined) return [shippedItem];
      const parsed = parseStoredScenarios(stored);
      unreadable.value = parsed.unreadable;
      return parsed.items;
    },
    write: (items) => serializeScenarios(items, unreadable.value),
    getItems: () => list.peek().items,
    applyMerge(merge) {
      history.rewrite(({ items, openId }) => toListState(merge(items), openId));
    },
    onFailure: () => deps.notify(() => i18n.t('scenarios.notStored')),
  });
  const setListState = (next: ScenarioListState): void => {
    history.push(next);
    void syncedList.sync();
  };
  const openItem = computed(() => list.value.items.find(({ id }) => id === list.value.openId) ?? null);
  const addAll = (scenarios: readonly Scenario[]): Result<number, () => string> => {
    const { items, openId } = list.value;
    if (items.length + scenarios.length > MAX_SCENARIOS) {
      return fail(() => i18n.t('scenarios.full', { n: formatNumber(MAX_SCENARIOS) }));
    }
    const newItems = scenarios.map((scenario): StoredScenario => ({ id: deps.newId(), scenario, batches: [] }));
    setListState({ items: [...items, ...newItems], openId: newItems.at(-1)?.id ?? openId });
    return succeed(newItems.length);
  };
  const addOne = (scenario: Scenario): void => {
    const result = addAll([scenario]);
    if (!result.ok) deps.notify(result.failure);
  };
  /** Stores results. They are not edits: undo preserves them. */
  const addBatch = (id: string, batch: RunBatch): void => {
    const withBatch = (item: StoredScenario): StoredScenario =>
      item.id === id ? { ...item, batches: [batch, ...item.batches].slice(0, MAX_BATCHES) } : item;
    history.rewrite((stored) => ({ ...stored, items: stored.items.map(withBatch) }));
    void syncedList.sync();
  };

  return {
    items: computed(() => list.value.items),
    isLoaded,
    undoCount,
    open: openItem,
    shownRun,
    isBusy: computed(() => runner.progress.value !== null),
    canUndo: history.canUndo,
    unreadable: computed(() => unreadable.value.length),
    async load() {
      await syncedList.sync();
      isLoaded.value = true;
    },
    select(id) {
      history.replace({ ...list.value, openId: id });
    },
    add: addOne,
    addPlaySession: () => addOne(createPlaySession(i18n.t('scenarios.playSession'))),
    importText(text) {
      const parsed = parseScenarioFile(text);
      return parsed.ok ? addAll(parsed.value) : fail(() => toSentence(messageText(parsed.failure)));
    },
    change(edit) {
      const { items, openId } = list.value;
      setListState({
        openId,
        items: items.map((item) => (item.id === openId ? { ...item, scenario: edit(item.scenario) } : item)),
      });
    },
    duplicate() {
      const item = openItem.value;
      if (!item) return;
      const name = item.scenario.name.slice(0, MAX_COPIED_NAME_CHARS);
      addOne({ ...item.scenario, name: i18n.t('scenarios.copyOf', { name }) });
    },
    remove() {
      const { items, openId } = list.value;
      const index = items.findIndex(({ id }) => id === openId);
      const remaining = items.filter(({ id }) => id !== openId);
      setListState({ items: remaining, openId: (remaining[index] ?? remaining.at(-1))?.id ?? null });
      const removedItem = items[index];
      return () => {
        const currentItems = list.peek().items;
        if (!removedItem || currentItems.some(({ id }) => id === removedItem.id)) return;
        setListState({ items: currentItems.toSpliced(index, 0, removedItem), openId: removedItem.id });
      };
    },
    undo() {
      if (!history.canUndo.peek()) return;
      history.undo();
      undoCount.value += 1;
      void syncedList.sync();
    },
    async run(times, fire, mode = 'steps') {
      const item = openItem.value;
      if (!item) return;
      const { name, recording = [] } = item.scenario;
      const scenario = mode === 'replay' ? toReplay(name, recording).scenario : item.scenario;
      const results: RunResult[] = [];
      await runner.run(Math.min(times, MAX_REPEATS), async (index) => {
        const show = (run: RunState): void => {
          shownRun.value = { id: item.id, mode, steps: scenario.steps, run, number: index + 1, times };
        };
        currentRun = startRun(scenario, { ...deps, fire, isReplay: mode === 'replay' }, show);
        results.push(toRunResult(await currentRun.ended));
      });
      const [first] = results;
      if (!first || mode === 'replay') return;
      const differences = findDifferences(item.scenario, results);
      addBatch(item.id, {
        startedAt: first.startedAt,
        runs: results.map(toStoredResult),
        differences: [...differences],
      });
    },
    stop() {
      runner.stop();
      currentRun?.stop();
    },
    cancelRepeats: runner.stop,
  };
}

/** Formats a name from the first event's page and the number of events. */
export function formatRecordedName(records: readonly JudgedRecord[], pageOf: (record: JudgedRecord) => string): string {
  const [first] = records;
  if (!first) return i18n.t('scenarios.create');
  return `${pageOf(first)}, ${formatCount(records.length, 'event')}`.slice(0, MAX_SCENARIO_NAME_CHARS);
}

export function createEmptyScenario(): Scenario {
  return newScenario(i18n.t('scenarios.create'));
}

export const scenarioStore = defineStore((stores) => {
  const { scheduler, newId, now, storage, toasts } = stores.app;
  const { records } = stores.get(liveListStore);
  const notify = (text: () => string) => toasts.show({ tone: 'error', text });
  const store = createScenarioStore({ setTimer: scheduler.setTimer, newId, now, records, store: storage, notify });
  void store.load();
  return store;
});
