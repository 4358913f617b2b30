import { registryPattern, registryUrlFilter, webOrigin } from '#core/identity/environment';
import type { ActingFailure } from '#core/identity/failure';
import { findMin } from '#core/util/extremes';
import { createMutex } from '#core/util/mutex';
import { fail, type Result, succeed } from '#core/util/result';
import { matchPatternOf } from '#core/util/site';
import type { ActingBadge } from '#extension/background/badge/badge-labels';
import { findEnvironment, type IdentityDeps, type Stores } from '#extension/background/identity/identity-deps';
import type { IdentityPayload } from '#extension/protocol/identity-protocol';
import { type Decision, decideAboutTab, findUsableSession, hasAccess } from './acting-decision';
import { type ActingTab, type ActingTabs, createActingTabsStore, freeSlot, withoutTab } from './acting-tabs';
import { ruleIdsOf } from './header-rules';

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

/** Adds an entity's token to the requests of tabs. Off by default, and stored in memory only, like the tokens. */
export function createActing(deps: IdentityDeps, stores: Stores): Acting {
  const { acting: browser } = deps;
  const store = createActingTabsStore(deps.sessionStorage);
  /** Serializes changes: browsers reject rules that two changes update at once. */
  const runExclusive = createMutex();

  /** Decides about a tab. If the decision fails, the token is removed. */
  const decideSafely = (tab: ActingTab): Promise<Decision> =>
    decideAboutTab(deps, stores, tab).catch(() => ({ status: 'ends', tab, reason: 'rejected' }));

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
    await publishDecisions(before, applied);
  }

  async function removeRulesExcept(remaining: ReadonlySet<number>): Promise<void> {
    const staleIds = (await browser.readRuleIds()).filter((id) => !remaining.has(id));
    if (staleIds.length > 0) await browser.removeRules(staleIds);
  }

  /**
   * Stores the decisions, shows their badges, and sets the alarm for the next expiry.
   * Does not change the rules. Call after the rules were updated.
   * Hides a badge before its tab is removed from the store.
   * If the worker is stopped in between, the next worker finds the tab and hides the badge.
   */
  async function publishDecisions(before: ActingTabs, decisions: readonly Decision[]): Promise<void> {
    const ended = decisions.filter((decision) => decision.status === 'ends');
    const acting = decisions.filter((decision) => decision.status === 'acts');
    const notices = ended.flatMap(({ tab: { tabId, userId }, reason }) => (reason ? [{ tabId, userId, reason }] : []));
    const after: ActingTabs = { tabs: acting.map(({ tab }) => tab), ended: [...before.ended, ...notices] };
    for (const { tab } of ended) await show(tab.tabId, null);
    if (ended.length > 0) {
      await store.write(after);
      deps.announce();
    }
    for (const { tabId, userId } of after.ended) await show(tabId, { status: 'ended', userId });
    for (const { tab } of acting) await show(tab.tabId, { status: 'acting', userId: tab.userId });
    const endTimes = acting.map(({ endsAt }) => endsAt).filter((at) => at > deps.now());
    await browser.setAlarm(endTimes.length === 0 ? null : findMin(endTimes)).catch(() => undefined);
  }

  const show = (tabId: number, badge: ActingBadge | null): Promise<void> =>
    browser.showOnTab(tabId, badge).catch(() => undefined);

  async function startNow({
    tabId,
    sessionId,
    pageOrigin,
  }: IdentityPayload<'startActing'>): Promise<Result<null, ActingFailure>> {
    const session = await findUsableSession(deps, stores, sessionId);
    if (session === null) return fail({ reason: 'no-session' });
    const environment = findEnvironment(await stores.environments.read(), session.environmentId);
    if (environment === null || environment.registryUrl === '') return fail({ reason: 'no-registry' });
    const { registryUrl } = environment;
    if (registryUrlFilter(registryUrl) === null) return fail({ reason: 'rejected' });
    if (!(await hasAccess(deps, registryPattern(environment), matchPatternOf(pageOrigin))))
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
      for (const { tabId } of stopped) await show(tabId, null);
      await store.write({ tabs: tabs.filter((tab) => !isStopped(tab)), ended });
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
        await show(tabId, null);
        await store.write(withoutTab(all, tabId));
      }),
    stopSession: (sessionId) => runExclusive(() => stopNow((tab) => tab.sessionId === sessionId)),
    tabs: () => store.read(),
    reconcile: () => runExclusive(reconcileNow),
  };
}
