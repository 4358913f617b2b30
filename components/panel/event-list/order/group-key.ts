import { formatFrameUrl } from '#components/panel/app/page-labels.ts';
import type { Navigation } from '#core/journey/record';
import { valueAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import type { Grouping } from '../columns/list-settings';

/** Group key of events without a value. */
const NO_VALUE = '';
const SID = ['context', 'sid'];

/** Returns the group key of an event, or an empty string if the event lacks the value. */
export function groupOf(grouping: Grouping, { frame, event }: JudgedRecord): string {
  if (grouping === 'page') return formatFrameUrl(frame);
  const sid = valueAt(event?.json, SID);
  return typeof sid === 'string' ? sid : NO_VALUE;
}

/** Returns the group key of a page load: that of its page, or of the session that it continues. */
export function groupOfNavigation(grouping: Grouping, navigation: Navigation, before: string | null): string | null {
  return grouping === 'page' ? formatFrameUrl(navigation) : before;
}

/** Returns the label of a group. */
export function groupLabel(grouping: Grouping, group: string): string {
  if (group !== NO_VALUE) return group;
  return grouping === 'page' ? i18n.t('list.pageNotSeen') : i18n.t('list.noSession');
}
