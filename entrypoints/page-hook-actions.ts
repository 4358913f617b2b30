import type { UnlistedScriptDefinition } from 'wxt';
import { startPageHook } from '#page/hook/start-page-hook';
import { watchUserActions } from '#page/hook/user-actions';

/** The hook that also reports the user's last action. It reads elements of the page. */
export default {
  // A named bundle would be a global variable of the visited page.
  globalName: false,
  main() {
    const readAction = watchUserActions(window);
    startPageHook(() => ({ action: readAction() }));
  },
} satisfies UnlistedScriptDefinition;
