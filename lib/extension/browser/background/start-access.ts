import { browser } from 'wxt/browser';
import { createAccessRequests } from '#extension/background/access/access-requests';
import { accessService } from '#extension/protocol/access-protocol';
import type { IdentityHandlers } from '#extension/protocol/identity-protocol';
import { announceIdentityChange } from '../identity-updates';
import { serveRpc } from '../serve-rpc';
import { sessionStorage } from '../storage';
import { siteStorage } from '../watching';
import { hasHostAccess } from './permissions';

/** Finishes what permission prompts interrupted in the popup. Call during worker startup. */
export function startAccess({ startActing }: Pick<IdentityHandlers, 'startActing'>): void {
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
    // A popup that was opened again while the prompt was open reads its outcome.
    void requests.finish().then(announceIdentityChange, () => undefined);
  });
}
