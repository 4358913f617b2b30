import * as z from '#core/util/zod';
import type { ToAllRelays } from '#core/wire/page-messages';
import type { RpcService } from './rpc';

const tabId = z.int();
const toAllRelaysSchema: z.ZodMiniType<ToAllRelays, ToAllRelays> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('panel-opened') }),
  z.object({ type: z.literal('stop-watching'), patterns: z.array(z.string()) }),
]);
const pattern = z.object({ pattern: z.string() });

/**
 * Calls for a DevTools panel in Firefox, which has no `tabs` and no `permissions` API.
 * Panels in Chromium call these APIs directly.
 */
export const panelHelpService = {
  name: 'panel-help',
  methods: {
    broadcastToRelays: {
      from: 'extension-page',
      input: z.object({ tabId, message: toAllRelaysSchema }),
      output: z.null(),
    },
    grantedOrigins: { from: 'extension-page', input: z.object({}), output: z.array(z.string()) },
    hasAccess: { from: 'extension-page', input: pattern, output: z.boolean() },
    revokeAccess: { from: 'extension-page', input: pattern, output: z.boolean() },
    openExtensionPage: { from: 'extension-page', input: z.object({ path: z.string() }), output: z.null() },
    guardFire: {
      from: 'extension-page',
      input: z.object({
        tabId,
        frameId: z.int(),
        method: z.string(),
        data: z.unknown(),
        cdataEntry: z.nullable(z.object({ id: z.string(), type: z.string() })),
      }),
      output: z.boolean(),
    },
  },
} as const satisfies RpcService;
