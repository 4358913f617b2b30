import { findingActions } from '#components/panel/app/finding-actions.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { FixActions } from '#components/panel/compose/FixActions.tsx';
import { CopyFix } from '#components/panel/details/findings/CopyFix.tsx';
import { MuteActions } from '#components/panel/mutes/MuteActions.tsx';

/**
 * Registers what features add to the details of an event.
 * Not part of the panel's first load.
 */
export const detailFeatures = defineStore((stores) => {
  stores.get(findingActions).add(FixActions, CopyFix, MuteActions);
});
