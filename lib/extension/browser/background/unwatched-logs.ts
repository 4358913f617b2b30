import type { BadgeService } from '#extension/background/badge/badge-service';
import type { UnloadedPages } from '#extension/background/unloaded-pages/unloaded-pages';
import { relayTabOf } from '#extension/protocol/sender';
import { unwatchedLogService } from '#extension/protocol/unwatched-log';
import { ownExtension } from '../own-extension';
import { serveRpc } from '../serve-rpc';

/**
 * Takes what relays report while no panel is open.
 * The badge says from where on it needs a log once more.
 */
export function listenUnwatchedLogs(badge: Pick<BadgeService, 'handle'>, pages: Pick<UnloadedPages, 'handle'>): void {
  const own = ownExtension();
  serveRpc(unwatchedLogService, {
    async report(log, { sender }) {
      const tabId = relayTabOf(sender, own);
      if (tabId === null) return null;
      const { frameId = 0, url = '' } = sender;
      pages.handle(log, { tabId, frameId, url });
      return badge.handle(log, tabId);
    },
  });
}
