import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

const tab = z.object({ tabId: z.int() });

/** Opens the popup for a tab of another window, as from undocked DevTools. Served by the background. */
export const popupService = {
  name: 'popup',
  methods: {
    open: { from: 'extension-page', input: tab, output: z.null() },
    /** Returns the tab that the popup was opened for, once. Returns `null` if the user opened the popup. */
    takeTab: { from: 'popup', input: z.object({}), output: z.nullable(tab) },
  },
} as const satisfies RpcService;
