import { ACTING_END_REASONS } from '#core/identity/failure';
import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

/** A tab whose requests carry a session's token, limited to the allowed hosts. */
const actingTabSchema = z.object({
  tabId: z.int(),
  sessionId: z.string(),
  userId: z.string(),
  /** Origin of the page that the tab showed when acting started. */
  pageOrigin: z.string(),
  /** The registry's URL when acting started: the token is never sent to another one. */
  registryUrl: z.string(),
  /** Determines the rule ids of the tab. */
  slot: z.int().check(z.positive()),
});
export type ActingTab = Readonly<z.infer<typeof actingTabSchema>>;

/**
 * A tab whose token was removed without a request of the user.
 * Stored until the user has seen the reason.
 */
const endedTabSchema = z.object({ tabId: z.int(), userId: z.string(), reason: z.enum(ACTING_END_REASONS) });
type EndedTab = Readonly<z.infer<typeof endedTabSchema>>;

export interface ActingTabs {
  readonly tabs: readonly ActingTab[];
  readonly ended: readonly EndedTab[];
}

const NONE = { tabs: [], ended: [] };
const tabsSchema = z.catch(z.object({ tabs: z.array(actingTabSchema), ended: z.array(endedTabSchema) }), NONE);

/** Maximum number of stored notices. Notices of closed tabs are deleted. */
const MAX_ENDED = 50;

/** Stores the tabs that act as an entity. Not safe against concurrent changes: callers hold the lock. */
interface ActingTabsStore {
  read(): Promise<ActingTabs>;
  write(tabs: ActingTabs): Promise<void>;
}

/** Creates the store in memory storage, like that of the tokens. Neither method rejects. */
export function createActingTabsStore(storage: KeyValueStorage): ActingTabsStore {
  const stored = createStoredValue<ActingTabs>(storage, 'identity.acting', (value) => tabsSchema.parse(value));
  /** The last change that could not be stored. Without it, a removed token would reappear. */
  let unsavedTabs: ActingTabs | null = null;
  return {
    read: async () => unsavedTabs ?? (await stored.read().catch(() => NONE)),
    async write(tabs) {
      const bounded = { ...tabs, ended: tabs.ended.slice(-MAX_ENDED) };
      unsavedTabs = await stored
        .update(() => bounded)
        .then(
          () => null,
          () => bounded,
        );
    },
  };
}

/** Removes a tab and its notice. */
export function withoutTab({ tabs, ended }: ActingTabs, tabId: number): ActingTabs {
  const isOther = (tab: { readonly tabId: number }) => tab.tabId !== tabId;
  return { tabs: tabs.filter(isOther), ended: ended.filter(isOther) };
}

export function freeSlot(tabs: readonly ActingTab[]): number {
  const usedSlots = new Set(tabs.map(({ slot }) => slot));
  let slot = 1;
  while (usedSlots.has(slot)) slot += 1;
  return slot;
}
