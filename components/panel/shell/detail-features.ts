import { lazy } from '#components/kit/lazy.tsx';
import { detailNotes, detailTabs } from '#components/panel/app/detail-tabs.ts';
import { findingActions } from '#components/panel/app/finding-actions.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { FixActions } from '#components/panel/compose/FixActions.tsx';
import { changesTab } from '#components/panel/details/changes/ChangesTab.tsx';
import { CopyFix } from '#components/panel/details/findings/CopyFix.tsx';
import { findingsTab } from '#components/panel/details/findings/findings-tab-entry.ts';
import { journeyTab } from '#components/panel/details/journey/JourneyTab.tsx';
import { jsonTab } from '#components/panel/details/json/JsonTab.tsx';
import { eventTab } from '#components/panel/details/tree/EventTab.tsx';
import { PolicyActions } from '#components/panel/finding-policy/PolicyActions.tsx';

const EventSession = lazy(async () => (await import('#components/panel/user-sessions/EventSession.tsx')).EventSession);

/**
 * Registers what features add to the details of an event.
 * Not part of the panel's first load.
 */
export const detailFeatures = defineStore((stores) => {
  stores.get(detailTabs).add(findingsTab, eventTab, jsonTab, journeyTab, changesTab);
  stores.get(detailNotes).add(EventSession);
  stores.get(findingActions).add(FixActions, CopyFix, PolicyActions);
});
