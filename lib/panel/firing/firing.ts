import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { type JourneyState, journeyState } from '#core/journey/journey-state';
import type { EpochMilliseconds } from '#core/journey/record';
import type { RecordLookup } from '#core/journey/record-list';
import type { FiringTarget } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import type { MessageText } from '#core/util/message';
import type { Result } from '#core/util/result';
import { createSequenceRunner, type SequenceProgress } from './sequence-runner';

interface FireFailure {
  /** The cause and the remedy, in one sentence. */
  readonly message: MessageText;
}

/** Calls the page's SDK. The captured event has the returned id in `firedBy`. */
export type Fire = (
  kind: EventKind,
  args: readonly Json[],
  target: FiringTarget,
) => Promise<Result<{ readonly requestId: string }, FireFailure>>;

export interface FireRequest {
  readonly kind: EventKind;
  readonly args: readonly Json[];
}

/** State of a fired event: that of its journey, not in the list, or not fired. */
export type FiredOutcome = JourneyState | 'not-listed' | 'not-fired';

/** State of the last manual firing. */
export type FiringState =
  | { readonly status: 'idle' }
  | ({ readonly status: 'firing' } & SequenceProgress)
  | { readonly status: 'failed'; readonly kind: EventKind; readonly message: MessageText }
  | {
      readonly status: 'fired';
      readonly kind: EventKind;
      readonly at: EpochMilliseconds;
      /** `null` while the event is not in the list. */
      readonly record: JudgedRecord | null;
    }
  | {
      readonly status: 'fired-many';
      readonly total: number;
      /** Number of events in each state, including those that were not fired or are not in the list. */
      readonly outcomes: ReadonlyMap<FiredOutcome, number>;
      readonly failures: readonly { readonly kind: EventKind; readonly message: MessageText }[];
    };

export interface Firing {
  readonly state: ReadonlySignal<FiringState>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Fires the events in order, one at a time: an SDK rejects an END before it has processed the START. */
  fire(requests: readonly FireRequest[], target: FiringTarget, fire: Fire): Promise<void>;
}

type FireResult =
  | { readonly kind: EventKind; readonly ok: true; readonly requestId: string; readonly at: EpochMilliseconds }
  | { readonly kind: EventKind; readonly ok: false; readonly message: MessageText };

export function createFiring(
  records: ReadonlySignal<RecordLookup<JudgedRecord>>,
  now: () => EpochMilliseconds,
): Firing {
  const runner = createSequenceRunner();
  /** Results of the last batch. */
  const results = signal<readonly FireResult[]>([]);
  const state = computed((): FiringState => {
    const progress = runner.progress.value;
    return progress ? { status: 'firing', ...progress } : stateOf(results.value, records.value);
  });
  const isBusy = computed(() => runner.progress.value !== null);

  const fireOne = async (request: FireRequest, target: FiringTarget, fire: Fire): Promise<FireResult> => {
    const at = now();
    const result = await fire(request.kind, request.args, target);
    if (!result.ok) return { kind: request.kind, ok: false, message: result.failure.message };
    return { kind: request.kind, ok: true, requestId: result.value.requestId, at };
  };

  return {
    state,
    isBusy,
    async fire(requests, target, fire) {
      if (isBusy.value || requests.length === 0) return;
      results.value = [];
      await runner.run(requests.length, async (index) => {
        const request = requests[index];
        if (request) results.value = [...results.peek(), await fireOne(request, target, fire)];
      });
    },
  };
}

function stateOf(results: readonly FireResult[], records: RecordLookup<JudgedRecord>): FiringState {
  const [first] = results;
  if (!first) return { status: 'idle' };
  if (results.length > 1) return stateOfMany(results, records);
  if (!first.ok) return { status: 'failed', kind: first.kind, message: first.message };
  return { status: 'fired', kind: first.kind, at: first.at, record: recordOf(first, records) };
}

function stateOfMany(results: readonly FireResult[], records: RecordLookup<JudgedRecord>): FiringState {
  const failures = results.filter((result) => !result.ok);
  const outcomes = new Map<FiredOutcome, number>();
  for (const result of results) {
    const outcome = outcomeOf(result, records);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return { status: 'fired-many', total: results.length, outcomes, failures };
}

function outcomeOf(result: FireResult, records: RecordLookup<JudgedRecord>): FiredOutcome {
  if (!result.ok) return 'not-fired';
  const record = recordOf(result, records);
  return record ? journeyState(record) : 'not-listed';
}

function recordOf(result: FireResult, records: RecordLookup<JudgedRecord>): JudgedRecord | null {
  const row = result.ok ? records.rowOfRequest(result.requestId) : null;
  return row === null ? null : records.byRow(row);
}
