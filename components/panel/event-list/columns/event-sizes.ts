import { type ReadonlySignal, signal } from '@preact/signals';
import type { ListChange } from '#core/journey/record-list';
import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import { defineListSection } from '../list-section';
import type { Records } from '../record-store';

/**
 * The sizes of events.
 * Each event is measured on request, or while the browser is idle: first as a call, then as emitted.
 */
export interface Sizes {
  /** In bytes of JSON as UTF-8. */
  bytesOf(record: JudgedRecord): number;
  /** Bytes of all recorded events; updated with a short delay. */
  readonly total: ReadonlySignal<number>;
}

/** Number of events that are measured in one task, well under a frame. */
const BATCH_SIZE = 400;
/** Number of tasks between two reports of a growing sum, because each report rerenders the sum. */
const TASKS_PER_REPORT = 8;
/** Delay before new events are measured, because the list is rendered first. */
const MEASURE_DELAY_MS = 120;

export const listSizes = defineListSection(({ records, scheduler }) => createSizes(records, scheduler));

export function createSizes(records: Records, { setTimer, whenIdle }: Pick<Scheduler, 'setTimer' | 'whenIdle'>): Sizes {
  /**
   * By row: twice the bytes, plus one if the event was measured rather than the call.
   * 0 means not measured.
   */
  let sizeByRow = new Uint32Array(1024);
  let unmeasuredRows: number[] = [];
  let sum = 0;
  let tasksSinceReport = 0;
  const total = signal(0);

  const bytesOf = (record: JudgedRecord): number => {
    const eventBit = record.event === null ? 0 : 1;
    const stored = sizeByRow[record.row] ?? 0;
    if (stored !== 0 && (stored & 1) === eventBit) return stored >> 1;
    const bytes = measureEventBytes(record);
    if (record.row >= sizeByRow.length) sizeByRow = grow(sizeByRow, record.row);
    sizeByRow[record.row] = bytes * 2 + eventBit;
    return bytes;
  };
  /** Bytes of each row in the sum. A view may have requested other sizes that are not in the sum yet. */
  let countedByRow = new Uint32Array(1024);
  const addToSum = (row: number) => {
    const record = records.byRow(row);
    if (!record) return;
    const bytes = bytesOf(record);
    if (row >= countedByRow.length) countedByRow = grow(countedByRow, row);
    sum += bytes - (countedByRow[row] ?? 0);
    countedByRow[row] = bytes;
  };
  const measureBatch = () => {
    const batch = unmeasuredRows.splice(0, BATCH_SIZE);
    batch.forEach(addToSum);
    const hasMore = unmeasuredRows.length > 0;
    if (hasMore) nextBatch.schedule();
    tasksSinceReport += 1;
    if (hasMore && tasksSinceReport < TASKS_PER_REPORT) return;
    tasksSinceReport = 0;
    total.value = sum;
  };
  const firstBatch = createJob((run) => setTimer(MEASURE_DELAY_MS, run), measureBatch);
  const nextBatch = createJob(whenIdle, measureBatch);
  const scheduleMeasuring = () => {
    if (unmeasuredRows.length > 0 && !nextBatch.isScheduled()) firstBatch.schedule();
  };
  const recount = () => {
    countedByRow = new Uint32Array(1024);
    sum = 0;
    unmeasuredRows = [];
    for (const { row } of records.all()) {
      if (sizeByRow[row]) addToSum(row);
      else unmeasuredRows.push(row);
    }
    total.value = sum;
    scheduleMeasuring();
  };
  const handleChange = (change: ListChange<JudgedRecord>) => {
    if (change.type === 'all') return recount();
    if (change.type !== 'records') return;
    for (const { record, before } of change.changes) {
      if (before === null || (before.event === null) !== (record.event === null)) unmeasuredRows.push(record.row);
    }
    scheduleMeasuring();
  };
  records.subscribe(handleChange);
  recount();
  return { bytesOf, total };
}

function grow(array: Uint32Array<ArrayBuffer>, row: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 ** Math.ceil(Math.log2(row + 1)));
  larger.set(array);
  return larger;
}

/**
 * Returns the size of an event as JSON, in bytes of UTF-8.
 * Measures the emitted event if there is one, else the arguments of its call.
 */
export function measureEventBytes({ event, call }: Pick<JudgedRecord, 'event' | 'call'>): number {
  return utf8Bytes(toJsonText(event?.json ?? call?.args ?? null));
}

function toJsonText(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than JSON.stringify allows.
    return '';
  }
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Counts the UTF-8 bytes of a JSON text without encoding.
 * JSON escapes lone surrogates, so all surrogates are in pairs of four bytes.
 */
function utf8Bytes(text: string): number {
  if (!NOT_ASCII.test(text)) return text.length;
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2;
    else bytes += 1;
  }
  return bytes;
}
