import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { parseStoredScenarios } from '#components/panel/scenarios/scenario-storage.ts';
import { createScenarioStore, type ScenarioStore } from '#components/panel/scenarios/scenario-store.ts';
import { newScenario } from '#core/scenarios/scenario';
import { scenarioText } from '#core/scenarios/scenario-file';
import { succeed } from '#core/util/result';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { waitFor } from '#tests/drivers/wait-for';
import { recordOf } from '#tests/fixtures/records';

/** The scenario stores of two panels over one storage, with the bundled scenario. */
async function twoBenches() {
  const store = createMemoryStore();
  const benches = ['one', 'other'].map((name) => {
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `${name}-${ids}`;
    };
    return createScenarioStore({
      store,
      newId,
      now: () => 0,
      after: () => () => {},
      records: createRecords(),
      notify: () => {},
    });
  });
  await Promise.all(benches.map((bench) => bench.load()));
  return { store, one: benches[0] as (typeof benches)[0], other: benches[1] as (typeof benches)[0] };
}

/** A scenario store over a storage with this content, or over one that was never used. */
function benchOver(stored?: unknown, set: (value: unknown) => Promise<void> = async () => {}) {
  const storage = { value: typeof stored === 'object' ? JSON.stringify(stored) : stored };
  const shared = createMemoryStore();
  const records = createRecords();
  const notify = vi.fn();
  let ids = 0;
  const bench = createScenarioStore({
    store: {
      ...shared,
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
    after: () => () => {},
    records,
    notify: (text) => notify(text()),
  });
  return { bench, storage, records, notify };
}

const keptIn = (stored: unknown) => parseStoredScenarios(JSON.parse(String(stored)));
const names = (bench: ScenarioStore) => bench.items.value.map(({ scenario }) => scenario.name);

it('the stored scenarios begin with the bundled one', async () => {
  const { bench } = benchOver();
  const loading = bench.load();
  expect(bench.isLoaded.value).toBe(false);
  await loading;
  expect(bench.isLoaded.value).toBe(true);
  expect(names(bench)).toEqual(['Play session']);
});

it('the stored scenarios are restored unchanged, even if the list is empty', async () => {
  const { bench, storage } = benchOver();
  await bench.load();
  bench.add(newScenario('Mine'));
  await waitFor(() => expect(keptIn(storage.value).items).toHaveLength(2));
  const again = benchOver(storage.value).bench;
  await again.load();
  expect(names(again)).toEqual(['Play session', 'Mine']);
  again.remove();
  again.remove();
  expect(names(again)).toEqual([]);
});

it('scenarios that are created before the stored ones are read are added to the stored ones', async () => {
  const { bench, storage } = benchOver({
    version: 1,
    items: [{ id: 'a', scenario: newScenario('Kept'), batches: [] }],
  });
  bench.add(newScenario('Early'));
  await bench.load();
  expect(names(bench)).toEqual(['Kept', 'Early']);
  expect(bench.open.value?.scenario.name).toBe('Early');
  await waitFor(() => expect(keptIn(storage.value).items).toHaveLength(2));
});

it('damaged stored scenarios do not affect other scenarios, and are not deleted', async () => {
  const good = { id: 'a', scenario: newScenario('Good'), batches: [{ nonsense: true }] };
  const { bench, storage } = benchOver({ version: 1, items: [{ id: 7 }, good, null] });
  await bench.load();
  expect(names(bench)).toEqual(['Good']);
  expect(bench.unreadable.value).toBe(2);
  bench.add(newScenario('New'));
  await waitFor(() => expect(keptIn(storage.value).unreadable).toEqual([{ id: 7 }, null]));
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
  const { bench, notify } = benchOver(undefined, () => Promise.reject(new Error('full')));
  await bench.load();
  bench.add(newScenario('Mine'));
  expect(names(bench)).toContain('Mine');
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.stringContaining('Couldn’t store the scenarios')));
});

it('two panels share their scenarios, and the bundled scenario is listed once', async () => {
  const { store, one, other } = await twoBenches();
  one.add(newScenario('From one'));
  other.add(newScenario('From the other'));
  const all = ['Play session', 'From one', 'From the other'];
  await waitFor(() => expect([names(one), names(other)]).toEqual([all, all]));
  expect(keptIn(await store.get('scenarios')).items).toHaveLength(3);
  expect(one.open.value?.scenario.name).toBe('From one');
});

it('undo in one panel does not revert a change made in the other panel', async () => {
  const { one, other } = await twoBenches();
  one.change((scenario) => ({ ...scenario, name: 'Renamed' }));
  await waitFor(() => expect(names(other)).toEqual(['Renamed']));
  other.add(newScenario('From the other'));
  await waitFor(() => expect(names(one)).toEqual(['Renamed', 'From the other']));
  one.undo();
  const all = ['Play session', 'From the other'];
  await waitFor(() => expect([names(one), names(other)]).toEqual([all, all]));
});

it('a scenario that one panel removes disappears from the other panel, which opens the next scenario', async () => {
  const { one, other } = await twoBenches();
  one.add(newScenario('Mine'));
  await waitFor(() => expect(names(other)).toHaveLength(2));
  expect(other.open.value?.scenario.name).toBe('Play session');
  one.choose('play-session');
  one.remove();
  await waitFor(() => expect(names(other)).toEqual(['Mine']));
  expect(other.open.value?.scenario.name).toBe('Mine');
});

it('editing a scenario and removing one can be undone step by step', async () => {
  const { bench } = benchOver();
  await bench.load();
  bench.change((scenario) => ({ ...scenario, name: 'Renamed' }));
  bench.duplicate();
  bench.remove();
  expect(names(bench)).toEqual(['Renamed']);
  bench.undo();
  expect(names(bench)).toEqual(['Renamed', 'Renamed (copy)']);
  bench.undo();
  bench.undo();
  expect(names(bench)).toEqual(['Play session']);
  expect(bench.canUndo.value).toBe(false);
});

it('edits beyond the size limit are rejected with a message', async () => {
  const { bench, notify } = benchOver({ version: 1, items: [] });
  await bench.load();
  for (let n = 0; n < 200; n += 1) bench.add(newScenario(`${n}`));
  bench.duplicate();
  expect(names(bench)).toHaveLength(200);
  expect(names(bench)[0]).toBe('0');
  expect(notify).toHaveBeenCalledWith(expect.stringContaining('Limit of 200 scenarios reached'));
  expect(bench.importText(scenarioText(newScenario('From a file')))).toMatchObject({ ok: false });
});

it('importing a file adds its scenarios, or reports why the file is invalid', async () => {
  const { bench } = benchOver();
  await bench.load();
  expect(bench.importText(scenarioText(newScenario('From a file')))).toEqual({ ok: true, value: 1 });
  expect(bench.open.value?.scenario.name).toBe('From a file');
  expect(bench.importText('{')).toMatchObject({ ok: false });
  expect(names(bench)).toHaveLength(2);
});

it('running a scenario three times produces three results with their differences, and undoing an edit preserves the results', async () => {
  const { bench, records } = benchOver({ version: 1, items: [] });
  await bench.load();
  bench.add(newScenario('Fire', [{ type: 'fire', kind: 'log', args: {} }, { type: 'expect-no-invalid' }]));
  bench.change((scenario) => ({ ...scenario, name: 'Fire twice' }));
  let row = 0;
  await bench.run(3, async () => {
    row += 1;
    const verdict = row === 2 ? 'invalid' : 'valid';
    records.apply([recordOf(row, { headline: '', verdict, firedBy: { type: 'panel', requestId: `${row}` } })]);
    return succeed({ requestId: `${row}` });
  });
  bench.undo();
  const [batch] = bench.open.value?.batches ?? [];
  expect(batch?.runs.map(({ status }) => status)).toEqual(['passed', 'failed', 'passed']);
  expect(batch?.differences.map(messageText)).toEqual([
    'Step 2, Expect no invalid events. runs 1, 3: passed, 1 event, none invalid / run 2: failed, 1 event is invalid. INTERACT',
  ]);
});

it('stopping ends the current run and cancels the remaining runs', async () => {
  const { bench } = benchOver({ version: 1, items: [] });
  await bench.load();
  bench.add(newScenario('Wait', [{ type: 'wait', ms: 1000 }]));
  const over = bench.run(5, async () => succeed({ requestId: '' }));
  expect(bench.busy.value).toBe(true);
  bench.stop();
  await over;
  expect(bench.open.value?.batches[0]?.runs.map(({ status }) => status)).toEqual(['stopped']);
  expect(bench.busy.value).toBe(false);
});

it('a removed scenario can be restored at its index after later edits, which remain', async () => {
  const { bench } = benchOver({ version: 1, items: [] });
  await bench.load();
  for (const name of ['One', 'Two', 'Three']) bench.add(newScenario(name));
  const [, two] = bench.items.value;
  bench.choose(two?.id ?? '');
  const restore = bench.remove();
  bench.change((scenario) => ({ ...scenario, name: 'Renamed' }));
  restore();
  expect(names(bench)).toEqual(['One', 'Two', 'Renamed']);
  expect(bench.open.value?.scenario.name).toBe('Two');
  restore();
  expect(names(bench)).toHaveLength(3);
});
