import { browser } from 'wxt/browser';
import { createSessionVault } from '#core/identity/session-vault';
import { createAccessRequests } from '#extension/background/access/access-requests';
import type { HeaderRule } from '#extension/background/acting/header-rules';
import { createCollectorPosts } from '#extension/background/collector/collector-posts';
import type { ActingBrowser, IdentityDeps, TabPage } from '#extension/background/identity/identity-deps';
import { createIdentityService } from '#extension/background/identity/identity-service';
import { createRegistryCalls } from '#extension/background/registry/registry-calls';
import { accessService } from '#extension/protocol/access-protocol';
import { actingStateService } from '#extension/protocol/acting-state-protocol';
import { collectorService } from '#extension/protocol/collector-protocol';
import { endedLogInsService, type IdentityHandlers, identityService } from '#extension/protocol/identity-protocol';
import { registryService } from '#extension/protocol/registry-protocol';
import { announceIdentityChange } from '../identity-updates';
import { serveRpc } from '../serve-rpc';
import { closeStorageToPages, localStorage, sessionStorage } from '../storage';
import { vaultDb } from '../vault-db';
import { siteStorage } from '../watching';
import { createAlarm } from './alarms';
import { tabButton } from './badge-button';
import { hasHostAccess } from './permissions';

/**
 * Starts the identity service in the background.
 * All listeners are registered synchronously: otherwise the worker would miss the message or alarm that started it.
 */
export function startIdentity(): void {
  const alarm = createAlarm('identity-refresh');
  const actingAlarm = createAlarm('acting-end');
  const deps = identityDeps(alarm.set, actingAlarm.set);
  const service = createIdentityService(deps);
  serveRpc(identityService, service.handlers);
  serveRpc(actingStateService, { read: service.handlers.state });
  startAccess(service.handlers);
  const callRegistry = createRegistryCalls(deps, service);
  const postToCollector = createCollectorPosts(deps, service);
  serveRpc(registryService, { call: (call, { signal }) => callRegistry(call, signal) });
  serveRpc(collectorService, { post: (post, { signal }) => postToCollector(post, signal) });
  alarm.subscribe(() => void service.refreshDue());
  actingAlarm.subscribe(() => void service.acting.reconcile());
  browser.commands.onCommand.addListener((command) => {
    if (command === 'next-entity') void service.switchToNext();
  });
  subscribeToTabs(
    (tabId) => void service.acting.stop(tabId),
    () => void service.acting.reconcile(),
  );
  const { endedLogIns } = service;
  serveRpc(endedLogInsService, { take: async () => ({ count: await endedLogIns.take() }) });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'update') void endedLogIns.handleUpdate().catch(() => undefined);
  });
  browser.runtime.onStartup.addListener(() => void endedLogIns.handleStartup().catch(() => undefined));
  void service.refreshDue();
  // Header rules survive a reload of the extension, but their sessions do not.
  void service.acting.reconcile();
}

function identityDeps(setAlarm: IdentityDeps['setAlarm'], setActingAlarm: IdentityDeps['setAlarm']): IdentityDeps {
  const storageClosed = closeStorageToPages();
  return {
    localStorage,
    sessionStorage: {
      get: (key) => storageClosed.then(() => sessionStorage.get(key)),
      set: (key, value) => storageClosed.then(() => sessionStorage.set(key, value)),
    },
    vault: createSessionVault({ store: vaultDb, crypto }),
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    setAlarm,
    hasPermission: (pattern) => hasHostAccess([pattern]),
    announce: announceIdentityChange,
    acting: actingBrowser(setActingAlarm),
  };
}

/** The used part of `declarativeNetRequest`. The polyfill's types are incomplete. */
interface SessionRules {
  readonly getSessionRules: () => Promise<readonly { readonly id: number }[]>;
  readonly updateSessionRules: (change: {
    readonly removeRuleIds: readonly number[];
    readonly addRules?: readonly HeaderRule[];
  }) => Promise<void>;
}

function actingBrowser(setAlarm: ActingBrowser['setAlarm']): ActingBrowser {
  return {
    readRuleIds: async () => ((await sessionRules()?.getSessionRules()) ?? []).map(({ id }) => id),
    removeRules: async (removeRuleIds) => sessionRules()?.updateSessionRules({ removeRuleIds }),
    async replaceRules(removeRuleIds, addRules) {
      const rules = sessionRules();
      if (rules === null) throw new Error('This browser has no session rules.');
      await rules.updateSessionRules({ removeRuleIds, addRules });
    },
    readTab,
    showOnTab: tabButton.showActing,
    setAlarm,
  };
}

function sessionRules(): SessionRules | null {
  const api: unknown = browser.declarativeNetRequest;
  return isSessionRules(api) ? api : null;
}

function isSessionRules(api: unknown): api is SessionRules {
  return typeof api === 'object' && api !== null && 'updateSessionRules' in api;
}

async function readTab(tabId: number): Promise<TabPage> {
  try {
    const { url, status } = await browser.tabs.get(tabId);
    if (url !== undefined) return { status: 'readable', url };
    // Firefox shows an empty document before it commits a cross-site page.
    return { status: import.meta.env.FIREFOX && status === 'loading' ? 'changing' : 'unreadable' };
  } catch {
    return { status: 'closed' };
  }
}

/**
 * Calls `onClosed` for each closed tab.
 * `onChange` is called when a tab shows another page, which also empties its badge, and when access to a site is
 * revoked.
 */
function subscribeToTabs(onClosed: (tabId: number) => void, onChange: () => void): void {
  const handleUpdate = (_tabId: number, { status, url }: { readonly status?: string; readonly url?: string }) => {
    if (status !== undefined || url !== undefined) onChange();
  };
  browser.tabs.onRemoved.addListener(onClosed);
  browser.tabs.onUpdated.addListener(handleUpdate);
  browser.permissions.onRemoved.addListener(onChange);
}

/** Finishes actions of the popup that permission prompts interrupted. Call during worker startup. */
function startAccess({ startActing }: Pick<IdentityHandlers, 'startActing'>): void {
  const requests = createAccessRequests({
    storage: sessionStorage,
    now: Date.now,
    hasAccess: hasHostAccess,
    watch: siteStorage.watchPattern,
    startActing: ({ tabId, sessionId, pageOrigin }) => startActing({ tabId, sessionId, pageOrigin }),
  });
  serveRpc(accessService, {
    async begin(request) {
      await requests.begin(request);
      return null;
    },
    async forget() {
      await requests.forget();
      return null;
    },
    take: () => requests.take(),
  });
  browser.permissions.onAdded.addListener(() => {
    // A popup that was reopened while the prompt was open rereads the outcome.
    void requests.finish().then(announceIdentityChange, () => undefined);
  });
}
