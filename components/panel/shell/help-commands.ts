import { signal } from '@preact/signals';
import type { KeyCommand } from '#components/panel/app/registries.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { filterHelpStore } from '#components/panel/filter/help/filter-help-store.ts';
import { i18n } from '#i18n';

interface HelpPage {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
}

/** Returns the commands that open help pages and dialogs, without the key help (`helpCommand`). */
export function helpCommands(stores: Stores): () => readonly HelpPage[] {
  const { actions, commands, view } = stores.app;
  const { onOpenGuide: openGuide, onOpenUserGuide: openUserGuide } = actions;
  const { openReference } = commands;
  return () =>
    [
      ...(openGuide ? [{ id: 'guide', label: i18n.t('commandMenu.guide'), run: () => openGuide() }] : []),
      ...(openUserGuide ? [{ id: 'user-guide', label: i18n.t('commandMenu.userGuide'), run: openUserGuide }] : []),
      ...(openReference
        ? [
            { id: 'rules', label: i18n.t('commandMenu.rules'), run: () => openReference('rules') },
            { id: 'definitions', label: i18n.t('commandMenu.definitions'), run: () => openReference('top') },
          ]
        : []),
      {
        id: 'filter-help',
        label: i18n.t('filter.syntax'),
        run() {
          view.value = 'events';
          stores.get(filterHelpStore).value = true;
        },
      },
    ].map((command) => ({ ...command, group: i18n.t('commandMenu.help') }));
}

/** Whether the key help is open. */
export const helpStore = defineStore(() => signal(false));

export function helpCommand(stores: Stores): KeyCommand {
  const help = stores.get(helpStore);
  return {
    id: 'help',
    keys: '?',
    isAllowedInDialogs: true,
    label: () => i18n.t('keys.help'),
    run() {
      help.value = !help.value;
    },
  };
}
