import { formatFrameUrl } from '#components/panel/app/page-labels.ts';
import type { Navigation } from '#core/journey/record';
import { stringAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import type { Grouping } from '../columns/list-settings';

/** Group key of events without a value. */
const NO_VALUE = '';
const SID = ['context', 'sid'];

/** Returns the group key of an event, or an empty string if the event lacks the value. */
export function groupKeyOf(grouping: Grouping, { frame, event }: JudgedRecord): string {
  if (grouping === 'page') return formatFrameUrl(frame);
  return stringAt(event?.json, SID) ?? NO_VALUE;
}

/**
 * Returns the group key of a page load, or `null` if it has no group.
 * In a grouping by session, a page load is in the group of the previous event, which `previousKey` names.
 */
export function navigationGroupKey(
  grouping: Grouping,
  navigation: Navigation,
  previousKey: string | null,
): string | null {
  return grouping === 'page' ? formatFrameUrl(navigation) : previousKey;
}

export function groupLabel(grouping: Grouping, key: string): string {
  if (key !== NO_VALUE) return key;
  return grouping === 'page' ? i18n.t('list.pageNotSeen') : i18n.t('list.noSession');
}
