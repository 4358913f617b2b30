import type { Json } from '#core/json/json';
import { i18n } from '#i18n';
import type { TreeRemark } from './event-tree';

/** What is to be said of a number that JavaScript does not count exactly: its last digits may be another's. */
export function numberRemarks(value: Json): readonly TreeRemark[] {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return [];
  return [{ tone: 'quiet', text: i18n.t('tree.rounded') }];
}
