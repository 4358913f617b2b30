import type { Stores } from '#components/panel/app/stores.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { i18n } from '#i18n';
import { showInTimeline } from './timeline-mark';

/** “Show in timeline” of one event, for the list's menu. */
export function timelineMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    if (!record || others.length > 0) return [];
    const onChoose = () => showInTimeline(stores, record);
    return [{ id: 'show-in-timeline', label: i18n.t('rowMenu.showInTimeline'), onChoose }];
  };
}
