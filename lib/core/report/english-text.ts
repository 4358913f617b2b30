import { formatNumber } from '#core/telemetry/wording';
import type { MessageText } from '#core/util/message';
import { findingText } from './english-findings';
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
  'import.fault.invalidUtf8': 'The line has bytes that aren’t UTF-8.',
  'import.fault.unclosedQuote': 'A quotation mark of the row isn’t closed.',
  'import.fault.packed': 'The file is packed with zstd, or more than three times. Unpack it first.',
  'import.fault.damaged': 'The packed data is damaged or ends early.',
  'import.fault.damagedArchive': 'The archive is damaged.',
  'import.fault.archiveTooLarge': 'The archive is larger than {n} MB, the maximum. Unpack it first.',
  'import.fault.noHarInArchive': 'The archive contains no HAR file.',
  'import.fault.noRequest': 'No request carried any of its events, so there is none to write.',
  'import.remark.skippedText':
    'Skipped {n} line of text, line {line}. | Skipped {n} lines of text, the first of them line {line}.',
  'import.remark.skippedParts':
    'Skipped {n} unreadable part. {first} | Skipped {n} unreadable parts. The first: {first}',
  'import.remark.batch': 'Batch: {message}',
  'import.remark.request': 'Request {entry}, {url}: {message}',
  'import.remark.bodyNotJson': 'The body has an event, but isn’t JSON.',
  'import.remark.bodies.damaged': 'The body of {n} request is damaged. | The bodies of {n} requests are damaged.',
  'import.remark.bodies.too-large': 'The body of {n} request is too large. | The bodies of {n} requests are too large.',
  'import.remark.bodies.unsupported':
    'The body of {n} request is compressed with br or zstd, which can’t be read here. | The bodies of {n} requests are compressed with br or zstd, which can’t be read here.',
  'import.remark.bodies.missingFile':
    'The body of {n} request is in a file beside the HAR file that isn’t there. Use the folder or the zip file. | The bodies of {n} requests are in files beside the HAR file that aren’t there. Use the folder or the zip file.',
  'import.fault.browser': 'The browser couldn’t read the file.',
  'import.fault.notUtf8': 'The file isn’t text.',
  'import.fault.noEvent': 'The file contains no events.',
  'import.fault.noEventInText':
    'No events found in this text. Whole events as JSON are read, also from the columns of a CSV file.',
  'import.fault.unsupported':
    'Neither a call nor an event. Expected NDJSON, JSON, an SDK batch, a capture, a HAR file or a Postman collection.',
  'import.fault.version': 'This capture has version {found}; this panel reads version {known}. Update the extension.',
  'form.jsonFault': 'Line {line}, column {column}: {message}',
  'filter.noun.kind': 'a kind',
  'filter.noun.is': 'an is: value',
  'filter.noun.state': 'a delivery state',
  'filter.noun.rule': 'a finding code or rule set',
  'filter.noun.page': 'a URL',
  'filter.noun.element': 'an element',
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
  'change.absent': 'not set',
  'count.event': '{n} event | {n} events',
  'scenarios.stepText.fire': 'Fire {kind}',
  'scenarios.stepText.waitFor': 'Wait for {filter}',
  'scenarios.stepText.wait': 'Wait {time}',
  'scenarios.stepText.expectKind': 'Expect {kind} next',
  'scenarios.stepText.expectField': 'Expect {path} {test}',
  'scenarios.stepText.expectCount': 'Expect {compare} {events} matching {filter}',
  'scenarios.stepText.toBe': 'to be {value}',
  'scenarios.stepText.toMatch': 'to match /{pattern}/',
  'scenarios.tests.present': 'to be set',
  'scenarios.tests.absent': 'not to be set',
  'scenarios.stepTypes.expectNoInvalid': 'Expect no invalid events',
  'scenarios.comparisons.exactly': 'exactly',
  'scenarios.comparisons.atLeast': 'at least',
  'scenarios.comparisons.atMost': 'at most',
  'scenarios.result.inRow': '{event} (row {n})',
  'scenarios.result.noMatch': 'No event matched {filter} within {time}. {instead}',
  'scenarios.result.nothingReceived': 'No events received.',
  'scenarios.result.receivedInstead': 'Received instead: {events}.',
  'scenarios.result.receivedInsteadMore': 'Received instead: {events} and {n} more.',
  'scenarios.result.otherNext': 'Expected {kind} next; got {event} (row {n}).',
  'scenarios.result.nothingNext': 'Expected {kind} next; no event within {time}.',
  'scenarios.result.noEvent': 'Can’t check {path}: no earlier step found an event.',
  'scenarios.result.fieldAbsent': '{path} of {event} is not set; expected {test}.',
  'scenarios.result.fieldIs': '{path} of {event} is {value}; expected {test}.',
  'scenarios.result.noneInvalid': '{events}, none invalid',
  'scenarios.result.invalid': '{n} event is invalid. | {n} events are invalid.',
  'scenarios.result.invalidEvent': '{event}: {path}: {finding}',
  'scenarios.result.andMore': 'And {n} more.',
  'scenarios.result.matching': '{n} event matches {filter} | {n} events match {filter}',
  'scenarios.result.otherCount': '{matching}; expected {compare} {n}. | {matching}; expected {compare} {n}.',
  'scenarios.result.notCaptured': '{kind} was fired, but not captured within {time}.',
  'scenarios.fault.at': '{place}: {fault}',
  'scenarios.fault.stepPart': '{step}, {part}',
  'scenarios.fault.noFormat': 'Not a scenario: “format” isn’t “telemetry-v3-scenario”.',
  'scenarios.fault.version': 'Unsupported version {version}; this panel reads version 1. Update the extension.',
  'scenarios.fault.unreadable': 'Can’t be read.',
  'scenarios.fault.file': 'The file',
  'scenarios.fault.step': 'Step {n}',
  'scenarios.fault.pattern': 'isn’t a regular expression',
  'scenarios.fault.args': 'isn’t an object',
};

/** The English sentence of a message; its code if there is none. */
export function englishText(sentence: MessageText): string {
  if (typeof sentence === 'string') return sentence;
  if ('finding' in sentence) return findingText(sentence.finding);
  if ('durationMs' in sentence) return formatSeconds(sentence.durationMs);
  if (!('code' in sentence)) return sentence.map(englishText).join(' ');
  const { code, count, params = {} } = sentence;
  if (code.startsWith('jsonFault.')) return jsonFaultText(sentence);
  const template = Object.hasOwn(englishTexts, code) ? (englishTexts[code] ?? code) : code;
  const [one = '', many = one] = template.split(' | ');
  return (count === 1 ? one : many).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? '';
    return typeof value === 'number' ? formatNumber(value) : englishText(value);
  });
}

/** `250 ms`, `1.5 s`, `10 s` */
function formatSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
