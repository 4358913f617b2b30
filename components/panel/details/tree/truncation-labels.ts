import type { Truncation } from '#core/journey/record';
import { i18n } from '#i18n';

const truncationLabels = (): Readonly<Record<Truncation['reason'], string>> => ({
  undefined: 'undefined',
  function: i18n.t('truncation.function'),
  symbol: i18n.t('truncation.symbol'),
  bigint: i18n.t('truncation.bigint'),
  'not-a-number': i18n.t('truncation.notANumber'),
  getter: i18n.t('truncation.getter'),
  cycle: i18n.t('truncation.cycle'),
  'too-deep': i18n.t('truncation.tooDeep'),
  'too-long': i18n.t('truncation.tooLong'),
  'too-many': i18n.t('truncation.tooMany'),
  'memory-limit': i18n.t('truncation.memoryLimit'),
  'not-plain': i18n.t('truncation.notPlain'),
  unreadable: i18n.t('truncation.unreadable'),
});

/** What stood at a place of which the copy is not whole. */
export function truncationLabel(reason: Truncation['reason']): string {
  return truncationLabels()[reason];
}
