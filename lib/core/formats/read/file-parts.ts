import type { ObservedBatch, SecretGuard } from '#core/journey/correlator/observations';
import { isOtherEvent } from '#core/journey/equal-events/is-other-event';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { Navigation, TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { MAX_FILE_DEPTH } from '#core/json/json-depth';
import { faultMessage, readJson } from '#core/json/json-reader';
import { hasMoreValuesThan, MAX_JSON_VALUES, tooManyValuesMessage } from '#core/json/json-values';
import { batchObjectOf, receiptTimeOf } from '#core/rules/receipt-time';
import { isTelemetryTooLarge } from '#core/telemetry/body/telemetry-body';
import { createLatestIndex } from '#core/util/binary-search';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { appendItems } from '#core/util/lists';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { parseBatchRequest, truncateResponse } from '../batch-request';
import { findVersionFault, isCaptureFile, parseCaptureHeader } from '../capture/capture-header';
import { findRecordFault, isRecord, requestSchema } from '../capture/record-schema';
import { harBodyText, harEntries, postDataText } from '../har-entries';
import type { RecordSource } from '../import-formats';
import { hasEid, type InputContents } from '../input-contents';
import { findInputContents, parseInputContents } from '../input-items';
import { positionOfFault } from './input-reader';
import { readInputItem, readSingleItem, withReceiptTime } from './read-items';
import type { InputStep } from './read-parts';
import type { ReadingSink } from './reading-sink';
import { SkippedParts } from './skipped-parts';

/** Limit of the events that get the time of receipt of their batch. No collector accepts such a large batch. */
const MAX_STAMPED_EVENTS = 20_000;
/** Twice the size of the panel's benchmark. More events would exhaust the panel's memory. */
const MAX_EVENTS = 200_000;

export interface FileParts {
  /** Takes the next part of the file. Skips an unreadable part; fails if the rest is unreadable, too. */
  take(part: InputStep): Result<null, Message>;
  /** Number of events so far. */
  count(): number;
  source(): RecordSource;
  /** Warnings about the skipped parts. */
  warnings(): readonly Message[];
  /** Returns why the file has no events. */
  emptyFault(): Message;
}

type TextPart = Extract<InputStep, { text: string }>;

export interface FilePartsOptions {
  readonly maxEvents?: number;
  /** Creates each record separately, without correlation, and buffers none. */
  readonly isStreamed?: boolean;
}

/** Creates records from the parts of a file in any format. */
export function createFileParts(
  guard: SecretGuard,
  sink: ReadingSink,
  { maxEvents = MAX_EVENTS, isStreamed = false }: FilePartsOptions = {},
): FileParts {
  let lastRow = 0;
  // Rows of further events follow those of a capture's records.
  const correlator = createEventCorrelator(guard, 0, () => lastRow, isOtherEvent);
  /** Times of rows, to place the page loads of a HAR file. */
  const rows: Pick<TelemetryRecord, 'row' | 'at'>[] = [];
  let count = 0;
  const skipped = new SkippedParts();
  let source: RecordSource = 'events';
  let entries = 0;
  const requestIds = new Set<string>();
  let lastAt = 0;
  /** Records of the batch that is being read; `null` outside a batch. */
  let batch: TelemetryRecord[] | null = null;

  const put = (changed: readonly TelemetryRecord[]): Result<null, Message> => {
    const redacted = changed.map(guard.redact);
    for (const record of redacted) {
      if (record.row > lastRow) {
        count += 1;
        if (source === 'requests') rows.push({ row: record.row, at: record.at });
      }
      lastRow = Math.max(lastRow, record.row);
      lastAt = record.at;
    }
    sink.records(redacted);
    if (batch !== null && batch.length < MAX_STAMPED_EVENTS) appendItems(batch, redacted);
    if (count <= maxEvents) return succeed(null);
    return fail(message('import.fault.tooMany', { n: maxEvents }));
  };
  /** Adds the parsed records; counts a failure as skipped. */
  const putResult = (result: Result<readonly TelemetryRecord[], Message>, line: number): Result<null, Message> => {
    if (result.ok) return put(result.value);
    skipped.addFault(lineFault(line, result.failure));
    return succeed(null);
  };
  const takeRecord = (json: Json, line: number): Result<null, Message> => {
    const record: unknown = json;
    source = 'records';
    if (!isRecord(record))
      return putResult(fail(message('import.fault.record', { fault: findRecordFault(json) })), line);
    if (record.row <= lastRow) {
      return putResult(fail(message('import.fault.rowOrder', { row: record.row, last: lastRow })), line);
    }
    return put([record]);
  };
  const takeHarEntry = (json: Json, line: number): Result<null, Message> => {
    source = 'requests';
    entries += 1;
    return putResult(readHarEntry(json, entries, correlator, requestIds), line);
  };
  const takeContents = ({ items }: InputContents, line: number): Result<null, Message> =>
    takeAll(items, (item) =>
      putResult(
        isStreamed ? readSingleItem(item, guard, lastRow + 1, lastAt) : readInputItem(item, correlator, lastAt),
        line,
      ),
    );
  const takeAll = <Item>(
    items: readonly Item[],
    take: (item: Item) => Result<null, Message>,
  ): Result<null, Message> => {
    for (const item of items) {
      const result = take(item);
      if (!result.ok) return result;
    }
    return succeed(null);
  };

  const takeCapture = (json: Json, line: number): Result<null, Message> => {
    const header = parseCaptureHeader(json);
    if (!header.ok) return header;
    source = 'records';
    const records = valueAt(json, ['records']);
    const result = takeAll(isJsonArray(records) ? records : [], (record) => takeRecord(record, line));
    if (!result.ok) return result;
    sink.navigations(header.value.navigations.map(guard.redact));
    sink.frames(header.value.frames.map(guard.redact));
    return result;
  };
  const takeHar = (json: Json, entriesOfHar: readonly Json[], line: number): Result<null, Message> => {
    source = 'requests';
    const result = takeAll(entriesOfHar, (entry) => takeHarEntry(entry, line));
    if (result.ok) sink.navigations(navigationsOfPages(json, rows).map(guard.redact));
    return result;
  };
  /** Adds the time of receipt to the events of a batch. The collector appends it to the batch. */
  const endBatch = (json: Json): Result<null, Message> => {
    const [records, receivedAt] = [batch ?? [], receiptTimeOf(batchObjectOf(json))];
    batch = null;
    if (receivedAt === null) return succeed(null);
    return put(records.map((record) => withReceiptTime(record, receivedAt)));
  };
  const takeValue = (json: Json, part: TextPart): Result<null, Message> => {
    if (isCaptureFile(json)) return takeCapture(json, part.line);
    const entriesOfHar = hasEid(json) ? null : harEntries(json);
    if (entriesOfHar) return takeHar(json, entriesOfHar, part.line);
    if (part.type !== 'found') return takeContents(parseInputContents(json), part.line);
    const contents = findInputContents(json);
    skipped.addJson(part, contents !== null);
    return contents === null ? succeed(null) : takeContents(contents, part.line);
  };
  const takeItem = (json: Json, part: Extract<InputStep, { type: 'item' }>): Result<null, Message> => {
    if (part.path === 'records') return takeRecord(json, part.line);
    if (part.path === 'log.entries') return takeHarEntry(json, part.line);
    return takeContents(parseInputContents(json), part.line);
  };
  const takeJson = (json: Json, part: TextPart): Result<null, Message> => {
    switch (part.type) {
      case 'begin': {
        // A streamed record is already written when the time follows.
        batch = part.path === 'events' && !isStreamed ? [] : null;
        const fault = isCaptureFile(json) ? findVersionFault(json) : null;
        return fault === null ? succeed(null) : fail(fault);
      }
      case 'item':
        return takeItem(json, part);
      case 'around':
        if (part.path === 'events') return endBatch(json);
        return part.path === 'all' ? succeed(null) : takeValue(json, part);
      default:
        return takeValue(json, part);
    }
  };

  return {
    take(part) {
      if (part.type === 'end') return succeed(null);
      if (part.type === 'warning') skipped.addWarning(part.message);
      else if (part.type === 'skipped') skipped.addLines(part.line, part.lines);
      else if (part.type === 'fault') skipped.addFault(faultMessage({ ...part, message: part.fault }));
      else if (hasMoreValuesThan(part.text, MAX_JSON_VALUES)) {
        skipped.addFault(lineFault(part.line, tooManyValuesMessage()));
      } else {
        const read = readJson(part.text, MAX_FILE_DEPTH);
        if (read.ok) {
          const result = takeJson(read.value, part);
          return result.ok ? result : fail(lineFault(part.line, result.failure));
        }
        skipped.addFault(faultMessage({ ...positionOfFault(part, read.failure), message: read.failure.message }));
      }
      return succeed(null);
    },
    count: () => count,
    source: () => source,
    warnings: () => skipped.warnings(),
    emptyFault() {
      if (skipped.firstFault !== null) return skipped.firstFault;
      if (source === 'requests') return message('import.fault.noTelemetry', entries, { n: entries });
      return message(skipped.textWarning() === null ? 'import.fault.noEvent' : 'import.fault.noEventInText');
    },
  };
}

function lineFault(line: number, fault: Message): Message {
  return message('import.fault.line', { line: String(line), message: fault });
}

/**
 * Adds an entry of a HAR file (1.2) to the correlator, like a request that DevTools reports live.
 * Returns the changed records, none if the entry carries no telemetry. Fails if it has too many values.
 */
function readHarEntry(
  entry: Json,
  number: number,
  correlator: EventCorrelator,
  requestIds: Set<string>,
): Result<readonly TelemetryRecord[], Message> {
  const batch = parseBatchRequest(entry, `har-${number}`);
  if (batch === null) {
    const body = valueAt(entry, ['request', 'postData']);
    const isTooLarge = body !== undefined && isTelemetryTooLarge(postDataText(body) ?? '');
    return isTooLarge ? fail(tooManyValuesMessage()) : succeed([]);
  }
  if (valueAt(entry, ['_telemetryV3', 'synthetic']) === true) return takeEvents(batch.events, correlator, batch.at);
  const at = batch.at || timeOfEvents(batch.events);
  const fields = { ...batch, at, ...readCustomFields(entry) };
  // Merged files may have requests with equal ids.
  const id = requestIds.has(fields.id) ? `${fields.id}-${number}` : fields.id;
  requestIds.add(id);
  const observed: ObservedBatch = { ...fields, id };
  const changed = correlator.addDevtoolsRequest(observed);
  const content = harBodyText(valueAt(entry, ['response', 'content']));
  if (content === null) return succeed(changed);
  return succeed([...changed, ...correlator.addResponse(id, truncateResponse(content))]);
}

/** Reads events of a synthetic request, as events of a file without a request. */
function takeEvents(
  events: readonly Json[],
  correlator: EventCorrelator,
  at: number,
): Result<readonly TelemetryRecord[], Message> {
  const results = events.map((json) => readInputItem({ json }, correlator, at));
  return succeed(results.flatMap((result) => (result.ok ? result.value : [])));
}

const customFieldsSchema = z.pick(requestSchema, { id: true, at: true, transport: true, end: true });

/** Returns the fields that this project adds to its HAR entries (`_telemetryV3`). */
function readCustomFields(entry: Json): Partial<z.infer<typeof customFieldsSchema>> {
  const parsed = customFieldsSchema.safeParse(valueAt(entry, ['_telemetryV3']));
  return parsed.success ? parsed.data : {};
}

/** Returns the time of the first event, for an entry without a date; 0 if invalid. */
function timeOfEvents(events: readonly Json[]): number {
  const ets = valueAt(events[0], ['ets']);
  return typeof ets === 'number' && ets > 0 && ets <= MAX_EPOCH_MS ? ets : 0;
}

const pageSchema = z.object({ startedDateTime: z.string(), title: z.string() });

/** Returns the page loads of a HAR file, each positioned after the rows that precede it. */
function navigationsOfPages(har: Json, records: readonly Pick<TelemetryRecord, 'row' | 'at'>[]): readonly Navigation[] {
  const pages = valueAt(har, ['log', 'pages']);
  if (!isJsonArray(pages)) return [];
  const latestBefore = createLatestIndex(records.map((record) => record.at));
  return pages.flatMap((page) => {
    const parsed = pageSchema.safeParse(page);
    const at = parsed.success ? Date.parse(parsed.data.startedDateTime) : Number.NaN;
    if (!parsed.success || Number.isNaN(at)) return [];
    return [{ at, url: parsed.data.title, afterRow: records[latestBefore(at, 'before')]?.row ?? 0 }];
  });
}
