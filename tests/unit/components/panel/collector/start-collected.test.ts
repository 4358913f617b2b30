import { expect, it } from 'vitest';
import type { StoreDefinition, Stores } from '#components/panel/app/stores.ts';
import { clearLiveList } from '#components/panel/captures/capture-list.ts';
import { startCollected } from '#components/panel/collector/start-collected.ts';
import { liveListStore, memoryBudgetStore } from '#components/panel/event-list/event-list.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { createMemoryBudget } from '#core/journey/values/memory-budget';
import { truncateRecord } from '#core/journey/values/truncate-record';
import type { RecordSource } from '#panel/record-source';
import { t } from '#tests/drivers/texts';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { eventOf, recordOf } from '#tests/fixtures/records';

const longRecord = (row: number): TelemetryRecord =>
  recordOf(row, {
    call: null,
    event: eventOf({ json: { eid: 'LOG', mid: `LOG:${row}`, edata: { message: 'x'.repeat(20_000) } } }),
  }).observed;

/** Creates the stores of a page that caches the long values of only a few events. */
function createSmallStores(): Stores {
  const { stores } = createTestStores();
  const nextTask = (task: () => void) => {
    task();
    return () => {};
  };
  const deps = { nextTask, loadTruncateRecord: () => truncateRecord };
  const budget = createMemoryBudget(deps, { maxBytes: 500_000, copies: 1 });
  const get = <Store>(definition: StoreDefinition<Store>): Store =>
    definition === (memoryBudgetStore as StoreDefinition<unknown>) ? (budget as Store) : stores.get(definition);
  return { ...stores, get };
}

it('a page reads long values beyond its memory limit from the collector when the values are requested', async () => {
  const stores = createSmallStores();
  const collectedRecords = Array.from({ length: 40 }, (_, index) => longRecord(index + 1));
  const requestedRows: number[] = [];
  const source: RecordSource = {
    start: async (sink) => sink.records(collectedRecords),
    async read(row) {
      requestedRows.push(row);
      return collectedRecords[row - 1] ?? null;
    },
    clear: async () => true,
    sendCommand: async () => false,
  };
  await startCollected(stores, () => source).restore();
  const { records, fullRecords } = stores.get(liveListStore);
  const truncated = records.all().filter(({ longValues }) => longValues === 'stored');
  expect(truncated.length).toBeGreaterThan(0);
  expect(records.all().some(({ longValues }) => longValues === 'truncated')).toBe(false);
  expect(requestedRows).toEqual([]);
  const [first] = truncated;
  if (first === undefined) throw new Error('no row was truncated');
  expect((await fullRecords.read(first)).event?.json).toEqual(collectedRecords[first.row - 1]?.event?.json);
  expect(requestedRows).toEqual([first.row]);
});

it('a page restores cleared events if the collector cannot be cleared, and forgets them otherwise', async () => {
  const { stores } = createTestStores();
  stores.app.tab.value = { hostType: 'collector', isClosed: false };
  let isReachable = false;
  const source: RecordSource = {
    start: async (sink) => sink.records([recordOf(1).observed, recordOf(2).observed]),
    read: async () => null,
    clear: async () => isReachable,
    sendCommand: async () => false,
  };
  await startCollected(stores, () => source).restore();
  const { records } = stores.get(liveListStore);
  const toast = () => stores.app.toasts.list.value[0]?.text();
  clearLiveList(stores);
  await waitFor(() => expect(toast()).toBe(t('panel.collector.notCleared')));
  expect(records.all().map(({ row }) => row)).toEqual([1, 2]);
  isReachable = true;
  const forgotten = new Promise<void>((resolve) => {
    records.subscribe(({ type }) => type === 'forgotten' && resolve());
  });
  clearLiveList(stores);
  await forgotten;
  expect([records.restore(), records.all()]).toEqual([false, []]);
});
