import { signal } from '@preact/signals';
import type { KeyCommand } from '#components/panel/app/registries.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Whether the command menu is open. */
export const commandMenuStore = defineStore(() => signal(false));

/** Opens and closes the command menu. */
export function commandMenuCommand(stores: Stores): KeyCommand {
  const isOpen = stores.get(commandMenuStore);
  return {
    id: 'command-menu',
    keys: 'Ctrl K',
    isAllowedInDialogs: true,
    label: () => i18n.t('keys.commandMenu'),
    isListed: () => false,
    run() {
      isOpen.value = !isOpen.value;
    },
  };
}
