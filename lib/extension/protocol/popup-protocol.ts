import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

const tab = z.object({ tabId: z.int() });

/** The background serves it: opening the popup for a tab that the user looks at elsewhere, as in undocked DevTools. */
export const popupService = {
  name: 'popup',
  methods: {
    open: { from: 'own-page', input: tab, output: z.null() },
    /** The tab that the popup was opened for, returned once, or null if the user opened it. */
    takeTab: { from: 'popup', input: z.object({}), output: z.nullable(tab) },
  },
} as const satisfies RpcService;
