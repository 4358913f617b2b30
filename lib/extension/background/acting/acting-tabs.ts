import { ACTING_END_REASONS } from '#core/identity/failure';
import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

/** One tab whose requests carry a session's token, bound to what the user allowed. */
const actingTabSchema = z.object({
  tabId: z.int(),
  sessionId: z.string(),
  userId: z.string(),
  /** Scheme, host and port of the page that the tab showed then. */
  pageOrigin: z.string(),
  /** The registry's URL then: a changed environment never takes the token to another one. */
  registryUrl: z.string(),
  /** Which rule ids are the tab's. */
  slot: z.int().check(z.positive()),
});
export type ActingTab = Readonly<z.infer<typeof actingTabSchema>>;

/** A tab whose token was taken off without the user asking for it, until the user has seen why. */
const endedTabSchema = z.object({ tabId: z.int(), userId: z.string(), reason: z.enum(ACTING_END_REASONS) });
type EndedTab = Readonly<z.infer<typeof endedTabSchema>>;

export interface ActingTabs {
  readonly tabs: readonly ActingTab[];
  readonly ended: readonly EndedTab[];
}

const tabsSchema = z.catch(z.object({ tabs: z.array(actingTabSchema), ended: z.array(endedTabSchema) }), {
  tabs: [],
  ended: [],
});

const NONE: ActingTabs = { tabs: [], ended: [] };
/** Closed tabs are forgotten; this many are open and unread at most. */
const MAX_ENDED = 50;

/** Which tabs act. Not safe against concurrent changes: every caller takes its turn. */
export interface ActingTabsStore {
  read(): Promise<ActingTabs>;
  write(tabs: ActingTabs): Promise<void>;
}

/** Stored in memory, like the tokens. Neither method rejects. */
export function createActingTabsStore(storage: KeyValueStorage): ActingTabsStore {
  const stored = createStoredValue<ActingTabs>(storage, 'identity.acting', (value) => tabsSchema.parse(value));
  /** What the storage refused to store counts all the same, or a token that was taken off would come back. */
  let unstored: ActingTabs | null = null;
  return {
    read: async () => unstored ?? (await stored.read().catch(() => NONE)),
    async write(tabs) {
      const bounded = { ...tabs, ended: tabs.ended.slice(-MAX_ENDED) };
      unstored = await stored
        .update(() => bounded)
        .then(
          () => null,
          () => bounded,
        );
    },
  };
}

/** The tabs without this one, neither acting nor ended. */
export function withoutTab({ tabs, ended }: ActingTabs, tabId: number): ActingTabs {
  const isOther = (tab: { readonly tabId: number }) => tab.tabId !== tabId;
  return { tabs: tabs.filter(isOther), ended: ended.filter(isOther) };
}

export function freeSlot(tabs: readonly ActingTab[]): number {
  const taken = new Set(tabs.map(({ slot }) => slot));
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  return slot;
}
