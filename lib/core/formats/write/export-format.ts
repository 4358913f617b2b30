import type { PlainJudgedRecord } from '#core/stream/judged-record';
import type { SentRequest } from './sent-request';
import { createSyntheticRequest, SYNTHETIC_BATCH_SIZE } from './synthetic-requests';
import { collectRequestsAtOnce } from './write-requests';
import type { FilePieces, Writing } from './writing';

/**
 * A format that a list can be exported in.
 * The locale files have its name as `export.formats.ID`, and a hint of one line as `export.formatHints.ID`.
 */
export interface ExportFormatDefinition<Id extends string = string> {
  /** Name in `convert --to`. */
  readonly id: Id;
  /** File extension, without the first dot. */
  readonly extension: string;
  readonly mimeType: string;
  /** Whether the format holds requests. It cannot hold an event without a request. */
  readonly holdsRequests: boolean;
  /** Set if the file summarizes many events, so a preview of a few events is meaningless. */
  readonly isOfManyEvents?: boolean;
  /** Writes a list of records. */
  readonly write: (writing: Writing) => FilePieces;
  /** Creates a streaming writer; null for a format that needs all records at once. */
  readonly createRecordWriter: ((writing: RecordWriting) => RecordWriter) | null;
}

/** Returns the definition with its id as a type. */
export function defineExportFormat<const Id extends string>(
  definition: ExportFormatDefinition<Id>,
): ExportFormatDefinition<Id> {
  return definition;
}

/** Writes a stream of records. */
export interface RecordWriter {
  /** Adds a record. Returns the finished text, which may be empty. */
  add(record: PlainJudgedRecord): string;
  /** Returns the end of the file, with the records that had to be buffered. */
  end(buffered: readonly PlainJudgedRecord[]): string;
  /** Number of synthetic requests so far. */
  syntheticRequests(): number;
}

/** The options of a streaming writer. */
type RecordWriting = Pick<Writing, 'redact' | 'writtenBy' | 'argumentsOfEvent' | 'argumentNames'>;

/** Creates a writer of a format that writes each record separately. */
export function createRowWriter(header: string, write: (record: PlainJudgedRecord) => string): RecordWriter {
  let before = header;
  const add = (record: PlainJudgedRecord) => {
    const text = before + write(record);
    before = '';
    return text;
  };
  return { add, end: (buffered) => buffered.map(add).join(''), syntheticRequests: () => 0 };
}

/**
 * Creates a writer of a format that holds requests. Events without a request get a synthetic request.
 * `write` formats a request, given the number of requests before it.
 */
export function createRequestWriter(
  header: string,
  end: string,
  write: (sent: SentRequest, number: number) => string,
): RecordWriter {
  let before = header;
  let batch: PlainJudgedRecord[] = [];
  let count = 0;
  let syntheticRequests = 0;
  const put = (sent: SentRequest): string => {
    const text = before + write(sent, count);
    before = '';
    count += 1;
    return text;
  };
  const flush = (): string => {
    if (batch.length === 0) return '';
    syntheticRequests += 1;
    const text = put(createSyntheticRequest(batch, syntheticRequests));
    batch = [];
    return text;
  };
  return {
    add(record) {
      batch.push(record);
      return batch.length < SYNTHETIC_BATCH_SIZE ? '' : flush();
    },
    end(buffered) {
      let text = flush();
      for (const sent of collectRequestsAtOnce(buffered, buffered)) text += put(sent);
      return text + end;
    },
    syntheticRequests: () => syntheticRequests,
  };
}
