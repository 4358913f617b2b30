import { keyGroups, settingsSections } from '#components/panel/app/registries.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { keyHelpOf } from '#components/panel/app/view-keys.ts';
import { KeepForField } from '#components/panel/captures/KeepForField.tsx';
import { PreserveLog } from '#components/panel/captures/PreserveLog.tsx';
import { composeKeys } from '#components/panel/compose/compose-keys.ts';
import { ConfirmedSites } from '#components/panel/compose/target/ConfirmedSites.tsx';
import { CallStacksCheckbox } from '#components/panel/details/call-stack/CallStacksCheckbox.tsx';
import { treeKeys } from '#components/panel/details/tree/tree-keys.ts';
import { treeSearchKeys } from '#components/panel/details/tree/use-tree-search.ts';
import { UserActionsCheckbox } from '#components/panel/details/user-action/UserActionsCheckbox.tsx';
import { headerKeys } from '#components/panel/event-list/columns/header-keys.ts';
import { listKeys } from '#components/panel/event-list/grid/list-keys.ts';
import { fieldKeys } from '#components/panel/filter/field-keys.ts';
import { CountsManualCheckbox } from '#components/panel/filter/manual/CountsManualCheckbox.tsx';
import { scenarioKeys, stepKeys } from '#components/panel/scenarios/scenario-keys.ts';
import { TimelineCheckbox } from '#components/panel/timeline/TimelineCheckbox.tsx';
import { timelineKeys } from '#components/panel/timeline/time-range.ts';
import { i18n } from '#i18n';

/**
 * Registers what features add to the dialogs for keys and settings.
 * Not part of the panel's first load.
 */
export const dialogFeatures = defineStore((stores) => {
  stores.get(keyGroups).add(
    () => keyHelpOf(i18n.t('keys.inList'), listKeys),
    () => keyHelpOf(i18n.t('keys.inHeader'), headerKeys),
    () => keyHelpOf(i18n.t('keys.inFilter'), fieldKeys),
    () => keyHelpOf(i18n.t('keys.inTree'), [...treeKeys, ...treeSearchKeys]),
    () => keyHelpOf(i18n.t('keys.inTimeline'), timelineKeys),
    () => keyHelpOf(i18n.t('keys.inCompose'), composeKeys),
    () => keyHelpOf(i18n.t('keys.inScenarios'), [...stepKeys, ...scenarioKeys]),
  );
  stores
    .get(settingsSections)
    .add(
      PreserveLog,
      TimelineCheckbox,
      CountsManualCheckbox,
      CallStacksCheckbox,
      UserActionsCheckbox,
      KeepForField,
      ConfirmedSites,
    );
});
