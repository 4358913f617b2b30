import type { JsonObject } from '#core/json/json';
import { englishText } from '#core/report/english-text';
import type { ReportedFinding } from '#core/report/reported-finding';
import type { MessageText } from '#core/util/message';
import { reportedPage } from '../../../rule-page';
import { MAX_LINE_BYTES } from '../../input/line-blocks';

export function jsonFault(column: number, message: MessageText): ReportedFinding {
  return lineFault(faultCode(message), { column }, `Column ${column}: ${englishText(message)}`);
}

export function tooLongLineFault(): ReportedFinding {
  const mebibytes = MAX_LINE_BYTES / 1024 / 1024;
  const sentence = `The line is longer than ${mebibytes} MB. It was skipped.`;
  return lineFault('too-long', { mebibytes }, sentence);
}

function lineFault(code: string, params: JsonObject, message: string): ReportedFinding {
  const page = reportedPage(`docs/command-line.md#${code}`);
  return { ruleSet: 'format', severity: 'error', code, path: [], params, message, page };
}

const faultCodes: Readonly<Record<string, string>> = {
  'jsonFault.tooDeep': 'too-deep',
  'import.fault.nested': 'too-deep',
  'import.fault.tooManyValues': 'too-many-values',
  'import.fault.partTooLong': 'too-long',
  'import.fault.invalidUtf8': 'not-utf8',
};

function faultCode(message: MessageText): string {
  return typeof message === 'object' && 'code' in message ? (faultCodes[message.code] ?? 'not-json') : 'not-json';
}
