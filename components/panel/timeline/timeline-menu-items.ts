import { signal } from '@preact/signals';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { timelineSetting } from './TimelineCheckbox';

/** “Show in timeline” of one event, for the list's menu. */
export function timelineMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    if (!record || others.length > 0) return [];
    const onSelect = () => showInTimeline(stores, record);
    return [{ id: 'show-in-timeline', label: i18n.t('rowMenu.showInTimeline'), onSelect }];
  };
}

/** The time that the timeline shows permanently, or `null`. */
export const pinnedTimeStore = defineStore(() => signal<EpochMilliseconds | null>(null));

/** Pins the time of an event in the timeline, and shows the timeline if it was hidden. */
function showInTimeline(stores: Stores, { at }: Pick<JudgedRecord, 'at'>): void {
  stores.get(timelineSetting).set(true);
  stores.get(pinnedTimeStore).value = at;
}
