import { defineBackground } from 'wxt/utils/define-background';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { forgetExpiredSessions } from '#extension/browser/background/expire-captures';
import { startPageScripts } from '#extension/browser/background/page-scripts';
import { startPanelHelper } from '#extension/browser/background/panel-rpc';
import { startPanelWindows } from '#extension/browser/background/panel-windows';
import { startRelayBridge } from '#extension/browser/background/relay-bridge';
import { startBadge } from '#extension/browser/background/start-badge';
import { startIdentity } from '#extension/browser/background/start-identity';
import { startLeftPages } from '#extension/browser/background/unloaded-page-messages';
import { listenUnwatchedLogs } from '#extension/browser/background/unwatched-logs';
import { listenStored, localStorage } from '#extension/browser/storage';
import { type KeepFor, readKeepFor, SETTINGS_KEY } from '#extension/panel/persistence/retention';
import { i18n } from '#i18n';
import { guardNextEvent } from '#page/hook/fire-guard';

export default defineBackground(() => {
  startIdentity({ ...LOCAL_REGISTRY, name: i18n.t('identity.localRegistry') });
  startPageScripts();
  startPanelWindows();
  if (import.meta.env.FIREFOX) {
    startPanelHelper(guardNextEvent);
    startRelayBridge();
  }
  const badge = startBadge();
  const leftPages = startLeftPages(async () => (await keepFor()) !== 'none');
  listenUnwatchedLogs(badge, leftPages);
  const forgetExpired = forgetExpiredSessions(keepFor);
  listenStored(SETTINGS_KEY, (settings, before) => {
    // The width of a column is a setting too, and no reason to open the database.
    if (readKeepFor(settings) !== readKeepFor(before)) forgetExpired();
  });
});

async function keepFor(): Promise<KeepFor> {
  return readKeepFor(await localStorage.get(SETTINGS_KEY));
}
