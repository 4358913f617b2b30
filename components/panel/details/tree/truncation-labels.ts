import type { Cut } from '#core/journey/record';
import { i18n } from '#i18n';

const cutWords: Readonly<Record<Cut['reason'], string>> = {
  undefined: 'undefined',
  function: i18n.t('cut.function'),
  symbol: i18n.t('cut.symbol'),
  bigint: i18n.t('cut.bigint'),
  'not-a-number': i18n.t('cut.notANumber'),
  getter: i18n.t('cut.getter'),
  cycle: i18n.t('cut.cycle'),
  'too-deep': i18n.t('cut.tooDeep'),
  'too-long': i18n.t('cut.tooLong'),
  'too-many': i18n.t('cut.tooMany'),
  'not-plain': i18n.t('cut.notPlain'),
  unreadable: i18n.t('cut.unreadable'),
};

/** What stood at a place of which the copy is not whole. */
export function cutText(reason: Cut['reason']): string {
  return cutWords[reason];
}
