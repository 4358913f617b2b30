import { isJsonArray, type Json, type JsonObject, stringAt, valueAt } from '#core/json/json';
import {
  type EventFate,
  type FateEffect,
  type FateEnd,
  predictBatchFate,
  predictFate,
  toDuplicateFate,
} from '#core/pipeline/event-fate';
import { fateMessage, observedFateMessage, otherFateMessage } from '#core/pipeline/fate-message';
import { isAsObserved, type ObservedFate, readObservedFate } from '#core/pipeline/observed-fate';
import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import { englishText } from '#core/report/english-text';
import { countsByReason, type ReportedFates } from '#core/report/reported-fates';
import type { RelatedItem, ReportedFate, ReportedFinding } from '#core/report/reported-finding';
import { createSchemaCheck, type SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { createDuplicateEventRule, type DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import type { RuleSet } from '#core/telemetry/findings';
import { reportedPage } from '../../rule-page';

/** Events among which a duplicate is found at most: some 30 MB. */
const MAX_FATE_EVENTS = 1_000_000;

/** What an event is known by beside its JSON. */
export interface FateSource {
  /** Its place among all items. */
  readonly place: RelatedItem;
  /** When it was recorded, in epoch milliseconds; `null` if it is from no capture. */
  readonly recordedAt: number | null;
  /** What becomes of its batch, if that is not extracted. */
  readonly batchEnd: FateEnd | null;
}

/** Simulates events in a pipeline, in the order in which they are read. Keeps the state of one run. */
export class FateTracker {
  readonly #settings: PipelineSettings;
  readonly #check: SchemaCheck;
  readonly #at: number | null;
  readonly #events;
  readonly #batches;
  readonly #places = new EventPlaces();
  readonly #ends = new Map<EventFate['reason'], number>();
  readonly #effects = new Map<FateEffect['reason'], number>();
  #row = 0;
  #batchRow = 0;
  #others = 0;

  /**
   * @param at time of events without a time of their own, in epoch milliseconds.
   * @param ownSchemas see `createSchemaCheck`.
   */
  constructor(settings: PipelineSettings, at: number | null, ownSchemas: readonly RuleSet[] = []) {
    this.#settings = settings;
    this.#check = createSchemaCheck(settings.pipeline, ownSchemas);
    this.#at = at;
    const read = (event: DeduplicatedEvent) => event;
    const { duplicateWindowMs, duplicateBatchWindowMs } = this.#settings;
    this.#events = createDuplicateEventRule(read, { windowMs: duplicateWindowMs, maxEvents: MAX_FATE_EVENTS });
    this.#batches = createDuplicateEventRule(read, { windowMs: duplicateBatchWindowMs, maxEvents: MAX_FATE_EVENTS });
  }

  /** The fates that were counted so far. */
  get fates(): ReportedFates {
    return {
      pipeline: this.#settings.pipeline,
      ends: countsByReason(this.#ends),
      effects: countsByReason(this.#effects),
      others: this.#others,
    };
  }

  /** Returns that the collector refuses a body of so many bytes, or `null`. */
  refuseBatch(bytes: number): FateEnd | null {
    return predictBatchFate(bytes, this.#settings);
  }

  /** Returns the fate of a batch before its events are extracted, or `null` if they are extracted. */
  followBatch(json: Json, bytes: number, recordedAt: number | null = null): FateEnd | null {
    const batch = batchOf(json);
    if (batch === null) return null;
    const refused = this.refuseBatch(bytes);
    if (refused !== null) return refused;
    this.#batchRow += 1;
    const mid = batch.id ?? '';
    const receivedAt = recordedAt ?? receiptTimeOf(batch.body) ?? this.#at;
    const [finding] = this.#batches.add([{ row: this.#batchRow, mid, receivedAt, steps: ['preprocessor'] }]).found;
    const [, row] = finding?.rows ?? [];
    return row === undefined ? null : { step: 'extractor', reason: 'duplicate-batch', params: { row } };
  }

  follow(event: JsonObject, { place, recordedAt, batchEnd }: FateSource): ReportedFate {
    this.#row += 1;
    this.#places.add(this.#row, place);
    const receivedAt = recordedAt ?? receiptTimeOf(event) ?? this.#at;
    const fate = batchEnd === null ? this.#followEvent(event, receivedAt) : { ...batchEnd, effects: [] };
    const observed = readObservedFate(event);
    const first = fate.reason === 'duplicate' ? this.#places.get(fate.params.row) : null;
    return {
      ...fate,
      message: englishText(fateMessage(fate)),
      ...(observed === null ? {} : { observed: this.#withMessage(observed) }),
      ...(first === null ? {} : { related: first }),
    };
  }

  /** Counts the fate of an event that is listed: a filter may omit others, which were followed as well. */
  count({ reason, effects }: ReportedFate): void {
    count(this.#ends, reason);
    for (const effect of effects) count(this.#effects, effect.reason);
  }

  /** Returns the finding that the pipeline did something else with the event, or `null`. */
  compare({ observed, ...fate }: ReportedFate): ReportedFinding | null {
    if (observed === undefined || isAsObserved(observed, fate)) return null;
    this.#others += 1;
    return {
      ruleSet: 'pipeline',
      severity: 'info',
      code: 'other-fate',
      path: [],
      params: { observed: { step: observed.step, reason: observed.reason, params: { ...observed.params } } },
      message: englishText(otherFateMessage(observed, fate)),
      page: otherFatePage,
    };
  }

  #followEvent(event: JsonObject, receivedAt: number | null): EventFate {
    const context = { settings: this.#settings, check: this.#check, receivedAt };
    const { fate, duplicateSteps } = predictFate(event, context);
    const mid = stringAt(event, ['mid']) ?? '';
    const [finding] = this.#events.add([{ row: this.#row, mid, receivedAt, steps: duplicateSteps }]).found;
    if (finding?.code !== 'duplicate-mid') return fate;
    const [, first = 0] = finding.rows;
    return toDuplicateFate(fate, finding.params.step ?? 'druid-validator', first);
  }

  #withMessage(observed: ObservedFate): ObservedFate & { readonly message: string } {
    return { ...observed, message: englishText(observedFateMessage(observed)) };
  }
}

const otherFatePage = reportedPage('docs/command-line.md#fate');

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The object with the events and what its duplicates have in common: `params.msgid`, or `id` in the `data` of Obsrv 2. */
function batchOf(json: Json): { readonly body: Json; readonly id: string | null } | null {
  if (isJsonArray(valueAt(json, ['events']) ?? null)) return { body: json, id: stringAt(json, ['params', 'msgid']) };
  if (!isJsonArray(valueAt(json, ['data', 'events']) ?? null)) return null;
  return { body: valueAt(json, ['data']) ?? null, id: stringAt(json, ['data', 'id']) };
}

const INITIAL_ROWS = 4_096;

/** Holds where each event stands, in 8 bytes. */
class EventPlaces {
  #indexes = new Uint32Array(INITIAL_ROWS);
  #lines = new Uint32Array(INITIAL_ROWS);
  readonly #files: { readonly firstRow: number; readonly file: string }[] = [];

  /** Adds the event of the next row. */
  add(row: number, { index, line, file }: RelatedItem): void {
    if (row >= this.#indexes.length) {
      this.#indexes = grown(this.#indexes);
      this.#lines = grown(this.#lines);
    }
    this.#indexes[row] = index;
    this.#lines[row] = line;
    if (this.#files.at(-1)?.file !== file) this.#files.push({ firstRow: row, file });
  }

  get(row: number): RelatedItem | null {
    const file = this.#files.findLast(({ firstRow }) => firstRow <= row)?.file;
    if (file === undefined) return null;
    return { index: this.#indexes[row] ?? 0, file, line: this.#lines[row] ?? 0 };
  }
}

function grown(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
