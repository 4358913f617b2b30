import type { FateEffect, FateEnd } from '#core/pipeline/event-fate';
import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import { type FateCount, type ReportedFates, toFateCounts } from '#core/report/reported-fates';
import type { RelatedItem } from '#core/report/reported-finding';
import { createDuplicateEventRule, type DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import type { StreamRule } from '#core/stream/stream-rule';
import { setBounded } from '#core/util/lru';
import type { BatchFact, EventFact, FateDuplicate, FateDuplicates, FateFact } from './fate-facts';
import type { FateCounts } from './fate-predictor';

/** Maximum number of different `mid`s among which duplicates are found. They take at most 41 MB. */
const MAX_FATE_EVENTS = 1_000_000;

/** Maximum number of cached requests. The records of a request are close to each other. */
const MAX_REQUESTS = 10_000;

/** Finds duplicates among the events of all files of a run, and adds up the fates. */
export class FateTracker {
  readonly #settings: PipelineSettings;
  readonly #eventRule;
  readonly #batchRule;
  /** The duplicates of the last requests of capture files, `null` for a request that is no duplicate. */
  readonly #requests = new Map<string, FateDuplicate | null>();
  readonly #locations = new EventLocations();
  readonly #ends = new Map<FateEnd['reason'], number>();
  readonly #effects = new Map<FateEffect['reason'], number>();
  #row = 0;
  #batchRow = 0;
  #others = 0;

  constructor(settings: PipelineSettings) {
    this.#settings = settings;
    const { duplicateWindowMs, duplicateBatchWindowMs } = settings;
    this.#eventRule = createRule(duplicateWindowMs);
    this.#batchRule = createRule(duplicateBatchWindowMs);
  }

  /** The fates that were counted so far. */
  get fates(): ReportedFates {
    return {
      pipeline: this.#settings.pipeline,
      ends: toFateCounts(this.#ends),
      effects: toFateCounts(this.#effects),
      others: this.#others,
    };
  }

  /**
   * Returns the duplicates in a block. Call in the order of the blocks.
   *
   * @param firstIndex the index of the block's first item among all items.
   */
  findDuplicates(file: string, firstIndex: number, facts: readonly FateFact[]): FateDuplicates {
    const duplicates = new Map<number, FateDuplicate>();
    for (const [index, fact] of facts.entries()) {
      const duplicate =
        fact.type === 'batch' ? this.#addRequest(fact, file) : this.#addEvent(fact, file, firstIndex, duplicates);
      if (duplicate !== null) duplicates.set(index, duplicate);
    }
    return duplicates;
  }

  /**
   * Adds the counts of a block.
   * Call in the order of the blocks, which is the order of equal counts in the list.
   */
  addCounts({ ends, effects, others }: FateCounts): void {
    addAll(this.#ends, ends);
    addAll(this.#effects, effects);
    this.#others += others;
  }

  /** Adds the batch of a request, once even if several records have its fact. */
  #addRequest(fact: BatchFact, file: string): FateDuplicate | null {
    if (fact.request === undefined) return this.#addBatch(fact);
    const key = `${file}\n${fact.request}`;
    const cached = this.#requests.get(key);
    const duplicate = cached === undefined ? this.#addBatch(fact) : cached;
    setBounded(this.#requests, key, duplicate, MAX_REQUESTS);
    return duplicate;
  }

  #addBatch({ mid, receivedAt }: BatchFact): FateDuplicate | null {
    this.#batchRow += 1;
    const [finding] = this.#batchRule.add([{ row: this.#batchRow, mid, receivedAt, steps: ['preprocessor'] }]).found;
    const [, row] = finding?.rows ?? [];
    return row === undefined ? null : { step: 'extractor', row, first: null };
  }

  #addEvent(
    { offset, line, batch, mid, receivedAt, steps }: EventFact,
    file: string,
    firstIndex: number,
    duplicates: FateDuplicates,
  ): FateDuplicate | null {
    this.#row += 1;
    this.#locations.add(this.#row, { index: firstIndex + offset, file, line });
    if (batch === 'rejected' || (batch !== null && duplicates.has(batch))) return null;
    const [finding] = this.#eventRule.add([{ row: this.#row, mid, receivedAt, steps }]).found;
    if (finding?.code !== 'duplicate-mid') return null;
    const [, row = 0] = finding.rows;
    return { step: finding.params.step ?? 'druid-validator', row, first: this.#locations.get(row) };
  }
}

function createRule(windowMs: number): StreamRule<DeduplicatedEvent> {
  return createDuplicateEventRule((event: DeduplicatedEvent) => event, { windowMs, maxEvents: MAX_FATE_EVENTS });
}

function addAll<Reason extends string>(counts: Map<Reason, number>, blockCounts: readonly FateCount<Reason>[]): void {
  for (const { reason, count } of blockCounts) counts.set(reason, (counts.get(reason) ?? 0) + count);
}

const INITIAL_ROWS = 4_096;
/**
 * Maximum number of stored locations, which take 16 MB.
 * Exceeds twice {@link MAX_FATE_EVENTS}, because a duplicate may be that many events after its original.
 */
const MAX_ROWS = 2_097_152;

/** Stores the location of each of the last events in 8 bytes. */
class EventLocations {
  #indexes = new Uint32Array(INITIAL_ROWS);
  #lines = new Uint32Array(INITIAL_ROWS);
  #lastRow = 0;
  readonly #files: { readonly firstRow: number; readonly file: string }[] = [];

  /** Adds the event of the next row. */
  add(row: number, { index, line, file }: RelatedItem): void {
    const slot = row % MAX_ROWS;
    if (slot >= this.#indexes.length) {
      this.#indexes = toLargerArray(this.#indexes);
      this.#lines = toLargerArray(this.#lines);
    }
    this.#indexes[slot] = index;
    this.#lines[slot] = line;
    this.#lastRow = row;
    if (this.#files.at(-1)?.file !== file) this.#files.push({ firstRow: row, file });
  }

  /** Returns the location of an event, or `null` if it is no longer stored. */
  get(row: number): RelatedItem | null {
    if (row <= this.#lastRow - MAX_ROWS) return null;
    const file = this.#files.findLast(({ firstRow }) => firstRow <= row)?.file;
    if (file === undefined) return null;
    const slot = row % MAX_ROWS;
    return { index: this.#indexes[slot] ?? 0, file, line: this.#lines[slot] ?? 0 };
  }
}

function toLargerArray(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
