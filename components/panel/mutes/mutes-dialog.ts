import { signal } from '@preact/signals';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Whether the muted findings are shown. */
export const mutesDialogStore = defineStore(() => signal(false));

/** Opens the muted findings. */
export function mutesCommands(stores: Stores): () => readonly MenuCommand[] {
  return () => [
    {
      id: 'mutes',
      label: i18n.t('mutes.title'),
      run() {
        stores.get(mutesDialogStore).value = true;
      },
    },
  ];
}
