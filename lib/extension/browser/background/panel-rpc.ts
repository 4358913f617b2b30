import { browser } from 'wxt/browser';
import { z } from '#core/util/zod';
import { openOwnPage } from '../tabs';
import { injectGuard } from './inject-guard';
import { answerOwnPages } from './message-handler';

/**
 * Firefox gives a DevTools panel no `tabs` and no `permissions`. There the background does for the panel what the panel
 * cannot do by itself. In Chromium nobody asks: the panel does all of it, and no worker is on the way.
 */
const helpSchema = z.discriminatedUnion('request', [
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

/** In Firefox's background. */
export function startPanelHelper(): void {
  answerOwnPages((message) => {
    const help = helpSchema.safeParse(message);
    return help.success ? giveHelp(help.data) : undefined;
  });
}

async function giveHelp(help: PanelHelp): Promise<unknown> {
  switch (help.request) {
    case 'tell-relays':
      // Nobody there: the tab has no watched page.
      await browser.tabs.sendMessage(help.tabId, help.message).catch(() => undefined);
      return null;
    case 'granted-origins':
      return (await browser.permissions.getAll()).origins ?? [];
    case 'has-access':
      return browser.permissions.contains({ origins: [help.pattern] });
    case 'give-back':
      return browser.permissions.remove({ origins: [help.pattern] });
    case 'open-own-page':
      await openOwnPage(help.path);
      return null;
    case 'guard-fire':
      return injectGuard(help.fire);
  }
}
