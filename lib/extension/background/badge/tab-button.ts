import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import { createMutex } from '#core/util/mutex';
import * as z from '#core/util/zod';
import { messagesLoaded } from '#i18n';
import { type ActingBadge, type ButtonAppearance, buttonAppearance, type TabBadgeState } from './badge-labels';

/**
 * The extension's button of each tab.
 * Several sources write to it; none removes what another one shows.
 */
export interface TabButton {
  /** How many events of the tab are invalid or lost. */
  showWrong(tabId: number, wrong: number): Promise<void>;
  /** That the tab's requests carry the token of an entity, or that it was taken off; null: neither. */
  showActing(tabId: number, acting: ActingBadge | null): Promise<void>;
  /** Repaints the buttons of all tabs, in the selected language. */
  repaint(): Promise<void>;
  /** Call when a tab is closed. */
  forget(tabId: number): Promise<void>;
}

const actingSchema = z.object({ status: z.enum(['acting', 'ended']), userId: z.string() });
const tabBadgeSchema = z.catch(
  z.array(z.object({ tabId: z.int(), wrong: z.int().check(z.nonnegative()), acting: z.nullable(actingSchema) })),
  [],
);
type TabBadge = z.infer<typeof tabBadgeSchema>;

/** Maximum of stored tabs. A tab without a badge is not stored. */
const MAX_TABS = 100;
const nothing: TabBadgeState = { wrong: 0, acting: null };

/** Badges outlive the worker, not the browser. `paint` never rejects. */
export function createTabButton(
  storage: KeyValueStorage,
  paint: (tabId: number, look: ButtonAppearance) => Promise<void>,
): TabButton {
  const stored = createStoredValue(storage, 'tabButtons', (value) => tabBadgeSchema.parse(value));
  const runExclusive = createMutex();
  /** One after the other, so that the last update wins. */
  const notify = (tabId: number, update: Partial<TabBadgeState>): Promise<void> =>
    runExclusive(async () => {
      const all = await stored.update((badges) => withUpdate(badges, tabId, update));
      await messagesLoaded();
      await paint(tabId, buttonAppearance(all.find((tab) => tab.tabId === tabId) ?? nothing));
    });
  return {
    showWrong: (tabId, wrong) => notify(tabId, { wrong }),
    showActing: (tabId, acting) => notify(tabId, { acting }),
    repaint: () =>
      runExclusive(async () => {
        for (const tab of await stored.read()) await paint(tab.tabId, buttonAppearance(tab));
      }),
    forget: (tabId) =>
      runExclusive(async () => {
        const isKnown = (await stored.read()).some((tab) => tab.tabId === tabId);
        if (isKnown) await stored.update((badges) => badges.filter((tab) => tab.tabId !== tabId));
      }),
  };
}

/** Moves the updated tab to the end, as the first tabs are evicted. */
function withUpdate(badges: TabBadge, tabId: number, update: Partial<TabBadgeState>): TabBadge {
  const before = badges.find((tab) => tab.tabId === tabId) ?? nothing;
  const others = badges.filter((tab) => tab.tabId !== tabId).slice(1 - MAX_TABS);
  const after = { ...before, ...update, tabId };
  return after.wrong === 0 && after.acting === null ? others : [...others, after];
}
