import { defineBackground } from 'wxt/utils/define-background';
import { startIdentity } from '../lib/browser/identity';
import { startPageScripts } from '../lib/browser/page-scripts';

export default defineBackground(() => {
  startIdentity();
  startPageScripts();
});
