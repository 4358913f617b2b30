import { defineBackground } from 'wxt/utils/define-background';
import { startBackgroundTexts } from '#extension/browser/background/background-texts';
import { tabButton } from '#extension/browser/background/badge-button';
import { startExpiry, storesCaptures } from '#extension/browser/background/expire-captures';
import { startPageScripts } from '#extension/browser/background/page-scripts';
import { startPanelRpc } from '#extension/browser/background/panel-rpc';
import { startPanelWindows } from '#extension/browser/background/panel-windows';
import { startPopupWindows } from '#extension/browser/background/popup-windows';
import { startBadge } from '#extension/browser/background/start-badge';
import { startIdentity } from '#extension/browser/background/start-identity';
import { startUnloadedPages } from '#extension/browser/background/unloaded-page-messages';
import { handleUnwatchedLogs } from '#extension/browser/background/unwatched-logs';
import { startWelcome } from '#extension/browser/background/welcome';
import { startRelayBridge } from '#extension/browser/relay-bridge';
import { guardNextEvent } from '#page/hook/fire-guard';

export default defineBackground(() => {
  startBackgroundTexts(() => void tabButton.repaint());
  startIdentity();
  startPageScripts();
  startPanelWindows();
  startPopupWindows();
  if (import.meta.env.FIREFOX) {
    startPanelRpc(guardNextEvent);
    startRelayBridge();
  }
  handleUnwatchedLogs(startBadge(), startUnloadedPages(storesCaptures));
  startExpiry();
  startWelcome();
});
