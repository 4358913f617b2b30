import type { DifferenceType } from '#core/journey/record-comparison';
import { i18n } from '#i18n';

/** No red: a difference of two events is no defect. */
export const differenceLooks = {
  changed: { icon: 'changed', tone: 'warn' },
  added: { icon: 'plus', tone: 'ok' },
  removed: { icon: 'minus', tone: 'plain' },
} as const;

export const differenceLabels = (): Readonly<Record<DifferenceType, string>> => ({
  changed: i18n.t('compare.changed'),
  added: i18n.t('compare.added'),
  removed: i18n.t('compare.removed'),
});
