import type { JsonFaultCode } from '#core/json/json-reader';
import type { MessageText } from '#core/util/message';

/** What is said of text that is not JSON, in English. A test holds the locale file to it. */
export const englishJsonFaults: Readonly<Record<JsonFaultCode, string>> = {
  valueExpected: 'Expected a value; got {found}.',
  itemExpected: 'Expected a value or ]; got {found}.',
  keyOrCloseExpected: 'Expected a key in double quotes or }; got {found}.',
  keyExpected: 'Expected a key in double quotes; got {found}.',
  colonExpected: 'Expected a colon after the key; got {found}.',
  commaExpected: 'Expected a comma or a closing bracket; got {found}.',
  endExpected: 'Expected the end of the text; got {found}.',
  trailingComma: 'Trailing comma before {found}. Remove it.',
  singleQuotes: 'Single quotes aren’t allowed. Use double quotes.',
  notAScalar: 'Expected a number, true, false, null or a string in double quotes; got {found}.',
  tooDeep: 'Nesting is deeper than {n} levels, the maximum.',
  lineBreakInString: 'Line break in a string. Close the string or write \\n.',
  invalidEscape: 'Invalid escape. Write \\\\ for a backslash.',
  stringNotClosed: 'Unclosed string.',
  endsBeforeValue: 'Unexpected end: expected a value.',
  endsBeforeItem: 'Unexpected end: expected a value or ].',
  endsBeforeKeyOrClose: 'Unexpected end: expected a key in double quotes or }.',
  endsBeforeKey: 'Unexpected end: expected a key in double quotes.',
  endsBeforeColon: 'Unexpected end: expected a colon after the key.',
  endsBeforeComma: 'Unexpected end: expected a comma or a closing bracket.',
  unclosed: 'Unclosed: {open}',
  invalidJson: 'Invalid JSON.',
};

/** The English sentence of a fault. */
export function jsonFaultText(sentence: MessageText): string {
  if (typeof sentence === 'string') return sentence;
  if ('finding' in sentence || 'durationMs' in sentence) return '';
  if (!('code' in sentence)) return sentence.map(jsonFaultText).join(' ');
  const { code, params = {} } = sentence;
  const name = code.replace('jsonFault.', '');
  const template = Object.hasOwn(englishJsonFaults, name) ? englishJsonFaults[name as JsonFaultCode] : code;
  return template.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key] ?? ''));
}
