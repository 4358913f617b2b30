import { defineBackground } from 'wxt/utils/define-background';
import { startBadge } from '../lib/browser/badge';
import { forgetExpiredSessions } from '../lib/browser/forget-sessions';
import { startIdentity } from '../lib/browser/identity';
import { startLeftPages } from '../lib/browser/left-pages';
import { startPageScripts } from '../lib/browser/page-scripts';
import { startPanelHelper } from '../lib/browser/panel-helper';
import { startPanelWindows } from '../lib/browser/panel-window';
import { startRelayBridge } from '../lib/browser/relay-bridge';
import { listenStored, localStorage } from '../lib/browser/storage';
import type { KeepFor } from '../lib/history/keep-for';
import { readSettings, SETTINGS_KEY } from '../lib/panel/panel-settings';

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
