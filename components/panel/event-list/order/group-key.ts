import { formatFrameUrl } from '#components/panel/app/page-labels.ts';
import type { NavigationMark } from '#core/journey/record';
import { valueAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import type { Grouping } from '../columns/list-settings';

/** Group key of events without a value. */
const NOTHING = '';
const SID = ['context', 'sid'];

/** The group that an event belongs to; empty if it does not say. */
export function groupOf(grouping: Grouping, { frame, event }: JudgedRecord): string {
  if (grouping === 'page') return formatFrameUrl(frame);
  const sid = valueAt(event?.json, SID);
  return typeof sid === 'string' ? sid : NOTHING;
}

/** Returns the group of a page load: its own page's; a session continues over it. */
export function groupOfMark(grouping: Grouping, mark: NavigationMark, before: string | null): string | null {
  return grouping === 'page' ? formatFrameUrl(mark) : before;
}

/** The group as a user reads it. */
export function groupLabel(grouping: Grouping, group: string): string {
  if (group !== NOTHING) return group;
  return grouping === 'page' ? i18n.t('list.pageNotSeen') : i18n.t('list.noSession');
}
