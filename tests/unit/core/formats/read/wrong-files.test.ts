import { gzipSync, strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { exportToText, readFileContent, writingOf } from '#tests/fixtures/exchange';
import { recordOf } from '#tests/fixtures/records';

const capture = exportToText('capture', writingOf([recordOf(1), recordOf(2)]));

/** Reads a file. Returns the message of the failure, or the warnings about skipped parts. */
const readMessage = async (content: string | Uint8Array) => {
  const { result } = await readFileContent(content);
  if (result.ok) return result.value.warnings.map(messageText).join(' ');
  return result.failure.reason === 'cancelled' ? null : messageText(result.failure.message);
};

it.each([
  ['', 'The file contains no events.'],
  ['hello', 'No events found in this text. Whole events as JSON are read, also from the columns of a CSV file.'],
  [
    'eid,mid,pageid\nSTART,START:1,home\nEND,END:1,home',
    'No events found in this text. Whole events as JSON are read, also from the columns of a CSV file.',
  ],
  ['7\nhello', 'Line 1: Neither a call nor an event.'],
  ['{"eid":"LOG"}\n{"eid":"LOG",}', 'Line 2, column 14: Trailing comma before }. Remove it.'],
  ['{"eid":"LOG"}\n\n  {"eid": LOG}', 'Line 3, column 11: Expected a value; got LOG.'],
  ['{"eid":"LOG","a":"open\n{"eid":"LOG"}', 'Line 1, column 18: Unclosed string.'],
  [
    '{"name":"package"}',
    'Line 1: Neither a call nor an event. Expected NDJSON, JSON, an SDK batch, a capture, a HAR file or a Postman collection.',
  ],
  [
    '[{"eid":"LOG"},\n7]',
    'Line 2: Neither a call nor an event. Expected NDJSON, JSON, an SDK batch, a capture, a HAR file or a Postman collection.',
  ],
  ['{"log":{"entries":[{"request":{}}]}}', 'The 1 request in this HAR file contains no telemetry events.'],
  [
    capture.replace('"version":1', '"version":7'),
    'Line 1: This capture has version 7; this panel reads version 1. Update the extension.',
  ],
  [
    capture.replace('"lost":false', '"lost":"no"'),
    'Line 2: Invalid record: lost: Invalid input: expected boolean, received string.',
  ],
  [capture.replace('"row":2', '"row":1'), 'Line 3: Row 1 follows row 1. Row numbers must increase.'],
  [
    capture.replace('"row":2', '"row":100000000'),
    'Line 3: Invalid record: row: Too big: expected number to be <=10000000.',
  ],
  [capture.slice(0, -4), 'Unexpected end: expected a comma or a closing bracket.'],
  [capture.slice(0, capture.lastIndexOf('document')), 'Unclosed string.'],
  [capture.replace('"redacted":false,', ''), 'Line 1: redacted: Invalid input: expected boolean, received undefined.'],
  [capture.replace('},\n{', '}\n{'), 'Line 3, column 1: Expected a comma or a closing bracket; got {.'],
])('the message about a file that begins with %.40j names the problem and its position', async (content, message) => {
  expect(await readMessage(content)).toContain(message);
});

it('a binary file is rejected with a message', async () => {
  expect(await readMessage(Uint8Array.from([0x1f, 0x8b, 0xff, 0xfe]))).toBe(
    'The compressed data is damaged or ends early.',
  );
  expect(await readMessage(Uint8Array.from([0x89, 0x50, 0, 0, 1]))).toBe('The file isn’t text.');
});

it('reading a broken file skips the unreadable parts, and reports their number and the first position', async () => {
  const { result, records } = await readFileContent('{"eid":"A"}\n{"eid":\n{"eid":"B"}\n{"eid":');
  expect(records.map(({ name }) => name)).toEqual(['A', 'B']);
  expect(result.ok && result.value.warnings.map(messageText)).toEqual([
    expect.stringMatching(/^Skipped 2 unreadable parts. The first: Line 2, column 8: Unexpected end/),
  ]);
});

it('a capture of an unsupported version is rejected, with the number of events before it', async () => {
  const { result } = await readFileContent(
    `{"eid":"A"}\n${capture.replace('"version":1', '"version":7').replaceAll('\n', '')}`,
  );
  expect(result).toMatchObject({ ok: false, failure: { reason: 'unreadable', eventsBefore: 1 } });
});

it('an event with the field "records" or "log.entries" is read as one event', async () => {
  const events = ['{"eid":"A","records":[1,2]}', '{"eid":"B","log":{"entries":[1]}}'];
  const { records } = await readFileContent(events.join('\n'));
  expect(records.map(({ event }) => JSON.stringify(event?.json))).toEqual(events);
});

it('reading a file can be cancelled between two events', async () => {
  const cancellation = new AbortController();
  let yields = 0;
  const yieldTask = async () => {
    yields += 1;
    if (yields === 3) cancellation.abort();
  };
  let time = 0;
  const clock = () => {
    time += 11;
    return time;
  };
  const { result, records } = await readFileContent('{"eid":"A"}\n'.repeat(100), {
    signal: cancellation.signal,
    yieldTask,
    clock,
  });
  expect(result).toEqual({ ok: false, failure: { reason: 'cancelled' } });
  expect(records.length).toBeLessThan(10);
});

it('a file with more events than the maximum is rejected', async () => {
  const { result } = await readFileContent('{"eid":"A"}\n'.repeat(1001), { maxEvents: 1000 });
  const message = 'Line 1001: The file contains more than 1,000 events, the maximum. Split it.';
  expect(result.ok || result.failure.reason === 'cancelled' ? '' : messageText(result.failure.message)).toBe(message);
});

it('reading a compressed file reports the share of its compressed bytes', async () => {
  const events = Array.from({ length: 500 }, (_, index) => `{"eid":"A","mid":"${index}"}\n`).join('');
  const { progress } = await readFileContent(gzipSync(strToU8(events)), { chunk: 500 });
  expect(progress.length).toBeGreaterThan(1);
  expect(progress).toEqual([...progress].sort((one, other) => one - other));
  expect(progress.at(-1)).toBe(1);
});

it('reading a file reports its progress', async () => {
  const { progress } = await readFileContent('{"eid":"A"}\n'.repeat(500), { chunk: 1000 });
  expect(progress).toEqual([1000, 2000, 3000, 4000, 5000, 6000].map((bytes) => bytes / 6000));
});
