import { registryPattern } from '../../identity/environment';
import type { ActingFailure } from '../../identity/failure';
import { isExpired } from '../../identity/session';
import { findSession } from '../../identity/sessions';
import { createStoredValue } from '../../identity/stored-value';
import { oneAtATime } from '../../one-at-a-time';
import { fail, type Result, succeed } from '../../result';
import { z } from '../../zod';
import { findEnvironment } from '../identity/environments';
import type { IdentityWorld, Stores } from '../identity/world';
import { type ActingRule, type ActingTab, ruleFor } from './rules';

/** What acting needs of the browser. */
export interface ActingBrowser {
  /** Replaces all rules by these. Rules live in memory, until the browser closes. */
  readonly setRules: (rules: readonly ActingRule[]) => Promise<void>;
  /** Shows on the extension's button that a tab acts as an entity; `null` shows nothing any more. */
  readonly showOnTab: (tabId: number, userId: string | null) => Promise<void>;
  /** One alarm that calls `reconcile`, for when a token ends. */
  readonly setAlarm: (at: number | null) => Promise<void>;
}

export interface Acting {
  start(tab: ActingTab): Promise<Result<null, ActingFailure>>;
  stop(tabId: number): Promise<void>;
  tabs(): Promise<readonly ActingTab[]>;
  /** Makes the rules what they should be: after a log-out, a refresh, an expiry, a start of the worker. */
  reconcile(): Promise<void>;
}

const tabsSchema = z.array(z.object({ tabId: z.number(), sessionId: z.string() })).catch([]);

interface ActingEntry {
  readonly rule: ActingRule;
  readonly userId: string;
  readonly endsAt: number;
}

/** Which tabs act as which entity. Off by default; memory only, like the tokens. */
export function createActing(world: IdentityWorld, stores: Stores): Acting {
  const stored = createStoredValue(world.sessionStorage, 'identity.acting', (value) => tabsSchema.parse(value));

  async function entryOf({ tabId, sessionId }: ActingTab): Promise<Result<ActingEntry, ActingFailure>> {
    const session = findSession(await stores.sessions.read(), sessionId);
    if (session === null || isExpired(session, world.now())) return fail({ reason: 'no-session' });
    const environment = findEnvironment(await stores.environments.read(), session.environmentId);
    const pattern = environment && registryPattern(environment);
    if (environment === null || pattern === null) return fail({ reason: 'no-registry' });
    if (!(await world.hasPermission(pattern))) return fail({ reason: 'no-permission' });
    const rule = ruleFor(tabId, environment.registryUrl, session);
    return succeed({ rule, userId: session.userId, endsAt: session.accessExpiresAt });
  }

  const inTurn = oneAtATime();

  /** One after the other: browsers refuse rules that two changes make at once. */
  const reconcile = (): Promise<void> => inTurn(bringAbout);

  async function bringAbout(): Promise<void> {
    const tabs = await stored.read();
    const read = await Promise.all(tabs.map(async (tab) => ({ tab, entry: await entryOf(tab) })));
    const over = read.filter(({ entry }) => !entry.ok).map(({ tab }) => tab);
    if (over.length > 0) await stored.update((all) => all.filter((tab) => !over.some((gone) => same(gone, tab))));
    const entries = read.flatMap(({ entry }) => (entry.ok ? [entry.value] : []));
    // While a token that is over waits for its refresh, nothing is put on: a registry would only refuse it.
    const now = world.now();
    await world.acting.setRules(entries.filter(({ endsAt }) => endsAt > now).map(({ rule }) => rule));
    for (const { tabId } of over) await world.acting.showOnTab(tabId, null);
    for (const { rule, userId } of entries) await world.acting.showOnTab(rule.tabId, userId);
    const ends = entries.map(({ endsAt }) => endsAt).filter((at) => at > now);
    await world.acting.setAlarm(ends.length === 0 ? null : Math.min(...ends));
  }

  return {
    async start(tab) {
      const entry = await entryOf(tab);
      if (!entry.ok) return entry;
      await stored.update((all) => [...all.filter(({ tabId }) => tabId !== tab.tabId), tab]);
      await reconcile();
      return succeed(null);
    },
    async stop(tabId) {
      const before = await stored.read();
      if (!before.some((tab) => tab.tabId === tabId)) return;
      await stored.update((all) => all.filter((tab) => tab.tabId !== tabId));
      await reconcile();
      await world.acting.showOnTab(tabId, null);
    },
    tabs: () => stored.read(),
    reconcile,
  };
}

function same(one: ActingTab, other: ActingTab): boolean {
  return one.tabId === other.tabId && one.sessionId === other.sessionId;
}
