import type { UnlistedScriptDefinition } from 'wxt';
import { startPageHook } from '#page/hook/start-page-hook';

export default {
  // A named bundle would be a global variable of the visited page.
  globalName: false,
  main: () => startPageHook(),
} satisfies UnlistedScriptDefinition;
