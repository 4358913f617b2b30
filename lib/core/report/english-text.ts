import type { MessageText } from '#core/util/message';
import { englishJsonFaults, jsonFaultText } from './json-fault-messages';

/**
 * What is said where no locale is loaded, by the codes of messages.
 * A test compares it with the English locale.
 */
export const englishTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(englishJsonFaults).map(([code, text]) => [`jsonFault.${code}`, text])),
  'import.fault.line': 'Line {line}: {message}',
  'import.fault.tooMany': 'The file contains more than {n} events, the maximum. Split it.',
  'import.fault.tooManyValues': 'More than {n} fields and items in one part, the maximum. Split it.',
  'import.fault.partTooLong': 'More than {n} million characters in one part, the maximum. Split it.',
  'import.fault.record': 'Invalid record: {fault}.',
  'import.fault.invalid': 'invalid',
  'import.fault.inHead': '{fault}.',
  'import.fault.rowOrder': 'Row {row} follows row {last}. Row numbers must increase.',
  'import.fault.noTelemetry':
    'The {n} request in this HAR file contains no telemetry events. | None of the {n} requests in this HAR file contains telemetry events.',
  'import.fault.nested': 'Nesting is deeper than {n} levels, the maximum.',
  'import.fault.tooLarge': 'The file is larger than 1 GB, the maximum. Split it.',
  'import.fault.browser': 'The browser couldn’t read the file.',
  'import.fault.notUtf8': 'The file isn’t UTF-8 text.',
  'import.fault.truncatedCharacter': 'The file ends in the middle of a character.',
  'import.fault.noEvent': 'The file contains no events.',
  'import.fault.unsupported': 'Unsupported file. Expected NDJSON, a JSON array, an SDK batch, a session or a HAR file.',
  'import.fault.version': 'This session has version {found}; this panel reads version {known}. Update the extension.',
  'form.jsonFault': 'Line {line}, column {column}: {message}',
  'filter.noun.kind': 'a kind',
  'filter.noun.is': 'an is: value',
  'filter.noun.state': 'a delivery state',
  'filter.noun.rule': 'a finding code or rule set',
  'filter.noun.page': 'a URL',
  'filter.noun.mid': 'a mid',
  'filter.noun.sid': 'a session',
  'filter.noun.time': 'a time range',
  'filter.error.regex': 'Invalid regular expression /{source}/: {why}.',
  'filter.error.lookaround': '/{source}/ could take too long. Remove the lookaround or the repetition.',
  'filter.error.backreference': '/{source}/ could take too long. Remove the backreference.',
  'filter.error.patternSyntax': '/{source}/ could take too long. Use simpler syntax.',
  'filter.error.patternSize': '/{source}/ is too large. Use smaller repetitions.',
  'filter.error.tooLong': 'Filters are limited to {n} characters. Shorten it.',
  'filter.error.tooManyTerms': 'Filters are limited to {n} terms. Remove some.',
  'filter.error.matchesNone': '/{source}/ matches no {key}: value.',
  'filter.error.notA': '“{value}” isn’t {noun}.',
  'filter.error.key': 'Unknown key “{key}:”. To search for this text, put it in quotes.',
  'filter.error.time': '“{value}” isn’t a time range. Example: {example}.',
};

/** The English sentence of a message; its code if there is none. */
export function englishText(sentence: MessageText): string {
  if (typeof sentence === 'string') return sentence;
  if ('finding' in sentence || 'durationMs' in sentence) return '';
  if (!('code' in sentence)) return sentence.map(englishText).join(' ');
  const { code, count, params = {} } = sentence;
  if (code.startsWith('jsonFault.')) return jsonFaultText(sentence);
  const template = Object.hasOwn(englishTexts, code) ? (englishTexts[code] ?? code) : code;
  const [one = '', many = one] = template.split(' | ');
  return (count === 1 ? one : many).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? '';
    return typeof value === 'number' ? value.toLocaleString('en') : englishText(value);
  });
}
