import { setImmediate as nextTask } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { type Composer, createComposer } from '#components/panel/compose/draft/composer.ts';
import { createDraftStorage } from '#components/panel/compose/draft/draft-storage.ts';
import { panelRules } from '#core/drafts/panel-rules';
import type { EventKind } from '#core/telemetry/kinds';
import { createMemoryStore } from '#panel/persistence/memory-store';

function setUp(initial?: unknown) {
  const stored = new Map<string, unknown>(initial === undefined ? [] : [['compose-drafts', initial]]);
  const composer = createComposer(panelRules);
  const store = {
    get: async (key: string) => stored.get(key),
    set: vi.fn(async (key: string, value: unknown) => void stored.set(key, structuredClone(value))),
    subscribe: () => undefined,
  };
  const notify = vi.fn();
  return { composer, store, notify, stored, storage: createDraftStorage(composer, { store, notify }) };
}

it('drafts are restored in another panel, with the open kind and with text that is not valid JSON yet', async () => {
  const first = setUp();
  await first.storage.load();
  first.composer.select('search');
  first.composer.setText('{ "data": ');
  first.composer.select('log');
  first.composer.setPending('["data","params"]', '[1,');
  const second = setUp(first.stored.get('compose-drafts'));
  await second.storage.load();
  expect(second.store.set).not.toHaveBeenCalled();
  expect(second.composer.kind.value).toBe('log');
  expect(second.composer.draft.value.content.value.pending).toEqual({ '["data","params"]': '[1,' });
  second.composer.select('search');
  expect(second.composer.draft.value.text.value).toBe('{ "data": ');
});

it('drafts are written on every change, and are not written without a change', async () => {
  const { composer, storage, store } = setUp();
  await storage.load();
  expect(store.set).not.toHaveBeenCalled();
  composer.setText('{ "data": 1 }');
  composer.setText('{ "data": 12 }');
  expect(store.set).toHaveBeenCalledTimes(2);
  expect(store.set).toHaveBeenLastCalledWith('compose-drafts', {
    kind: 'start',
    drafts: { start: { text: '{ "data": 12 }', pending: {} } },
  });
});

it('damaged drafts are ignored, and the other drafts are restored', async () => {
  const { composer, storage } = setUp({
    kind: 'nothing',
    drafts: { log: 7, end: { text: '{}', pending: {} }, foo: 1 },
  });
  await storage.load();
  expect(composer.kind.value).toBe('start');
  composer.select('log');
  expect(composer.draft.value.isEdited.value).toBe(false);
  composer.select('end');
  expect(composer.draft.value.text.value).toBe('{}');
});

it('a failure to write drafts is reported once', async () => {
  const { composer, storage, store, notify } = setUp();
  store.set.mockRejectedValue(new Error('full'));
  await storage.load();
  for (const text of ['{}', '{ }']) {
    composer.setText(text);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(notify).toHaveBeenCalledTimes(1);
});

it('drafts that cannot be read are not overwritten, which is reported once', async () => {
  const { composer, store, notify } = setUp();
  const storage = createDraftStorage(composer, {
    store: { ...store, get: () => Promise.reject(new Error('I/O error')) },
    notify,
  });
  await storage.load();
  composer.setText('{}');
  expect(composer.draft.value.text.value).toBe('{}');
  expect(store.set).not.toHaveBeenCalled();
  expect(notify).toHaveBeenCalledTimes(1);
});

it('drafts that two panels change at the same time are all stored', async () => {
  const store = createMemoryStore();
  const openDrafts = async () => {
    const composer = createComposer(panelRules);
    await createDraftStorage(composer, { store, notify: () => undefined }).load();
    return composer;
  };
  const textOf = (composer: Composer, kind: EventKind) => {
    composer.select(kind);
    return composer.draft.value.text.value;
  };
  const [one, other] = [await openDrafts(), await openDrafts()];
  one.select('interact');
  one.setText('{ "data": { "id": "one" } }');
  await nextTask();
  other.select('log');
  other.setText('{ "data": { "message": "other" } }');
  await nextTask();
  one.setText('{ "data": { "id": "one more" } }');
  await nextTask();
  const third = await openDrafts();
  expect(textOf(third, 'interact')).toBe('{ "data": { "id": "one more" } }');
  expect(textOf(third, 'log')).toBe('{ "data": { "message": "other" } }');

  other.reset();
  await nextTask();
  one.select('end');
  await nextTask();
  expect(textOf(await openDrafts(), 'log')).toBe(panelRules.sampleDraft('log'));
});
