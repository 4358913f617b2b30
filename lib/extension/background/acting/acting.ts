import { registryPattern, registryUrlFilter, webOrigin } from '#core/identity/environment';
import { ACTING_END_REASONS, type ActingEndReason, type ActingFailure } from '#core/identity/failure';
import { type EntitySession, isExpired } from '#core/identity/session';
import { findSession } from '#core/identity/sessions';
import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import { findMin } from '#core/util/extremes';
import { createMutex } from '#core/util/mutex';
import { fail, type Result, succeed } from '#core/util/result';
import { matchPatternOf } from '#core/util/site';
import * as z from '#core/util/zod';
import type { ActingBadge } from '#extension/background/badge/badge-labels';
import { findEnvironment, type IdentityDeps, type Stores } from '#extension/background/identity/identity-deps';
import type { IdentityPayload } from '#extension/protocol/identity-protocol';
import { type HeaderRule, headerRulesFor, ruleIdsOf } from './header-rules';

export interface Acting {
  start(request: IdentityPayload<'startActing'>): Promise<Result<null, ActingFailure>>;
  /** Removes the token from a tab, or deletes the notice of why it was removed. */
  stop(tabId: number): Promise<void>;
  /** Removes a session's token from every tab. */
  stopSession(sessionId: string): Promise<void>;
  tabs(): Promise<ActingTabs>;
  /**
   * Updates the rules.
   * Call after a log-out, a refresh, an expiry or a page load, and when the worker starts.
   */
  reconcile(): Promise<void>;
}

/** Decision about a tab. Without a reason, the user requested the end or sees it anyway. */
type Decision =
  | { readonly status: 'acts'; readonly tab: ActingTab; readonly endsAt: number; readonly rules: readonly HeaderRule[] }
  | { readonly status: 'ends'; readonly tab: ActingTab; readonly reason: ActingEndReason | null };

/** Adds an entity's token to the requests of tabs. Off by default, and not persisted, like the tokens. */
export function createActing(deps: IdentityDeps, stores: Stores): Acting {
  const { acting: browser } = deps;
  const store = createActingTabsStore(deps.sessionStorage);
  /** Serializes changes: browsers reject rules that two changes update at once. */
  const runExclusive = createMutex();

  async function usableSession(sessionId: string): Promise<EntitySession | null> {
    const session = findSession(await stores.sessions.read(), sessionId);
    return session === null || isExpired(session, deps.now()) ? null : session;
  }

  async function hasAccess(...patterns: readonly (string | null)[]): Promise<boolean> {
    const granted = patterns.map(async (pattern) => pattern !== null && (await deps.hasPermission(pattern)));
    return (await Promise.all(granted)).every(Boolean);
  }

  async function decide(tab: ActingTab): Promise<Decision> {
    const ends = (reason: ActingEndReason | null): Decision => ({ status: 'ends', tab, reason });
    const session = await usableSession(tab.sessionId);
    if (session === null) return ends(null);
    const environment = findEnvironment(await stores.environments.read(), session.environmentId);
    if (environment === null) return ends(null);
    if (environment.registryUrl !== tab.registryUrl) return ends('registry-changed');
    const page = await browser.readTab(tab.tabId);
    if (page.status === 'closed') return ends(null);
    if (!(await hasAccess(registryPattern(environment), matchPatternOf(tab.pageOrigin)))) return ends('no-permission');
    if (page.status === 'unreadable') return ends('unreadable-page');
    if (page.status === 'readable' && !isAllowedPage(page.url, tab)) return ends('another-site');
    const rules = headerRulesFor({ ...tab, accessToken: session.accessToken }, page.status === 'readable');
    if (!rules.ok) return ends('rejected');
    return { status: 'acts', tab, endsAt: session.accessExpiresAt, rules: rules.value };
  }

  /** Decides about a tab. If that fails, the token is removed. */
  const decideSafely = (tab: ActingTab): Promise<Decision> =>
    decide(tab).catch(() => ({ status: 'ends', tab, reason: 'rejected' }));

  /**
   * Applies a decision.
   * Each tab's rules are replaced separately, so that a rejected rule affects no other tab.
   */
  async function apply(decision: Decision): Promise<Decision> {
    // While an expired token waits for its refresh, no header is set: the registry would reject the token.
    if (decision.status === 'ends' || decision.endsAt <= deps.now()) return decision;
    try {
      await browser.replaceRules(ruleIdsOf(decision.tab), decision.rules);
      return decision;
    } catch {
      await browser.removeRules(ruleIdsOf(decision.tab));
      return { status: 'ends', tab: decision.tab, reason: 'rejected' };
    }
  }

  async function reconcileNow(): Promise<void> {
    const before = await store.read();
    const decisions = await Promise.all(before.tabs.map(decideSafely));
    const now = deps.now();
    const remaining = decisions.filter((decision) => decision.status === 'acts' && decision.endsAt > now);
    await removeRulesExcept(new Set(remaining.flatMap(({ tab }) => ruleIdsOf(tab))));
    const applied: Decision[] = [];
    for (const decision of decisions) applied.push(await apply(decision));
    await saveDecisions(before, applied);
  }

  async function removeRulesExcept(remaining: ReadonlySet<number>): Promise<void> {
    const stale = (await browser.ruleIds()).filter((id) => !remaining.has(id));
    if (stale.length > 0) await browser.removeRules(stale);
  }

  /**
   * Stores and shows the decisions.
   * The rules are in force already, and nothing here can change them.
   */
  async function saveDecisions(before: ActingTabs, decisions: readonly Decision[]): Promise<void> {
    const ended = decisions.filter((decision) => decision.status === 'ends');
    const acting = decisions.filter((decision) => decision.status === 'acts');
    const notices = ended.flatMap(({ tab: { tabId, userId }, reason }) => (reason ? [{ tabId, userId, reason }] : []));
    const after: ActingTabs = { tabs: acting.map(({ tab }) => tab), ended: [...before.ended, ...notices] };
    if (ended.length > 0) await store.write(after);
    for (const { tab } of ended) await show(tab.tabId, null);
    for (const { tabId, userId } of after.ended) await show(tabId, { status: 'ended', userId });
    for (const { tab } of acting) await show(tab.tabId, { status: 'acting', userId: tab.userId });
    const ends = acting.map(({ endsAt }) => endsAt).filter((at) => at > deps.now());
    await browser.setAlarm(ends.length === 0 ? null : findMin(ends)).catch(() => undefined);
  }

  const show = (tabId: number, badge: ActingBadge | null): Promise<void> =>
    browser.showOnTab(tabId, badge).catch(() => undefined);

  async function startNow({
    tabId,
    sessionId,
    pageOrigin,
  }: IdentityPayload<'startActing'>): Promise<Result<null, ActingFailure>> {
    const session = await usableSession(sessionId);
    if (session === null) return fail({ reason: 'no-session' });
    const environment = findEnvironment(await stores.environments.read(), session.environmentId);
    if (environment === null || environment.registryUrl === '') return fail({ reason: 'no-registry' });
    const { registryUrl } = environment;
    if (registryUrlFilter(registryUrl) === null) return fail({ reason: 'rejected' });
    if (!(await hasAccess(registryPattern(environment), matchPatternOf(pageOrigin))))
      return fail({ reason: 'no-permission' });
    const page = await browser.readTab(tabId);
    if (page.status !== 'readable' || webOrigin(page.url) !== pageOrigin) return fail({ reason: 'another-page' });
    const others = withoutTab(await store.read(), tabId);
    const { userId } = session;
    const tab = { tabId, sessionId, userId, pageOrigin, registryUrl, slot: freeSlot(others.tabs) };
    await store.write({ ...others, tabs: [...others.tabs, tab] });
    await reconcileNow();
    const { tabs } = await store.read();
    return tabs.some((each) => each.tabId === tabId) ? succeed(null) : fail({ reason: 'rejected' });
  }

  async function stopNow(isStopped: (tab: ActingTab) => boolean): Promise<void> {
    const { tabs, ended } = await store.read();
    const stopped = tabs.filter(isStopped);
    if (stopped.length > 0) {
      await browser.removeRules(stopped.flatMap(ruleIdsOf));
      await store.write({ tabs: tabs.filter((tab) => !isStopped(tab)), ended });
      for (const { tabId } of stopped) await show(tabId, null);
    }
    await reconcileNow();
  }

  return {
    start: (request) => runExclusive(() => startNow(request).catch(() => fail({ reason: 'rejected' as const }))),
    stop: (tabId) =>
      runExclusive(async () => {
        await stopNow((tab) => tab.tabId === tabId);
        const all = await store.read();
        if (!all.ended.some((tab) => tab.tabId === tabId)) return;
        await store.write(withoutTab(all, tabId));
        await show(tabId, null);
      }),
    stopSession: (sessionId) => runExclusive(() => stopNow((tab) => tab.sessionId === sessionId)),
    tabs: () => store.read(),
    reconcile: () => runExclusive(reconcileNow),
  };
}

/** Whether a tab keeps its token on this page: one of its site, or of the registry. */
function isAllowedPage(url: string, { pageOrigin, registryUrl }: ActingTab): boolean {
  const origin = webOrigin(url);
  return origin !== null && (origin === pageOrigin || origin === webOrigin(registryUrl));
}

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
type ActingTab = Readonly<z.infer<typeof actingTabSchema>>;

/**
 * A tab whose token was removed without a request of the user.
 * Stored until the user has seen the reason.
 */
const endedTabSchema = z.object({ tabId: z.int(), userId: z.string(), reason: z.enum(ACTING_END_REASONS) });
type EndedTab = Readonly<z.infer<typeof endedTabSchema>>;

interface ActingTabs {
  readonly tabs: readonly ActingTab[];
  readonly ended: readonly EndedTab[];
}

const tabsSchema = z.catch(z.object({ tabs: z.array(actingTabSchema), ended: z.array(endedTabSchema) }), {
  tabs: [],
  ended: [],
});

const NONE: ActingTabs = { tabs: [], ended: [] };
/** Maximum of stored notices. Those of closed tabs are deleted. */
const MAX_ENDED = 50;

/** Stores the tabs that act as an entity. Not safe against concurrent changes: callers hold the lock. */
interface ActingTabsStore {
  read(): Promise<ActingTabs>;
  write(tabs: ActingTabs): Promise<void>;
}

/** Creates the store in memory storage, like that of the tokens. Neither method rejects. */
function createActingTabsStore(storage: KeyValueStorage): ActingTabsStore {
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

/** Returns the tabs and the notices without those of one tab. */
function withoutTab({ tabs, ended }: ActingTabs, tabId: number): ActingTabs {
  const isOther = (tab: { readonly tabId: number }) => tab.tabId !== tabId;
  return { tabs: tabs.filter(isOther), ended: ended.filter(isOther) };
}

function freeSlot(tabs: readonly ActingTab[]): number {
  const usedSlots = new Set(tabs.map(({ slot }) => slot));
  let slot = 1;
  while (usedSlots.has(slot)) slot += 1;
  return slot;
}
