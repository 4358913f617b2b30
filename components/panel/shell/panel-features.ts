import { keyCommands } from '#components/panel/app/registries.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { clearCommand } from '#components/panel/captures/clear-command.ts';
import { recordCommand } from '#components/panel/captures/record-command.ts';
import { compareCommand } from '#components/panel/compare/compare-command.ts';
import { compareMenuPart } from '#components/panel/compare/compare-menu-items.ts';
import { resendMenuPart } from '#components/panel/compose/resend.ts';
import { rowMenuStore } from '#components/panel/event-list/row-menu.ts';
import { filterCommand } from '#components/panel/filter/filter-command.ts';
import { copyAsMenuPart } from '#components/panel/import-export/copy-as-menu-items.ts';
import { scenarioMenuPart } from '#components/panel/scenarios/scenario-menu-items.ts';
import { helpCommand } from './help-command';
import { invalidCommands } from './invalid-commands';
import { undoCommand } from './undo-command';

/**
 * Registers what features add to the panel from its start.
 * What they add to its dialogs is in `dialog-features.ts`.
 */
export const panelFeatures = defineStore((stores) => {
  stores
    .get(keyCommands)
    .add(
      filterCommand(stores),
      clearCommand(stores),
      recordCommand(stores),
      compareCommand(stores),
      ...invalidCommands(stores),
      undoCommand(stores),
      helpCommand(stores),
    );
  const rowMenu = stores.get(rowMenuStore);
  rowMenu.add(copyAsMenuPart(stores), 'after-copy');
  rowMenu.add(resendMenuPart(stores), 'after-copy');
  rowMenu.add(compareMenuPart(stores), 'after-copy');
  rowMenu.add(scenarioMenuPart(stores));
});
