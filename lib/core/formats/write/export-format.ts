import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { MADE_UP_BATCH_SIZE, makeUpRequest } from './made-up-requests';
import type { SentRequest } from './sent-request';
import { requestsOf } from './write-requests';
import type { Pieces, Writing } from './writing';

/**
 * A format that a list can be exported in.
 * The locale files have its name as `export.formats.ID`, and its use in one line as `export.formatHints.ID`.
 */
export interface ExportFormatDefinition<Id extends string = string> {
  /** Name in `convert --to`. */
  readonly id: Id;
  /** File extension, without the first dot. */
  readonly extension: string;
  readonly mimeType: string;
  /** Whether it holds requests: it has no place for an event that none carried. */
  readonly holdsRequests: boolean;
  /** Whether what it has comes of many events, so that a few of them show nothing of the file. Unset: it has a text of each. */
  readonly isOfManyEvents?: boolean;
  /** Writes a list of records. */
  readonly write: (writing: Writing) => Pieces;
  /** Writes records as they come; null for a format that needs all of them at hand. */
  readonly createRecordWriter: ((writing: RecordWriting) => RecordWriter) | null;
}

/** Returns the definition with its id as a type. */
export function defineExportFormat<const Id extends string>(
  definition: ExportFormatDefinition<Id>,
): ExportFormatDefinition<Id> {
  return definition;
}

/** Writes records as they come, in any number. */
interface RecordWriter {
  /** The text that is ready with this record; may be empty. */
  add(record: PlainJudgedRecord): string;
  /** The end of the file, with records that had to be held. */
  end(held: readonly PlainJudgedRecord[]): string;
  /** How many requests were made up so far. */
  madeUp(): number;
}

/** The options that writers of single records use. */
type RecordWriting = Pick<Writing, 'mask' | 'writtenBy' | 'argumentsOfEvent' | 'argumentNames'>;

/** Creates a writer of a format that has a text of its own for each record. */
export function createRowWriter(head: string, write: (record: PlainJudgedRecord) => string): RecordWriter {
  let before = head;
  const add = (record: PlainJudgedRecord) => {
    const text = before + write(record);
    before = '';
    return text;
  };
  return { add, end: (held) => held.map(add).join(''), madeUp: () => 0 };
}

/**
 * Creates a writer of a format that holds requests. Those of events that none carried are made up.
 * `write` gets the number of the requests before.
 */
export function createRequestWriter(
  head: string,
  end: string,
  write: (sent: SentRequest, number: number) => string,
): RecordWriter {
  let before = head;
  let batch: PlainJudgedRecord[] = [];
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
