import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { parseStoredScenarios } from '#components/panel/scenarios/scenario-storage.ts';
import { createScenarioStore, type ScenarioStore, stepStates } from '#components/panel/scenarios/scenario-store.ts';
import { newScenario, type Step } from '#core/scenarios/scenario';
import { scenarioText } from '#core/scenarios/scenario-file';
import { succeed } from '#core/util/result';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { waitFor } from '#tests/drivers/wait-for';
import { recordOf } from '#tests/fixtures/records';

/** Creates the scenario stores of two panels over one storage, with the bundled scenario. */
async function createTwoStores() {
  const sharedStore = createMemoryStore();
  const stores = ['one', 'other'].map((name) => {
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `${name}-${ids}`;
    };
    return createScenarioStore({
      store: sharedStore,
      newId,
      now: () => 0,
      setTimer: () => () => {},
      records: createRecords(),
      notify: () => {},
    });
  });
  await Promise.all(stores.map((store) => store.load()));
  return { sharedStore, one: stores[0] as (typeof stores)[0], other: stores[1] as (typeof stores)[0] };
}

/** Creates a scenario store over a storage with this content, or over an unused storage. */
function storeWith(stored?: unknown, set: (value: unknown) => Promise<void> = async () => {}) {
  const storage = { value: typeof stored === 'object' ? JSON.stringify(stored) : stored };
  const memoryStore = createMemoryStore();
  const records = createRecords();
  const notify = vi.fn();
  let ids = 0;
  const store = createScenarioStore({
    store: {
      ...memoryStore,
      get: async () => storage.value,
      async set(_, value) {
        await set(value);
        storage.value = JSON.parse(JSON.stringify(value));
      },
    },
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
    now: () => 0,
    setTimer: () => () => {},
    records,
    notify: (text) => notify(text()),
  });
  return { store, storage, records, notify };
}

const readStored = (stored: unknown) => parseStoredScenarios(JSON.parse(String(stored)));
const names = (store: ScenarioStore) => store.items.value.map(({ scenario }) => scenario.name);

it('the stored scenarios begin with the bundled one', async () => {
  const { store } = storeWith();
  const loading = store.load();
  expect(store.isLoaded.value).toBe(false);
  await loading;
  expect(store.isLoaded.value).toBe(true);
  expect(names(store)).toEqual(['Play session']);
});

it('the stored scenarios are restored unchanged, even if the list is empty', async () => {
  const { store, storage } = storeWith();
  await store.load();
  store.add(newScenario('Mine'));
  await waitFor(() => expect(readStored(storage.value).items).toHaveLength(2));
  const restarted = storeWith(storage.value).store;
  await restarted.load();
  expect(names(restarted)).toEqual(['Play session', 'Mine']);
  restarted.remove();
  restarted.remove();
  expect(names(restarted)).toEqual([]);
});

it('scenarios that are created before the stored ones are read are added to the stored ones', async () => {
  const { store, storage } = storeWith({
    version: 1,
    items: [{ id: 'a', scenario: newScenario('Kept'), batches: [] }],
  });
  store.add(newScenario('Early'));
  await store.load();
  expect(names(store)).toEqual(['Kept', 'Early']);
  expect(store.open.value?.scenario.name).toBe('Early');
  await waitFor(() => expect(readStored(storage.value).items).toHaveLength(2));
});

it('damaged stored scenarios do not affect other scenarios, and are not deleted', async () => {
  const good = { id: 'a', scenario: newScenario('Good'), batches: [{ nonsense: true }] };
  const { store, storage } = storeWith({ version: 1, items: [{ id: 7 }, good, null] });
  await store.load();
  expect(names(store)).toEqual(['Good']);
  expect(store.unreadable.value).toBe(2);
  store.add(newScenario('New'));
  await waitFor(() => expect(readStored(storage.value).unreadable).toEqual([{ id: 7 }, null]));
});

it('damaged runs of a stored scenario, and those beyond ten, do not affect the others', () => {
  const batchAt = (startedAt: number) => ({ startedAt, runs: [], differences: [] });
  const parseBatches = (batches: readonly unknown[]) => {
    const { items } = parseStoredScenarios({ version: 1, items: [{ id: 'a', scenario: newScenario('Run'), batches }] });
    return items[0]?.batches.map(({ startedAt }) => startedAt);
  };
  expect(parseBatches([batchAt(3), { nonsense: true }, batchAt(1)])).toEqual([3, 1]);
  const newestFirst = Array.from({ length: 11 }, (_, index) => 11 - index);
  expect(parseBatches(newestFirst.map(batchAt))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});

it('stored data that is not a scenario is preserved separately', () => {
  const isLost = ({ items, unreadable }: ReturnType<typeof parseStoredScenarios>, count: number): boolean =>
    items.length + unreadable.length !== count;
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (stored, items) => {
      expect(isLost(parseStoredScenarios(stored), stored === null ? 0 : 1)).toBe(false);
      expect(isLost(parseStoredScenarios({ version: 1, items }), items.length)).toBe(false);
    }),
  );
});

it('scenarios that cannot be stored stay available, and the failure is reported', async () => {
  const { store, notify } = storeWith(undefined, () => Promise.reject(new Error('full')));
  await store.load();
  store.add(newScenario('Mine'));
  expect(names(store)).toContain('Mine');
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.stringContaining('Couldn’t store the scenarios')));
});

it('two panels share their scenarios, and the bundled scenario is listed once', async () => {
  const { sharedStore, one, other } = await createTwoStores();
  one.add(newScenario('From one'));
  other.add(newScenario('From the other'));
  const all = ['Play session', 'From one', 'From the other'];
  await waitFor(() => expect([names(one), names(other)]).toEqual([all, all]));
  expect(readStored(await sharedStore.get('scenarios')).items).toHaveLength(3);
  expect(one.open.value?.scenario.name).toBe('From one');
});

it('undo in one panel does not revert a change made in the other panel', async () => {
  const { one, other } = await createTwoStores();
  one.change((scenario) => ({ ...scenario, name: 'Renamed' }));
  await waitFor(() => expect(names(other)).toEqual(['Renamed']));
  other.add(newScenario('From the other'));
  await waitFor(() => expect(names(one)).toEqual(['Renamed', 'From the other']));
  one.undo();
  const all = ['Play session', 'From the other'];
  await waitFor(() => expect([names(one), names(other)]).toEqual([all, all]));
});

it('a scenario that one panel removes disappears from the other panel, which opens the next scenario', async () => {
  const { one, other } = await createTwoStores();
  one.add(newScenario('Mine'));
  await waitFor(() => expect(names(other)).toHaveLength(2));
  expect(other.open.value?.scenario.name).toBe('Play session');
  one.select('play-session');
  one.remove();
  await waitFor(() => expect(names(other)).toEqual(['Mine']));
  expect(other.open.value?.scenario.name).toBe('Mine');
});

it('editing a scenario and removing one can be undone step by step', async () => {
  const { store } = storeWith();
  await store.load();
  store.change((scenario) => ({ ...scenario, name: 'Renamed' }));
  store.duplicate();
  store.remove();
  expect(names(store)).toEqual(['Renamed']);
  store.undo();
  expect(names(store)).toEqual(['Renamed', 'Renamed (copy)']);
  store.undo();
  store.undo();
  expect(names(store)).toEqual(['Play session']);
  expect(store.canUndo.value).toBe(false);
});

it('undo with nothing to undo preserves the text that is being entered', async () => {
  const { store } = storeWith();
  await store.load();
  store.undo();
  expect(store.undoCount.value).toBe(0);
  store.duplicate();
  store.undo();
  expect(store.undoCount.value).toBe(1);
});

it('edits beyond the size limit are rejected with a message', async () => {
  const { store, notify } = storeWith({ version: 1, items: [] });
  await store.load();
  for (let n = 0; n < 200; n += 1) store.add(newScenario(`${n}`));
  store.duplicate();
  expect(names(store)).toHaveLength(200);
  expect(names(store)[0]).toBe('0');
  expect(notify).toHaveBeenCalledWith(expect.stringContaining('Limit of 200 scenarios reached'));
  expect(store.importText(scenarioText(newScenario('From a file')))).toMatchObject({ ok: false });
});

it('importing a file adds its scenarios, or reports why the file is invalid', async () => {
  const { store } = storeWith();
  await store.load();
  expect(store.importText(scenarioText(newScenario('From a file')))).toEqual({ ok: true, value: 1 });
  expect(store.open.value?.scenario.name).toBe('From a file');
  expect(store.importText('{')).toMatchObject({ ok: false });
  expect(names(store)).toHaveLength(2);
});

it('running a scenario three times produces three results with their differences, and undoing an edit preserves the results', async () => {
  const { store, records } = storeWith({ version: 1, items: [] });
  await store.load();
  store.add(newScenario('Fire', [{ type: 'fire', kind: 'log', args: {} }, { type: 'expect-no-invalid' }]));
  store.change((scenario) => ({ ...scenario, name: 'Fire twice' }));
  let row = 0;
  await store.run(3, async () => {
    row += 1;
    const verdict = row === 2 ? 'invalid' : 'valid';
    records.apply([recordOf(row, { headline: '', verdict, firedBy: { type: 'panel', requestId: `${row}` } })]);
    return succeed({ requestId: `${row}` });
  });
  store.undo();
  const [batch] = store.open.value?.batches ?? [];
  expect(batch?.runs.map(({ status }) => status)).toEqual(['passed', 'failed', 'passed']);
  expect(batch?.differences.map(messageText)).toEqual([
    'Step 2, Expect no invalid events. runs 1, 3: passed, 1 event, none invalid / run 2: failed, 1 event is invalid. INTERACT',
  ]);
});

it('stopping ends the current run and cancels the remaining runs', async () => {
  const { store } = storeWith({ version: 1, items: [] });
  await store.load();
  store.add(newScenario('Wait', [{ type: 'wait', ms: 1000 }]));
  const running = store.run(5, async () => succeed({ requestId: '' }));
  expect(store.isBusy.value).toBe(true);
  store.stop();
  await running;
  expect(store.open.value?.batches[0]?.runs.map(({ status }) => status)).toEqual(['stopped']);
  expect(store.isBusy.value).toBe(false);
});

it('a removed scenario can be restored at its index after later edits, which remain', async () => {
  const { store } = storeWith({ version: 1, items: [] });
  await store.load();
  for (const name of ['One', 'Two', 'Three']) store.add(newScenario(name));
  const [, two] = store.items.value;
  store.select(two?.id ?? '');
  const restore = store.remove();
  store.change((scenario) => ({ ...scenario, name: 'Renamed' }));
  restore();
  expect(names(store)).toEqual(['One', 'Two', 'Renamed']);
  expect(store.open.value?.scenario.name).toBe('Two');
  restore();
  expect(names(store)).toHaveLength(3);
});

it('a step shows its state of the last run only while it is at the same place and unchanged', async () => {
  const { store } = storeWith();
  await store.load();
  const steps: Step[] = [
    { type: 'expect-no-invalid' },
    { type: 'expect-count', filter: 'kind:start', count: 0 },
    { type: 'expect-field', path: 'edata.id', is: { present: true } },
  ];
  store.add(newScenario('Three', steps));
  await store.run(1, async () => succeed({ requestId: '' }));
  const statuses = () => {
    const open = store.open.value;
    return stepStates(store.shownRun.value, { id: open?.id ?? '', mode: 'steps' }, open?.scenario.steps ?? []).map(
      (state) => state?.status ?? null,
    );
  };
  expect(statuses()).toEqual(['passed', 'passed', 'failed']);
  store.change((scenario) => ({ ...scenario, steps: scenario.steps.with(1, { ...steps[1], count: 4 } as Step) }));
  expect(statuses()).toEqual(['passed', null, 'failed']);
  store.undo();
  store.change((scenario) => ({
    ...scenario,
    steps: [scenario.steps[0], scenario.steps[2], scenario.steps[1]] as Step[],
  }));
  expect(statuses()).toEqual(['passed', null, null]);
});
