import { pathText } from '#core/json/json';
import { i18n } from '#i18n';
import type { IngestionFault } from './ingestion-check';

/** What ingestion would find, in a few words: `edata.uri is missing`. */
export function faultWords(fault: IngestionFault): string {
  switch (fault.what) {
    case 'unknown-eid':
      return i18n.t('ingestion.unknownEid');
    case 'too-large':
      return i18n.t('ingestion.tooLarge');
    case 'missing':
      return i18n.t('ingestion.missing', { path: pathText(fault.path) });
    case 'not-allowed':
      return i18n.t('ingestion.notAllowed', { path: pathText(fault.path) });
    case 'too-small':
      return i18n.t('ingestion.tooSmall', { path: pathText(fault.path) });
    case 'not-in-list':
      return i18n.t('ingestion.notInList', { path: pathText(fault.path) });
    case 'wrong-type':
      return i18n.t('ingestion.wrongType', { path: pathText(fault.path), expected: fault.expected });
  }
}
