import { type ReadonlySignal, signal } from '@preact/signals';
import type { JsonObject } from '../json';
import { type EventKind, eventKinds } from '../telemetry/kinds';
import { z } from '../zod';

/** A draft that one saved under a name. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly kind: EventKind;
  /** Arguments by name, as in the composer's JSON. */
  readonly draft: JsonObject;
}

/** A library of samples, oldest first. */
export interface Samples {
  readonly list: ReadonlySignal<readonly Sample[]>;
  save(sample: Omit<Sample, 'id'>): void;
  rename(id: string, name: string, tags: readonly string[]): void;
  /** Answers the way to have it back. */
  drop(id: string): () => void;
  /** Adds others, as of a file; those that are there already, word for word, are left out. Answers how many were added. */
  add(samples: readonly Omit<Sample, 'id'>[]): number;
  restore(stored: unknown): void;
}

/** As many as are kept, and as a file may hold. */
export const MOST_SAMPLES = 500;

const anyObject = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
export const sampleParts = {
  name: z.string().trim().min(1).max(200).describe('What it is called.'),
  tags: z.array(z.string().trim().min(1).max(60)).max(20).default([]).describe('To search by.'),
  kind: z.enum(eventKinds).describe('Its method.'),
  draft: anyObject.describe('The arguments by name; `options` beside them for the SDK’s own last argument.'),
};
const storedSchema = z.array(z.object({ id: z.string(), ...sampleParts })).catch([]);
export function createSamples(newId: () => string): Samples {
  const list = signal<readonly Sample[]>([]);
  const put = (next: readonly Sample[]) => {
    list.value = next.slice(-MOST_SAMPLES);
  };
  return {
    list,
    save: (sample) => put([...list.peek(), { id: newId(), ...sample }]),
    rename: (id, name, tags) => put(list.peek().map((each) => (each.id === id ? { ...each, name, tags } : each))),
    drop(id) {
      const before = list.peek();
      const index = before.findIndex((sample) => sample.id === id);
      const [dropped] = before.slice(index, index + 1);
      put(before.filter((sample) => sample.id !== id));
      return () => {
        if (index >= 0 && dropped) put(list.peek().toSpliced(index, 0, dropped));
      };
    },
    add(samples) {
      const known = new Set(list.peek().map(sayingOf));
      const added = samples.filter((sample) => !known.has(sayingOf(sample)));
      put([...list.peek(), ...added.map((sample) => ({ id: newId(), ...sample }))]);
      return added.length;
    },
    restore: (stored) => put(storedSchema.parse(stored)),
  };
}

function sayingOf({ name, tags, kind, draft }: Omit<Sample, 'id'>): string {
  return JSON.stringify([name, tags, kind, draft]);
}
