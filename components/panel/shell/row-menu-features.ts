import { defineStore } from '#components/panel/app/stores.ts';
import { compareMenuPart } from '#components/panel/compare/compare-menu-items.ts';
import { resendMenuPart } from '#components/panel/compose/resend.ts';
import { rowMenuStore } from '#components/panel/event-list/row-menu.ts';
import { policyMenuPart } from '#components/panel/finding-policy/policy-menu-items.ts';
import { copyAsMenuPart } from '#components/panel/import-export/copy-as-menu-items.ts';
import { exportMenuPart } from '#components/panel/import-export/export-menu-items.ts';
import { scenarioMenuPart } from '#components/panel/scenarios/scenario-menu-items.ts';
import { timelineMenuPart } from '#components/panel/timeline/timeline-menu-items.ts';

/**
 * Registers what features add to the list's context menu.
 * Not part of the panel's first load.
 */
export const rowMenuFeatures = defineStore((stores) => {
  const rowMenu = stores.get(rowMenuStore);
  rowMenu.add(copyAsMenuPart(stores), 'after-copy');
  rowMenu.add(resendMenuPart(stores), 'after-copy');
  rowMenu.add(compareMenuPart(stores), 'after-copy');
  rowMenu.add(timelineMenuPart(stores));
  rowMenu.add(scenarioMenuPart(stores));
  rowMenu.add(policyMenuPart(stores));
  rowMenu.add(exportMenuPart(stores));
});
