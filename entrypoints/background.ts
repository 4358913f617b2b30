import { defineBackground } from 'wxt/utils/define-background';
import { readSettings, SETTINGS_KEY } from '#components/panel/app/panel-settings.ts';
import { startBadge } from '#extension/browser/background/badge';
import { forgetExpiredSessions } from '#extension/browser/background/forget-sessions';
import { startIdentity } from '#extension/browser/background/identity';
import { startLeftPages } from '#extension/browser/background/left-pages';
import { startPageScripts } from '#extension/browser/background/page-scripts';
import { startPanelHelper } from '#extension/browser/background/panel-helper';
import { startRelayBridge } from '#extension/browser/background/relay-bridge';
import { startPanelWindows } from '#extension/browser/panel/panel-window';
import { listenStored, localStorage } from '#extension/browser/storage';
import type { KeepFor } from '#extension/panel/persistence/keep-for';

export default defineBackground(() => {
  startIdentity();
  startPageScripts();
  startPanelWindows();
  if (import.meta.env.FIREFOX) {
    startPanelHelper();
    startRelayBridge();
  }
  startBadge();
  startLeftPages(async () => (await keepFor()) !== 'none');
  const forgetExpired = forgetExpiredSessions(keepFor);
  listenStored(SETTINGS_KEY, (settings, before) => {
    // The width of a column is a setting too, and no reason to open the database.
    if (readSettings(settings).keepFor !== readSettings(before).keepFor) forgetExpired();
  });
});

async function keepFor(): Promise<KeepFor> {
  return readSettings(await localStorage.get(SETTINGS_KEY)).keepFor;
}
