import type { KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

export interface RunNameDeps {
  /** Emptied when the browser closes, and by each update and reload of the extension. */
  readonly memory: KeyValueStorage;
  readonly lasting: KeyValueStorage;
  /** The ids of all tabs, which Chromium never reuses; empty if the browser does not tell. */
  readonly openTabIds: () => Promise<readonly number[]>;
  readonly newName: () => string;
}

const KEY = 'browserSession';

const knownSchema = z.object({
  name: z.string(),
  /** Whether it was named before the extension was updated or reloaded. */
  isCarriedOver: z.boolean(),
});
const lastSchema = z.object({ name: z.string(), tabIds: z.array(z.number()) });

/**
 * Reads the random name of this run of the browser, or creates it.
 * The extension restarts within a run if a tab is open that the last name knows.
 */
export async function readRunName(deps: RunNameDeps): Promise<string> {
  const { memory, lasting } = deps;
  const known = knownSchema.safeParse(await memory.get(KEY)).data;
  const tabIds = await deps.openTabIds();
  if (known !== undefined) {
    if (tabIds.length > 0) await lasting.set(KEY, { name: known.name, tabIds });
    return known.name;
  }
  const last = lastSchema.safeParse(await lasting.get(KEY)).data;
  const isCarriedOver = last?.tabIds.some((id) => tabIds.includes(id)) ?? false;
  const name = isCarriedOver && last ? last.name : deps.newName();
  await memory.set(KEY, { name, isCarriedOver });
  await lasting.set(KEY, { name, tabIds });
  return name;
}

/** Names a run that has just begun, unless it has its name already: Firefox gives the ids of tabs again. */
export async function nameNewRun(deps: RunNameDeps): Promise<void> {
  const known = knownSchema.safeParse(await deps.memory.get(KEY)).data;
  if (known && !known.isCarriedOver) return;
  const name = deps.newName();
  await deps.memory.set(KEY, { name, isCarriedOver: false });
  await deps.lasting.set(KEY, { name, tabIds: await deps.openTabIds() });
}
