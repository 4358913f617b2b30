import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

const tab = z.object({ tabId: z.int() });

/** Served by the background, so that only one window per tab is opened. */
export const panelWindowsService = {
  name: 'panel-windows',
  methods: {
    open: { from: 'extension-page', input: tab, output: z.null() },
    /** Reports that the window of a tab is open and can be brought to the front. */
    opened: { from: 'extension-page', input: tab, output: z.null() },
  },
} as const satisfies RpcService;

const methods = {
  /** Brings the window to the front. */
  show: { from: 'extension-page', input: z.object({}), output: z.boolean() },
} as const;

/** Served by the panel window of one tab. */
export function panelWindowService(tabId: number): RpcService<typeof methods> {
  return { name: `panel-window/${tabId}`, methods };
}
