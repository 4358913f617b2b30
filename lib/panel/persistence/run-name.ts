import type { KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

export interface RunNameDeps {
  /** Memory storage: cleared when the browser closes, and by each update and reload of the extension. */
  readonly memory: KeyValueStorage;
  readonly persistent: KeyValueStorage;
  /** Returns the ids of all tabs; empty if the browser does not reveal them. Chromium never reuses ids. */
  readonly openTabIds: () => Promise<readonly number[]>;
  readonly newName: () => string;
}

const KEY = 'browserSession';

const currentSchema = z.object({
  name: z.string(),
  /** Whether the name is from before an update or a reload of the extension. */
  isCarriedOver: z.boolean(),
});
const lastSchema = z.object({ name: z.string(), tabIds: z.array(z.number()) });

/**
 * Reads the random name of this run of the browser, or creates it.
 * If a tab is open that was open under the last name, the extension restarted within a run: the name stays.
 */
export async function readRunName(deps: RunNameDeps): Promise<string> {
  const { memory, persistent } = deps;
  const current = currentSchema.safeParse(await memory.get(KEY)).data;
  const tabIds = await deps.openTabIds();
  if (current !== undefined) {
    if (tabIds.length > 0) await persistent.set(KEY, { name: current.name, tabIds });
    return current.name;
  }
  const last = lastSchema.safeParse(await persistent.get(KEY)).data;
  const isCarriedOver = last?.tabIds.some((id) => tabIds.includes(id)) ?? false;
  const name = isCarriedOver && last ? last.name : deps.newName();
  await memory.set(KEY, { name, isCarriedOver });
  await persistent.set(KEY, { name, tabIds });
  return name;
}

/**
 * Names a run that has just started, unless it has a name already.
 * Needed because Firefox reuses tab ids.
 */
export async function nameNewRun(deps: RunNameDeps): Promise<void> {
  const current = currentSchema.safeParse(await deps.memory.get(KEY)).data;
  if (current && !current.isCarriedOver) return;
  const name = deps.newName();
  await deps.memory.set(KEY, { name, isCarriedOver: false });
  await deps.persistent.set(KEY, { name, tabIds: await deps.openTabIds() });
}
