import { browser } from 'wxt/browser';
import { z } from '../zod';
import { answerMessages } from './background-requests';

/**
 * Firefox gives a DevTools panel no `tabs` and no `permissions`. There the background does for the panel what the panel
 * cannot do by itself. In Chromium nobody asks: the panel does all of it, and no worker is on the way.
 */
const helpSchema = z.discriminatedUnion('request', [
  z.object({ type: z.literal('panel-help'), request: z.literal('tell-relays'), tabId: z.int(), message: z.unknown() }),
  z.object({ type: z.literal('panel-help'), request: z.literal('granted-origins') }),
  z.object({ type: z.literal('panel-help'), request: z.literal('has-access'), pattern: z.string() }),
  z.object({ type: z.literal('panel-help'), request: z.literal('give-back'), pattern: z.string() }),
  z.object({ type: z.literal('panel-help'), request: z.literal('open-page'), url: z.string() }),
]);

export type PanelHelp = z.infer<typeof helpSchema>;

/** Asks the background. What comes back is for the caller to check. */
export function askHelper(help: PanelHelp): Promise<unknown> {
  return browser.runtime.sendMessage(help);
}

/** Whether this page has an API by itself. */
export function has(api: 'tabs' | 'permissions'): boolean {
  return (browser as Partial<typeof browser>)[api] !== undefined;
}

/** In the background: answers the panels that ask. */
export function startPanelHelper(): void {
  answerMessages((message) => {
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
    case 'open-page':
      await browser.tabs.create({ url: help.url });
      return null;
  }
}
