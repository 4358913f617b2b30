import { signal } from '@preact/signals';
import type { KeyCommand } from '#components/panel/app/registries.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Whether the keys are shown. */
export const helpStore = defineStore(() => signal(false));

export function helpCommand(stores: Stores): KeyCommand {
  const help = stores.get(helpStore);
  return {
    id: 'help',
    keys: '?',
    label: () => i18n.t('keys.help'),
    run() {
      help.value = !help.value;
    },
  };
}
