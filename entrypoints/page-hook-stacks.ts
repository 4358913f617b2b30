import type { UnlistedScriptDefinition } from 'wxt';
import { readCallStack } from '#page/hook/call-stack';
import { startPageHook } from '#page/hook/start-page-hook';

/** The hook that also reports call stacks. Reading them slows down the page's calls. */
export default {
  // A named bundle would be a global variable of the visited page.
  globalName: false,
  main: () => startPageHook(() => ({ stack: readCallStack() })),
} satisfies UnlistedScriptDefinition;
