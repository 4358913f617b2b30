import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

const tab = z.object({ tabId: z.int() });

/** Opens the popup for a tab in another window, as for undocked DevTools. Served by the background. */
export const popupService = {
  name: 'popup',
  methods: {
    open: { from: 'own-page', input: tab, output: z.null() },
    /** The tab that the popup was opened for, returned once, or null if the user opened it. */
    takeTab: { from: 'popup', input: z.object({}), output: z.nullable(tab) },
  },
} as const satisfies RpcService;
