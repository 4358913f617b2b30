import { keyGroups, settingsSections } from '#components/panel/app/registries.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { EarlierCapturesMenu } from '#components/panel/captures/EarlierCaptures.tsx';
import { KeepForChoice } from '#components/panel/captures/KeepForChoice.tsx';
import { PreserveLog } from '#components/panel/captures/PreserveLog.tsx';
import { composeKeyHelp } from '#components/panel/compose/compose-key-help.ts';
import { ConfirmedSites } from '#components/panel/compose/target/ConfirmedSites.tsx';
import { CallStacksCheckbox } from '#components/panel/details/call-stack/CallStacksCheckbox.tsx';
import { treeKeyHelp } from '#components/panel/details/tree/tree-key-help.ts';
import { headerKeyHelp, listKeyHelp } from '#components/panel/event-list/grid/list-key-help.ts';
import { filterKeyHelp } from '#components/panel/filter/filter-key-help.ts';
import { scenarioKeyHelp } from '#components/panel/scenarios/scenario-key-help.ts';
import { TimelineCheckbox } from '#components/panel/timeline/TimelineCheckbox.tsx';
import { timelineKeyHelp } from '#components/panel/timeline/timeline-key-help.ts';

/**
 * Registers what features add to the dialogs for keys and settings.
 * Not part of the panel's first load.
 */
export const dialogFeatures = defineStore((stores) => {
  stores
    .get(keyGroups)
    .add(listKeyHelp, headerKeyHelp, filterKeyHelp, treeKeyHelp, timelineKeyHelp, composeKeyHelp, scenarioKeyHelp);
  stores
    .get(settingsSections)
    .add(PreserveLog, TimelineCheckbox, CallStacksCheckbox, KeepForChoice, EarlierCapturesMenu, ConfirmedSites);
});
