import { defineBackground } from 'wxt/utils/define-background';
import { startPageScripts } from '../lib/browser/page-scripts';

export default defineBackground(() => {
  startPageScripts();
});
