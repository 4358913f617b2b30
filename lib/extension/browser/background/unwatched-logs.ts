import { covers } from '#core/util/site';
import type { BadgeService } from '#extension/background/badge/badge-service';
import type { UnloadedPages } from '#extension/background/unloaded-pages/unloaded-pages';
import { relayTabOf } from '#extension/protocol/sender';
import { unwatchedLogService } from '#extension/protocol/unwatched-log';
import { ownExtension } from '../own-extension';
import { serveRpc } from '../serve-rpc';
import { readWatchedPatterns } from '../watching';

/**
 * Handles the reports of relays while no panel is open.
 * The response requests the log starting at a sequence number, if the badge needs it again.
 */
export function handleUnwatchedLogs(badge: Pick<BadgeService, 'handle'>, pages: Pick<UnloadedPages, 'handle'>): void {
  const extension = ownExtension();
  serveRpc(unwatchedLogService, {
    async report(log, { sender }) {
      const tabId = relayTabOf(sender, extension);
      if (tabId === null) return null;
      const { frameId = 0, url = '' } = sender;
      pages.handle(log, { tabId, frameId, url });
      return badge.handle(log, tabId);
    },
    isWatched: async (url) => (await readWatchedPatterns()).some((pattern) => covers(pattern, url)),
  });
}
