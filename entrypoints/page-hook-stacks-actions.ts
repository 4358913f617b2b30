import type { UnlistedScriptDefinition } from 'wxt';
import { readCallStack } from '#page/hook/call-stack';
import { startPageHook } from '#page/hook/start-page-hook';
import { watchUserActions } from '#page/hook/user-actions';

/** The hook that also reports call stacks and the user's last action. */
export default {
  // A named bundle would be a global variable of the visited page.
  globalName: false,
  main() {
    const readAction = watchUserActions(window);
    startPageHook(() => ({ stack: readCallStack(), action: readAction() }));
  },
} satisfies UnlistedScriptDefinition;
