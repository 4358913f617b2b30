import { browser } from 'wxt/browser';
import { createSessionVault } from '#core/identity/session-vault';
import { createCollectorPosts } from '#extension/background/collector/collector-posts';
import type { IdentityDeps } from '#extension/background/identity/identity-deps';
import { createIdentityService } from '#extension/background/identity/identity-service';
import { createRegistryCalls } from '#extension/background/registry/registry-calls';
import { actingStateService } from '#extension/protocol/acting-state-protocol';
import { collectorService } from '#extension/protocol/collector-protocol';
import { endedLogInsService, identityService } from '#extension/protocol/identity-protocol';
import { registryService } from '#extension/protocol/registry-protocol';
import { announceIdentityChange } from '../identity-updates';
import { serveRpc } from '../serve-rpc';
import { closeStorageToPages, localStorage, sessionStorage } from '../storage';
import { vaultDb } from '../vault-db';
import { actingBrowser, listenTabs } from './acting-browser';
import { createAlarm } from './alarms';
import { hasHostAccess } from './permissions';
import { startAccess } from './start-access';

/**
 * Starts the identity service in the background.
 * Every listener is registered before this returns: a worker that is started by a message or an alarm receives it only then.
 */
export function startIdentity(): void {
  const [alarm, actingAlarm] = [createAlarm('identity-refresh'), createAlarm('acting-end')];
  const deps = identityDeps(alarm.set, actingAlarm.set);
  const service = createIdentityService(deps);
  serveRpc(identityService, service.handlers);
  serveRpc(actingStateService, { read: service.handlers.state });
  startAccess(service.handlers);
  const callRegistry = createRegistryCalls(deps, service);
  const postToCollector = createCollectorPosts(deps, service);
  serveRpc(registryService, { call: (call, { signal }) => callRegistry(call, signal) });
  serveRpc(collectorService, { post: (post, { signal }) => postToCollector(post, signal) });
  alarm.listen(() => void service.refreshDue());
  actingAlarm.listen(() => void service.acting.reconcile());
  browser.commands.onCommand.addListener((command) => {
    if (command === 'next-entity') void service.switchToNext();
  });
  listenTabs(
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
  // Header rules survive a reload of the extension, their sessions do not.
  void service.acting.reconcile();
}

function identityDeps(setAlarm: IdentityDeps['setAlarm'], setActingAlarm: IdentityDeps['setAlarm']): IdentityDeps {
  const closed = closeStorageToPages();
  return {
    localStorage,
    sessionStorage: {
      get: (key) => closed.then(() => sessionStorage.get(key)),
      set: (key, value) => closed.then(() => sessionStorage.set(key, value)),
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
