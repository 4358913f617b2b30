import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import { createMutex } from '#core/util/mutex';
import * as z from '#core/util/zod';
import { messagesLoaded } from '#i18n';
import { type ActingBadge, type ButtonAppearance, buttonAppearance, type TabBadgeState } from './badge-labels';

/**
 * The extension's button of each tab.
 * Several sources update it, and none removes what another one shows.
 */
export interface TabButton {
  /** Shows the number of invalid or lost events of the tab. */
  showWrongCount(tabId: number, wrong: number): Promise<void>;
  /** Shows that the tab's requests carry an entity's token, or that the token was removed. `null` hides both. */
  showActing(tabId: number, acting: ActingBadge | null): Promise<void>;
  /** Repaints the buttons of all tabs, in the selected language. */
  repaint(): Promise<void>;
  /** Deletes the state of a closed tab. */
  forget(tabId: number): Promise<void>;
}

const actingSchema = z.object({ status: z.enum(['acting', 'ended']), userId: z.string() });
const tabBadgeSchema = z.catch(
  z.array(z.object({ tabId: z.int(), wrong: z.int().check(z.nonnegative()), acting: z.nullable(actingSchema) })),
  [],
);
type TabBadge = z.infer<typeof tabBadgeSchema>;

/** Maximum number of stored tabs. A tab without a badge is not stored. */
const MAX_TABS = 100;
const EMPTY_BADGE: TabBadgeState = { wrong: 0, acting: null };

/** Creates the buttons. Badges outlive the worker, not the browser. `paint` never rejects. */
export function createTabButton(
  storage: KeyValueStorage,
  paint: (tabId: number, appearance: ButtonAppearance) => Promise<void>,
): TabButton {
  const stored = createStoredValue(storage, 'tabButtons', (value) => tabBadgeSchema.parse(value));
  const runExclusive = createMutex();
  /** Updates a badge. Updates are serialized, so that the last one wins. */
  const updateBadge = (tabId: number, update: Partial<TabBadgeState>): Promise<void> =>
    runExclusive(async () => {
      const all = await stored.update((badges) => withUpdate(badges, tabId, update));
      await messagesLoaded();
      await paint(tabId, buttonAppearance(all.find((tab) => tab.tabId === tabId) ?? EMPTY_BADGE));
    });
  return {
    showWrongCount: (tabId, wrong) => updateBadge(tabId, { wrong }),
    showActing: (tabId, acting) => updateBadge(tabId, { acting }),
    repaint: () =>
      runExclusive(async () => {
        for (const tab of await stored.read()) await paint(tab.tabId, buttonAppearance(tab));
      }),
    forget: (tabId) =>
      runExclusive(async () => {
        const isStored = (await stored.read()).some((tab) => tab.tabId === tabId);
        if (isStored) await stored.update((badges) => badges.filter((tab) => tab.tabId !== tabId));
      }),
  };
}

/** Returns the badges with an update. The updated tab moves to the end, because the first ones are evicted. */
function withUpdate(badges: TabBadge, tabId: number, update: Partial<TabBadgeState>): TabBadge {
  const before = badges.find((tab) => tab.tabId === tabId) ?? EMPTY_BADGE;
  const others = badges.filter((tab) => tab.tabId !== tabId).slice(1 - MAX_TABS);
  const after = { ...before, ...update, tabId };
  return after.wrong === 0 && after.acting === null ? others : [...others, after];
}
