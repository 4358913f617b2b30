import { type Json, type JsonObject, stringAt } from '#core/json/json';
import {
  type EventFate,
  type FateEffect,
  type FateEnd,
  type PredictedFate,
  predictBatchFate,
  predictFate,
  toDuplicateFate,
} from '#core/pipeline/event-fate';
import { fateMessage, observedFateMessage, otherFateMessage } from '#core/pipeline/fate-message';
import { isAsObserved, type ObservedFate, readObservedFate } from '#core/pipeline/observed-fate';
import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import { englishText } from '#core/report/english-text';
import type { FateCount } from '#core/report/reported-fates';
import type { ReportedFate, ReportedFinding } from '#core/report/reported-finding';
import { createSchemaCheck, type SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { batchObjectOf, receiptTimeOf } from '#core/rules/receipt-time';
import type { RuleSet } from '#core/telemetry/findings';
import { reportedPage } from '../../../rule-page';
import type { FateDuplicate } from './fate-facts';

/** Counts events by their fate, in the order in which the fates first occurred. */
export interface FateCounts {
  readonly ends: readonly FateCount<FateEnd['reason']>[];
  readonly effects: readonly FateCount<FateEffect['reason']>[];
  /** Number of events whose recorded fate differs from the predicted one. */
  readonly others: number;
}

/** A batch before its events are extracted. */
type PredictedBatch =
  | { readonly type: 'rejected'; readonly end: FateEnd }
  | { readonly type: 'accepted'; readonly mid: string; readonly receivedAt: number | null };

/** The fate of an event, unless it is a duplicate. */
export interface SingleEventFate {
  readonly predicted: PredictedFate;
  readonly receivedAt: number | null;
}

/** Properties of an event's fate that depend on other events of the input. */
export interface FateKnowledge {
  /** Why the event's batch was not extracted, or `null` if it was. */
  readonly batchEnd: FateEnd | null;
  /** `null` if the event isn't a duplicate. */
  readonly duplicate: FateDuplicate | null;
}

/** Simulates a pipeline for single events, and counts the fates of listed events. */
export class FatePredictor {
  readonly settings: PipelineSettings;
  readonly #check: SchemaCheck;
  readonly #defaultReceivedAt: number | null;
  #ends = new Map<EventFate['reason'], number>();
  #effects = new Map<FateEffect['reason'], number>();
  #others = 0;

  /**
   * @param defaultReceivedAt receipt time of events without their own, in epoch milliseconds.
   * @param ownSchemas schemas that the site has added, as for `createSchemaCheck`.
   */
  constructor(settings: PipelineSettings, defaultReceivedAt: number | null, ownSchemas: readonly RuleSet[] = []) {
    this.settings = settings;
    this.#check = createSchemaCheck(settings.pipeline, ownSchemas);
    this.#defaultReceivedAt = defaultReceivedAt;
  }

  /**
   * Predicts the fate of a batch before its events are extracted.
   * Returns `null` if the JSON isn't a batch.
   *
   * @param bytes returns the size of the body. Called only for a batch, because counting takes as long as reading it.
   * @param recordedAt when a capture recorded the batch, in epoch milliseconds, or `null` without a capture.
   */
  predictBatch(json: Json, bytes: () => number, recordedAt: number | null): PredictedBatch | null {
    const batch = batchObjectOf(json);
    if (batch === null) return null;
    const end = predictBatchFate(bytes(), this.settings);
    if (end !== null) return { type: 'rejected', end };
    const receivedAt = recordedAt ?? receiptTimeOf(batch) ?? this.#defaultReceivedAt;
    const id = stringAt(batch, batch === json ? ['params', 'msgid'] : ['id']);
    return { type: 'accepted', mid: id ?? '', receivedAt };
  }

  /**
   * @param recordedAt as in {@link predictBatch}.
   * @param batchReceivedAt when the pipeline received the event's batch, if known.
   */
  predict(event: JsonObject, recordedAt: number | null, batchReceivedAt?: number | null): SingleEventFate {
    const receivedAt = recordedAt ?? receiptTimeOf(event) ?? batchReceivedAt ?? this.#defaultReceivedAt;
    const predicted = predictFate(event, { settings: this.settings, check: this.#check, receivedAt });
    return { predicted, receivedAt };
  }

  /** Returns the fate of an event with the texts that are shown. */
  report(event: JsonObject, { predicted }: SingleEventFate, { batchEnd, duplicate }: FateKnowledge): ReportedFate {
    const fate = batchEnd === null ? withDuplicate(predicted.fate, duplicate) : { ...batchEnd, effects: [] };
    const observed = readObservedFate(event);
    const first = fate.reason === 'duplicate' ? duplicate?.first : null;
    return {
      ...fate,
      message: englishText(fateMessage(fate)),
      ...(observed === null ? {} : { observed: withMessage(observed) }),
      ...(first ? { related: first } : {}),
    };
  }

  /** Counts the fate of an event. Call only for listed events, not for those that a filter omits. */
  count({ reason, effects }: ReportedFate): void {
    increment(this.#ends, reason);
    for (const effect of effects) increment(this.#effects, effect.reason);
  }

  /** Returns a finding if the recorded fate of the event differs from the predicted one, else `null`. */
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

  /** Returns the counts since the last call. */
  takeCounts(): FateCounts {
    const counts = { ends: toCounts(this.#ends), effects: toCounts(this.#effects), others: this.#others };
    this.#ends = new Map();
    this.#effects = new Map();
    this.#others = 0;
    return counts;
  }
}

const otherFatePage = reportedPage('docs/command-line.md#fate');

function withDuplicate(fate: EventFate, duplicate: FateDuplicate | null): EventFate {
  if (duplicate === null || duplicate.step === 'extractor') return fate;
  return toDuplicateFate(fate, duplicate.step, duplicate.row);
}

function withMessage(observed: ObservedFate): ObservedFate & { readonly message: string } {
  return { ...observed, message: englishText(observedFateMessage(observed)) };
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function toCounts<Reason extends string>(counts: ReadonlyMap<Reason, number>): readonly FateCount<Reason>[] {
  return Array.from(counts, ([reason, events]) => ({ reason, count: events }));
}
