import { z } from '#core/util/zod';

/**
 * Firefox gives a DevTools panel no `tabs` and no `permissions`. There the background does for the panel what the panel
 * cannot do by itself. In Chromium nobody asks: the panel does all of it, and no worker is on the way.
 */
export const helpSchema = z.discriminatedUnion('request', [
  z.object({ type: z.literal('panel-help'), request: z.literal('tell-relays'), tabId: z.int(), message: z.unknown() }),
  z.object({ type: z.literal('panel-help'), request: z.literal('granted-origins') }),
  z.object({ type: z.literal('panel-help'), request: z.literal('has-access'), pattern: z.string() }),
  z.object({ type: z.literal('panel-help'), request: z.literal('give-back'), pattern: z.string() }),
  z.object({ type: z.literal('panel-help'), request: z.literal('open-own-page'), path: z.string() }),
  z.object({
    type: z.literal('panel-help'),
    request: z.literal('guard-fire'),
    fire: z.object({
      tabId: z.int(),
      frameId: z.int(),
      method: z.string(),
      data: z.unknown(),
      mark: z.object({ id: z.string(), type: z.string() }).nullable(),
    }),
  }),
]);

export type PanelHelp = z.infer<typeof helpSchema>;
