import { browser } from 'wxt/browser';
import { helpSchema, type PanelHelp } from '#extension/protocol/panel-help';
import { openOwnPage } from '../tabs';
import { type GuardNextEvent, injectGuard } from './inject-guard';
import { answerOwnPages } from './message-handler';

/** In Firefox's background. */
export function startPanelHelper(guardNextEvent: GuardNextEvent): void {
  answerOwnPages((message) => {
    const help = helpSchema.safeParse(message);
    return help.success ? giveHelp(help.data, guardNextEvent) : undefined;
  });
}

async function giveHelp(help: PanelHelp, guardNextEvent: GuardNextEvent): Promise<unknown> {
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
      return injectGuard(help.fire, guardNextEvent);
  }
}
