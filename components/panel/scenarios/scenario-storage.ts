import { runResultSchema } from '#core/scenarios/run-result';
import { scenarioSchema } from '#core/scenarios/scenario';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

const batchSchema = z.object({
  startedAt: z.number(),
  /** More than one if the run was repeated. */
  runs: z.array(runResultSchema).check(z.maxLength(50)),
  /** Differences between the runs. */
  differences: z.array(messageTextSchema).check(z.maxLength(500)),
});

const storedSchema = z.object({
  id: z.string().check(z.minLength(1)),
  scenario: scenarioSchema,
  /** The last runs, newest first. Damaged runs are dropped, so that the scenario can still be read. */
  batches: z.catch(z.array(batchSchema).check(z.maxLength(10)), []),
});

export type RunBatch = z.infer<typeof batchSchema>;
export type StoredScenario = z.infer<typeof storedSchema>;

const storageSchema = z.object({ version: z.literal(1), items: z.array(z.unknown()) });

export interface ParsedScenarios {
  readonly items: readonly StoredScenario[];
  /** Entries that cannot be parsed: damaged, or of a newer version. They are stored unchanged. */
  readonly unreadable: readonly unknown[];
}

/** Parses stored scenarios one by one: a damaged entry does not affect others. */
export function parseStoredScenarios(stored: unknown): ParsedScenarios {
  if (stored === undefined || stored === null) return { items: [], unreadable: [] };
  const parsed = storageSchema.safeParse(stored);
  if (!parsed.success) return { items: [], unreadable: [stored] };
  const items: StoredScenario[] = [];
  const unreadable: unknown[] = [];
  for (const entry of parsed.data.items) {
    const parsed = storedSchema.safeParse(entry);
    if (parsed.success) items.push(parsed.data);
    else unreadable.push(entry);
  }
  return { items, unreadable };
}

/** Serializes scenarios, including entries that this version could not parse. */
export function serializeScenarios(items: readonly StoredScenario[], unreadable: readonly unknown[]): unknown {
  return { version: 1, items: [...items, ...unreadable] };
}
