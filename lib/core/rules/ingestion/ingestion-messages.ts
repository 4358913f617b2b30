import { pathText } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import type { IngestionFault } from './ingestion-check';

/** What ingestion would find, in a few words: `edata.uri is missing`. */
export function faultWords(fault: IngestionFault): Message {
  switch (fault.what) {
    case 'unknown-eid':
      return message('ingestion.unknownEid');
    case 'too-large':
      return message('ingestion.tooLarge');
    case 'missing':
      return message('ingestion.missing', { path: pathText(fault.path) });
    case 'not-allowed':
      return message('ingestion.notAllowed', { path: pathText(fault.path) });
    case 'too-small':
      return message('ingestion.tooSmall', { path: pathText(fault.path) });
    case 'not-in-list':
      return message('ingestion.notInList', { path: pathText(fault.path) });
    case 'wrong-type':
      return message('ingestion.wrongType', { path: pathText(fault.path), expected: fault.expected });
  }
}
