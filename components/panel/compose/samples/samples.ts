import { type ReadonlySignal, signal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { limitTags, MAX_SAMPLES, type Sample, sampleFields } from '#core/drafts/sample';
import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { i18n } from '#i18n';
import { keepKeyOrder } from '#panel/persistence/keep-key-order';
import { createSyncedList, type SharedStore } from '#panel/persistence/synced-list';

/** A library of samples, oldest first, shared by all panels. */
export interface Samples {
  readonly list: ReadonlySignal<readonly Sample[]>;
  /** Restores the stored samples. */
  load(): Promise<void>;
  /** Adds a sample. Fails, with the reason, if the library is full. */
  save(sample: Omit<Sample, 'id'>): Result<null, () => string>;
  rename(id: string, name: string, tags: readonly string[]): void;
  /** Deletes a sample. Returns a function that restores it. */
  remove(id: string): () => void;
  /**
   * Adds samples, such as those of a file, without duplicates of stored ones.
   * Returns how many were added. Fails, and adds none, if there is no room for all of them.
   */
  add(samples: readonly Omit<Sample, 'id'>[]): Result<number, () => string>;
}

interface SamplesDeps {
  readonly newId: () => string;
  readonly store: SharedStore;
  /** Notifies the user that samples could not be stored. */
  readonly notify: (problem: () => string) => void;
}

const storedSchema = z.object({ id: z.string(), ...sampleFields });

export function createSamples({ newId, store, notify }: SamplesDeps): Samples {
  const list = signal<readonly Sample[]>([]);
  const syncedList = createSyncedList<Sample>(keepKeyOrder(store), {
    key: 'compose-samples',
    keyOf: ({ id }) => id,
    read: (stored) => entriesOf(stored).flatMap((entry) => storedSchema.safeParse(entry).data ?? []),
    write: (samples, before) => [
      ...samples,
      ...entriesOf(before).filter((entry) => !storedSchema.safeParse(entry).success),
    ],
    getItems: () => list.peek(),
    applyMerge(merge) {
      list.value = merge(list.peek());
    },
    onFailure: () => notify(() => i18n.t('page.draftsNotStored')),
  });
  const setList = (next: readonly Sample[]) => {
    list.value = next;
    void syncedList.sync();
  };
  const hasRoomFor = (more: number): boolean => list.peek().length + more <= MAX_SAMPLES;
  return {
    list,
    load: syncedList.sync,
    save(sample) {
      if (!hasRoomFor(1)) return failWithFullLibrary();
      setList([...list.peek(), { id: newId(), ...sample, tags: limitTags(sample.tags) }]);
      return succeed(null);
    },
    rename: (id, name, tags) =>
      setList(list.peek().map((each) => (each.id === id ? { ...each, name, tags: limitTags(tags) } : each))),
    remove(id) {
      const before = list.peek();
      const index = before.findIndex((sample) => sample.id === id);
      const [removed] = before.slice(index, index + 1);
      setList(before.filter((sample) => sample.id !== id));
      return () => {
        if (index >= 0 && removed) setList(list.peek().toSpliced(index, 0, removed));
      };
    },
    add(samples) {
      const contents = list.peek().map(contentOf);
      const newSamples = samples.filter((sample) => {
        const content = contentOf(sample);
        return !contents.some((each) => jsonEquals(each, content));
      });
      if (!hasRoomFor(newSamples.length)) return failWithFullLibrary();
      setList([...list.peek(), ...newSamples.map((sample) => ({ id: newId(), ...sample }))]);
      return succeed(newSamples.length);
    },
  };
}

function failWithFullLibrary(): Result<never, () => string> {
  return fail(() => i18n.t('samples.full', { n: formatNumber(MAX_SAMPLES) }));
}

function entriesOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : [];
}

function contentOf({ name, tags, kind, draft }: Omit<Sample, 'id'>): Json {
  return [name, tags, kind, draft];
}
