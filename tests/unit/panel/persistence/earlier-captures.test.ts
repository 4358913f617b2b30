import { expect, it } from 'vitest';
import { createStoredCaptures } from '#panel/persistence/earlier-captures';
import { createCaptureWrite } from '#panel/persistence/stored-capture';
import { recordOf } from '#tests/fixtures/records';
import { createMemoryCaptures } from './memory-captures';

const navigation = { at: 2, url: 'http://localhost/', afterRow: 1 };

async function createTestCaptures() {
  const { storage } = createMemoryCaptures();
  const storeCapture = async (key: string, updatedAt: number, events: number) => {
    await storage.put(key, events > 0 ? [recordOf(1).observed] : []);
    const head = {
      key,
      browserSession: key,
      updatedAt,
      url: 'http://localhost/',
      events,
      progress: {},
      navigations: [navigation],
    };
    await storage.write(createCaptureWrite({ ...head, clearedThrough: 0 }, null));
  };
  await storeCapture('older', 1, 1);
  await storeCapture('own', 3, 1);
  await storeCapture('newer', 2, 1);
  await storeCapture('empty', 4, 0);
  return createStoredCaptures(storage, 'own');
}

it('the earlier captures are all captures except for empty captures and the panel’s own, newest first', async () => {
  const earlier = await createTestCaptures();
  expect((await earlier.list()).map(({ key }) => key)).toEqual(['newer', 'older']);
});

it('an earlier capture is restored unchanged, and a deleted capture is missing', async () => {
  const earlier = await createTestCaptures();
  expect(await earlier.read('older')).toEqual({ records: [recordOf(1).observed], navigations: [navigation] });
  await earlier.remove(['older']);
  expect(await earlier.read('older')).toBeNull();
  expect((await earlier.list()).map(({ key }) => key)).toEqual(['newer']);
});

it('an earlier capture is opened without the events that were cleared but not deleted yet', async () => {
  const { storage } = createMemoryCaptures();
  await storage.put('tab', [recordOf(1).observed, recordOf(2).observed]);
  const head = { key: 'tab', browserSession: 'b', updatedAt: 1, url: '', events: 1, progress: {}, navigations: [] };
  await storage.write(createCaptureWrite({ ...head, clearedThrough: 1 }, null));
  const capture = await createStoredCaptures(storage, 'own').read('tab');
  expect(capture?.records.map(({ row }) => row)).toEqual([2]);
});
