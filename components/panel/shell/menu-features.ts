import { menuCommands } from '#components/panel/app/registries.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { keepForCommands } from '#components/panel/captures/keep-for-commands.ts';
import { exportCommands } from '#components/panel/import-export/export-commands.ts';
import { viewButtonCommands } from './command-menu/view-button-commands';
import { helpCommands } from './help-commands';
import { settingCommands } from './setting-commands';
import { toolCommands } from './tool-commands';

/**
 * Registers what features add to the command menu.
 * Not part of the panel's first load.
 */
export const menuFeatures = defineStore((stores) => {
  stores
    .get(menuCommands)
    .add(
      toolCommands(stores),
      exportCommands(stores),
      settingCommands(stores),
      keepForCommands(stores),
      helpCommands(stores),
      viewButtonCommands(stores),
    );
});
