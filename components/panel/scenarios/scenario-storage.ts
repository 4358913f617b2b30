import { runResultSchema } from '#core/scenarios/run-result';
import { scenarioSchema } from '#core/scenarios/scenario';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

export const MAX_REPEATS = 50;
/** Maximum number of stored batches per scenario, for a short list and to save the extension's storage. */
export const MAX_BATCHES = 10;
const MAX_DIFFERENCES = 500;

const batchSchema = z.object({
  startedAt: z.number(),
  /** Several if the run was repeated. */
  runs: z.array(runResultSchema).check(z.maxLength(MAX_REPEATS)),
  /** Differences between the runs. */
  differences: z.array(messageTextSchema).check(z.maxLength(MAX_DIFFERENCES)),
});

const storedSchema = z.object({
  id: z.string().check(z.minLength(1)),
  scenario: scenarioSchema,
  /** The last batches, newest first. Damaged batches are dropped, so that the scenario can still be read. */
  batches: z.pipe(z.catch(z.array(z.unknown()), []), z.transform(parseBatches)),
});

function parseBatches(stored: unknown[]): RunBatch[] {
  const batches = stored.flatMap((batch) => batchSchema.safeParse(batch).data ?? []);
  return batches.slice(0, MAX_BATCHES);
}

export type RunBatch = z.infer<typeof batchSchema>;
export type StoredScenario = z.infer<typeof storedSchema>;

const storageSchema = z.object({ version: z.literal(1), items: z.array(z.unknown()) });

export interface ParsedScenarios {
  readonly items: readonly StoredScenario[];
  /** Entries that cannot be parsed because they are damaged or of a newer version. They are stored unchanged. */
  readonly unreadable: readonly unknown[];
}

/** Parses stored scenarios one by one, so that a damaged entry does not affect others. */
export function parseStoredScenarios(stored: unknown): ParsedScenarios {
  if (stored === undefined || stored === null) return { items: [], unreadable: [] };
  const parsed = storageSchema.safeParse(stored);
  if (!parsed.success) return { items: [], unreadable: [stored] };
  const items: StoredScenario[] = [];
  const unreadable: unknown[] = [];
  for (const entry of parsed.data.items) {
    const item = storedSchema.safeParse(entry);
    if (item.success) items.push(item.data);
    else unreadable.push(entry);
  }
  return { items, unreadable };
}

/** Serializes scenarios, including entries that this version could not parse. */
export function serializeScenarios(items: readonly StoredScenario[], unreadable: readonly unknown[]): unknown {
  return { version: 1, items: [...items, ...unreadable] };
}
