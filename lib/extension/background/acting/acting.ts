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
  /** Takes the token off a tab, or forgets why it was taken off. */
  stop(tabId: number): Promise<void>;
  /** Takes a session's token off every tab. */
  stopSession(sessionId: string): Promise<void>;
  tabs(): Promise<ActingTabs>;
  /** Updates the rules: after a log-out, a refresh, an expiry, a page load, a start of the worker. */
  reconcile(): Promise<void>;
}

/** Change of a tab's acting; without a reason, the user asked for it or sees it anyway. */
type Decision =
  | { readonly status: 'acts'; readonly tab: ActingTab; readonly endsAt: number; readonly rules: readonly HeaderRule[] }
  | { readonly status: 'ends'; readonly tab: ActingTab; readonly reason: ActingEndReason | null };

/** Adds the token of an entity to requests of tabs. Off by default; memory only, like the tokens. */
export function createActing(deps: IdentityDeps, stores: Stores): Acting {
  const { acting: browser } = deps;
  const store = createActingTabsStore(deps.sessionStorage);
  /** One after the other: browsers refuse rules that two changes make at once. */
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
    if (!rules.ok) return ends('refused');
    return { status: 'acts', tab, endsAt: session.accessExpiresAt, rules: rules.value };
  }

  /** A token whose tab cannot be judged is taken off. */
  const decideSafely = (tab: ActingTab): Promise<Decision> =>
    decide(tab).catch(() => ({ status: 'ends', tab, reason: 'refused' }));

  /** Replaces the rules of each tab in a step of its own: a refused one takes no other along. */
  async function apply(decision: Decision): Promise<Decision> {
    // No header is set while an expired token waits for its refresh: the registry would refuse it.
    if (decision.status === 'ends' || decision.endsAt <= deps.now()) return decision;
    try {
      await browser.replaceRules(ruleIdsOf(decision.tab), decision.rules);
      return decision;
    } catch {
      await browser.removeRules(ruleIdsOf(decision.tab));
      return { status: 'ends', tab: decision.tab, reason: 'refused' };
    }
  }

  async function reconcileNow(): Promise<void> {
    const before = await store.read();
    const decisions = await Promise.all(before.tabs.map(decideSafely));
    const now = deps.now();
    const lasting = decisions.filter((decision) => decision.status === 'acts' && decision.endsAt > now);
    await removeRulesExcept(new Set(lasting.flatMap(({ tab }) => ruleIdsOf(tab))));
    const applied: Decision[] = [];
    for (const decision of decisions) applied.push(await apply(decision));
    await settle(before, applied);
  }

  async function removeRulesExcept(lasting: ReadonlySet<number>): Promise<void> {
    const stale = (await browser.ruleIds()).filter((id) => !lasting.has(id));
    if (stale.length > 0) await browser.removeRules(stale);
  }

  /**
   * Stores and shows what became of the tabs.
   * The rules are in force already; nothing here can change that.
   */
  async function settle(before: ActingTabs, decisions: readonly Decision[]): Promise<void> {
    const over = decisions.filter((decision) => decision.status === 'ends');
    const acting = decisions.filter((decision) => decision.status === 'acts');
    const notices = over.flatMap(({ tab: { tabId, userId }, reason }) => (reason ? [{ tabId, userId, reason }] : []));
    const after: ActingTabs = { tabs: acting.map(({ tab }) => tab), ended: [...before.ended, ...notices] };
    if (over.length > 0) await store.write(after);
    for (const { tab } of over) await show(tab.tabId, null);
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
    if (registryUrlFilter(registryUrl) === null) return fail({ reason: 'refused' });
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
    return tabs.some((each) => each.tabId === tabId) ? succeed(null) : fail({ reason: 'refused' });
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
    start: (request) => runExclusive(() => startNow(request).catch(() => fail({ reason: 'refused' as const }))),
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

/** Going to the registry is not leaving. */
function isAllowedPage(url: string, { pageOrigin, registryUrl }: ActingTab): boolean {
  const origin = webOrigin(url);
  return origin !== null && (origin === pageOrigin || origin === webOrigin(registryUrl));
}

/** A tab whose requests carry a session's token, bound to the allowed hosts. */
const actingTabSchema = z.object({
  tabId: z.int(),
  sessionId: z.string(),
  userId: z.string(),
  /** Scheme, host and port of the page that the tab showed then. */
  pageOrigin: z.string(),
  /** The registry's URL then: a changed environment never takes the token to another one. */
  registryUrl: z.string(),
  /** Determines the rule ids of the tab. */
  slot: z.int().check(z.positive()),
});
type ActingTab = Readonly<z.infer<typeof actingTabSchema>>;

/** A tab whose token was taken off without the user asking for it, until the user has seen why. */
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
/** Closed tabs are forgotten; this many are open and unread at most. */
const MAX_ENDED = 50;

/** Tabs that act as an entity. Not safe against concurrent changes: callers hold the lock. */
interface ActingTabsStore {
  read(): Promise<ActingTabs>;
  write(tabs: ActingTabs): Promise<void>;
}

/** Stored in memory, like the tokens. Neither method rejects. */
function createActingTabsStore(storage: KeyValueStorage): ActingTabsStore {
  const stored = createStoredValue<ActingTabs>(storage, 'identity.acting', (value) => tabsSchema.parse(value));
  /** A change counts even if the storage failed, or a removed token would come back. */
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
function withoutTab({ tabs, ended }: ActingTabs, tabId: number): ActingTabs {
  const isOther = (tab: { readonly tabId: number }) => tab.tabId !== tabId;
  return { tabs: tabs.filter(isOther), ended: ended.filter(isOther) };
}

function freeSlot(tabs: readonly ActingTab[]): number {
  const taken = new Set(tabs.map(({ slot }) => slot));
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  return slot;
}
