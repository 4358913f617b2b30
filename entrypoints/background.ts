import { defineBackground } from 'wxt/utils/define-background';
import { startBadge } from '../lib/browser/badge';
import { startIdentity } from '../lib/browser/identity';
import { startPageScripts } from '../lib/browser/page-scripts';
import { startPanelHelper } from '../lib/browser/panel-helper';
import { startRelayBridge } from '../lib/browser/relay-bridge';

export default defineBackground(() => {
  startIdentity();
  startPageScripts();
  startPanelHelper();
  if (import.meta.env.FIREFOX) startRelayBridge();
  startBadge();
});
