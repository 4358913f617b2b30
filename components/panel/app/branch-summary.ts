import { formatNumber } from '#components/i18n/count-text.ts';
import { isJsonArray, type Json } from '#core/json/json';
import { i18n } from '#i18n';

/** Summarizes a collapsed object or list: `{ id, type }`, `{ 6 keys }`, `[ 12 ]`. */
export function branchSummary(value: Json): string {
  if (isJsonArray(value)) return value.length === 0 ? '[ ]' : `[ ${formatNumber(value.length)} ]`;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0) return '{ }';
  const isShort = keys.length <= 3 && keys.join().length <= 40;
  return `{ ${isShort ? keys.join(', ') : i18n.t('detail.keys', keys.length, { n: formatNumber(keys.length) })} }`;
}
