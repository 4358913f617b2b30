import type { TelemetryRecord } from '#core/journey/record';
import type { ExportFormat } from '../formats';
import { MADE_UP_BATCH_SIZE, makeUpRequest } from './made-up-requests';
import type { SentRequest } from './sent-request';
import { csvHead, csvRow } from './write-csv';
import { CURL_HEAD, curlCommand } from './write-curl';
import { HAR_END, harEntry, harHead } from './write-har';
import { ndjsonLine } from './write-ndjson';
import { requestsOf } from './write-requests';
import { sdkCall } from './write-sdk';
import type { Writing } from './writing';

/** Formats that can be written without all records at hand. A capture file marks the rows that share a `mid`. */
export type StreamedFormat = Exclude<ExportFormat, 'session'>;

/** Writes records as they come, in any number. */
export interface RecordWriter {
  /** The text that is ready with this record; may be empty. */
  add(record: TelemetryRecord): string;
  /** The end of the file, with records that had to be held. */
  end(held: readonly TelemetryRecord[]): string;
  /** How many requests were made up so far. */
  madeUp(): number;
}

type RecordWriting = Pick<Writing, 'mask' | 'writtenBy' | 'argumentsOfEvent' | 'argumentNames'>;

/** Creates a writer of a format. */
export function createRecordWriter(format: StreamedFormat, writing: RecordWriting): RecordWriter {
  const { mask, writtenBy } = writing;
  switch (format) {
    case 'ndjson':
      return rowWriter('', (record) => ndjsonLine(record, mask));
    case 'csv':
      return rowWriter(csvHead(), (record) => csvRow(record, mask));
    case 'sdk':
      return rowWriter('', (record) => sdkCall(record, writing));
    case 'curl':
      return requestWriter(CURL_HEAD, '', (sent) => curlCommand(sent, mask));
    case 'har':
      return requestWriter(harHead(writtenBy, []), HAR_END, (sent, number) => {
        return `${number === 0 ? '\n' : ',\n'}${harEntry(sent, -1, mask)}`;
      });
  }
}

function rowWriter(head: string, write: (record: TelemetryRecord) => string): RecordWriter {
  let before = head;
  const add = (record: TelemetryRecord) => {
    const text = before + write(record);
    before = '';
    return text;
  };
  return { add, end: (held) => held.map(add).join(''), madeUp: () => 0 };
}

function requestWriter(head: string, end: string, write: (sent: SentRequest, number: number) => string): RecordWriter {
  let before = head;
  let batch: TelemetryRecord[] = [];
  let count = 0;
  let madeUp = 0;
  const put = (sent: SentRequest): string => {
    const text = before + write(sent, count);
    before = '';
    count += 1;
    return text;
  };
  const flush = (): string => {
    if (batch.length === 0) return '';
    madeUp += 1;
    const text = put(makeUpRequest(batch, madeUp));
    batch = [];
    return text;
  };
  return {
    add(record) {
      batch.push(record);
      return batch.length < MADE_UP_BATCH_SIZE ? '' : flush();
    },
    end(held) {
      let text = flush();
      const rests = requestsOf(held, held);
      let step = rests.next();
      while (!step.done) step = rests.next();
      for (const sent of step.value) text += put(sent);
      return text + end;
    },
    madeUp: () => madeUp,
  };
}
