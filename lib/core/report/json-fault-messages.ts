import type { JsonFaultCode } from '#core/json/json-reader';
import type { MessageText } from '#core/util/message';

/** What is said of text that is not JSON, in English. A test holds the locale file to it. */
export const englishJsonFaults: Readonly<Record<JsonFaultCode, string>> = {
  valueNeeded: 'Found {found}; a value is needed.',
  itemNeeded: 'Found {found}; a value or ] is needed.',
  keyOrCloseNeeded: 'Found {found}; a field name in double quotes or } is needed.',
  keyNeeded: 'Found {found}; a field name in double quotes is needed.',
  colonNeeded: 'Found {found}; a colon is needed after the field name.',
  commaNeeded: 'Found {found}; a comma or a closing bracket is needed.',
  nothingNeeded: 'Found {found}; nothing more is expected.',
  trailingComma: 'Found {found}; remove the comma before it.',
  singleQuotes: "Found '; use double quotes.",
  notAScalar: 'Found {found}; a number, true, false, null or a string in double quotes is needed.',
  tooDeep: 'Objects and arrays are nested deeper than {n} levels.',
  lineBreakInString: 'A string goes over the end of its line; close it, or write \\n.',
  wrongEscape: 'A backslash stands before a character that needs none; write \\\\.',
  stringNotClosed: 'A string begins here and is not closed.',
  endsBeforeValue: 'The text ends too early: a value is needed.',
  endsBeforeItem: 'The text ends too early: a value or ] is needed.',
  endsBeforeKeyOrClose: 'The text ends too early: a field name in double quotes or } is needed.',
  endsBeforeKey: 'The text ends too early: a field name in double quotes is needed.',
  endsBeforeColon: 'The text ends too early: a colon is needed after the field name.',
  endsBeforeComma: 'The text ends too early: a comma or a closing bracket is needed.',
  notClosed: 'Not closed: {open}',
  notJson: 'This is not JSON.',
};

/** The English sentence of a fault. */
export function jsonFaultText(sentence: MessageText): string {
  if (typeof sentence === 'string') return sentence;
  if ('finding' in sentence) return '';
  if (!('code' in sentence)) return sentence.map(jsonFaultText).join(' ');
  const { code, params = {} } = sentence;
  const name = code.replace('jsonFault.', '');
  const template = Object.hasOwn(englishJsonFaults, name) ? englishJsonFaults[name as JsonFaultCode] : code;
  return template.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key] ?? ''));
}
