import type { SessionSummary } from '#core/identity/session';
import { createSessionVault } from '#core/identity/session-vault';
import type { IdentityProvider } from '#demo/identity-provider/identity-provider';
import type { Lifetimes } from '#demo/identity-provider/tokens';
import type { HeaderRule } from '#extension/background/acting/header-rules';
import type { ActingBadge } from '#extension/background/badge/badge-labels';
import type { IdentityDeps, TabPage } from '#extension/background/identity/identity-deps';
import { createIdentityService, type IdentityService } from '#extension/background/identity/identity-service';
import { createMemoryStorage, type MemoryStorage } from '../../../core/identity/memory-storage';
import { createVaultStore } from '../../../core/identity/vault-store';
import { environmentAt, findEntity, startProvider } from '../../../demo/identity-provider/provider-setup';

/** The time of the simulated clock when a test starts. */
export const START_MS = 1_700_000_000_000;

/** The options of a call that is never cancelled. */
export const UNCANCELLED = { signal: new AbortController().signal };

/** A simulated browser with storages in memory, a clock that the test sets, and an identity provider of the demo. */
export interface TestIdentityDeps extends IdentityDeps {
  readonly idp: IdentityProvider;
  readonly sessionStorage: MemoryStorage;
  readonly localStorage: MemoryStorage;
  readonly passSeconds: (seconds: number) => void;
  readonly alarm: () => number | null;
  readonly announced: () => number;
  /** The browser's tabs, header rules and badges. */
  readonly actingBrowser: ActingBrowserState;
  /** Withdraws the permission for all hosts. */
  readonly forbid: () => void;
}

interface ActingBrowserState {
  readonly rules: Map<number, HeaderRule>;
  readonly badges: Map<number, ActingBadge | null>;
  alarm: number | null;
  /** The page of a tab. A tab that is not listed shows the default page. */
  readonly pages: Map<number, TabPage>;
  /** Whether the browser rejects a rule, as Chromium does with a header value that it cannot send. */
  rejectsRule: (rule: HeaderRule) => boolean;
}

/** The page that every tab shows at first. */
export const PAGE = 'http://localhost:4173';

/** Returns the token of each tab that has header rules. */
export function activeTokens({ actingBrowser }: TestIdentityDeps): Readonly<Record<number, string>> {
  const entries = [...actingBrowser.rules.values()].flatMap(({ condition, action }) =>
    condition.tabIds.map((tabId) => [tabId, action.requestHeaders[0]?.value ?? ''] as const),
  );
  return Object.fromEntries(entries);
}

export async function createTestDeps(lifetimes?: Lifetimes): Promise<TestIdentityDeps> {
  let now = START_MS;
  let alarm: number | null = null;
  let announced = 0;
  let ids = 0;
  let isPermitted = true;
  const actingBrowser: ActingBrowserState = {
    rules: new Map(),
    badges: new Map(),
    alarm: null,
    pages: new Map(),
    rejectsRule: () => false,
  };
  const idp = await startProvider({ now: () => now, ...(lifetimes && { lifetimes }) });
  const environments = { environments: [environmentAt(idp)], currentId: 'local-registry', lastUserIds: {} };
  return {
    idp,
    fetch,
    sessionStorage: createMemoryStorage(),
    vault: createSessionVault({ store: createVaultStore().store, crypto }),
    localStorage: createMemoryStorage({ 'identity.environments': environments }),
    now: () => now,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    setAlarm: async (at) => {
      alarm = at;
    },
    hasPermission: async () => isPermitted,
    announce: () => {
      announced += 1;
    },
    acting: {
      readRuleIds: async () => [...actingBrowser.rules.keys()],
      removeRules: async (ids) => {
        for (const id of ids) actingBrowser.rules.delete(id);
      },
      replaceRules: async (ids, rules) => {
        if (rules.some(actingBrowser.rejectsRule)) throw new Error('Rule with id 1 must have a valid header value.');
        for (const id of ids) actingBrowser.rules.delete(id);
        for (const rule of rules) actingBrowser.rules.set(rule.id, rule);
      },
      readTab: async (tabId) => actingBrowser.pages.get(tabId) ?? { status: 'readable', url: `${PAGE}/lesson` },
      showOnTab: async (tabId, badge) => {
        actingBrowser.badges.set(tabId, badge);
      },
      setAlarm: async (at) => {
        actingBrowser.alarm = at;
      },
    },
    actingBrowser,
    passSeconds: (seconds) => {
      now += seconds * 1000;
    },
    alarm: () => alarm,
    announced: () => announced,
    forbid: () => {
      isPermitted = false;
    },
  };
}

/** Starts the service like a new worker. The storages of `deps` stay the same. */
export function startService(deps: TestIdentityDeps): IdentityService {
  return createIdentityService(deps);
}

export function attemptOf({ idp }: TestIdentityDeps, change: { userId?: string; password?: string } = {}) {
  const { userId, password } =
    idp.entities.find((entity) => entity.userId === change.userId) ?? findEntity('ready', idp);
  return { environmentId: 'local-registry', userId, password, ...change };
}

/** Logs an entity in. Throws if the log-in is rejected. */
export async function logInEntity(
  service: IdentityService,
  deps: TestIdentityDeps,
  userId = 'teacher-04',
): Promise<SessionSummary> {
  const response = await service.handlers.login(attemptOf(deps, { userId }), UNCANCELLED);
  if (!response.ok) throw new Error(`The log-in was rejected: ${response.failure.reason}`);
  return response.value;
}

export async function readToken(service: IdentityService, sessionId: string): Promise<string> {
  const response = await service.handlers.token({ sessionId });
  if (!response.ok) throw new Error(`There is no token: ${response.failure.reason}`);
  return response.value.accessToken;
}

/** Counts the requests for new tokens that the provider has received. */
export function countRefreshes({ idp }: TestIdentityDeps): number {
  return idp.requests.filter(({ grantType }) => grantType === 'refresh_token').length;
}

export function countLogouts({ idp }: TestIdentityDeps): number {
  return idp.requests.filter(({ path }) => path.endsWith('/logout')).length;
}
