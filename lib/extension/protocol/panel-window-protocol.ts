import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

const tab = z.object({ tabId: z.int() });

/** The background serves it: one place knows whether the window of a tab is being opened. */
export const panelWindowsService = {
  name: 'panel-windows',
  methods: {
    open: { from: 'own-page', input: tab, output: z.null() },
    /** Reports that a window can be shown again. */
    opened: { from: 'own-page', input: tab, output: z.null() },
  },
} as const satisfies RpcService;

const methods = {
  /** Comes to the front. */
  show: { from: 'own-page', input: z.object({}), output: z.boolean() },
} as const;

/** The window of one tab serves it. */
export function panelWindowService(tabId: number): RpcService<typeof methods> {
  return { name: `panel-window/${tabId}`, methods };
}
