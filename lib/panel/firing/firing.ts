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
  /** A sentence that says what is and what to do. */
  readonly message: MessageText;
}

/** Calls the page's SDK. Succeeds with the id that the event carries in `firedBy` when it comes back. */
export type Fire = (
  kind: EventKind,
  args: readonly Json[],
  target: FiringTarget,
) => Promise<Result<{ readonly requestId: string }, FireFailure>>;

export interface FireRequest {
  readonly kind: EventKind;
  readonly args: readonly Json[];
}

/** State of a fired event: that of its journey, not in the list, or never fired. */
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
      readonly back: JudgedRecord | null;
    }
  | {
      readonly status: 'fired-many';
      readonly total: number;
      /** How many are where now; those that could not be fired, and those that are not in the list, included. */
      readonly outcomes: ReadonlyMap<FiredOutcome, number>;
      readonly failures: readonly { readonly kind: EventKind; readonly message: MessageText }[];
    };

export interface Firing {
  readonly state: ReadonlySignal<FiringState>;
  readonly busy: ReadonlySignal<boolean>;
  /** Fires one after the other, in order: an SDK refuses an end before its start has been through. */
  fire(shots: readonly FireRequest[], target: FiringTarget, fire: Fire): Promise<void>;
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
  const landed = signal<readonly FireResult[]>([]);
  const state = computed((): FiringState => {
    const progress = runner.progress.value;
    return progress ? { status: 'firing', ...progress } : stateOf(landed.value, records.value);
  });
  const busy = computed(() => runner.progress.value !== null);

  const fireOne = async (shot: FireRequest, target: FiringTarget, fire: Fire): Promise<FireResult> => {
    const at = now();
    const result = await fire(shot.kind, shot.args, target);
    if (!result.ok) return { kind: shot.kind, ok: false, message: result.failure.message };
    return { kind: shot.kind, ok: true, requestId: result.value.requestId, at };
  };

  return {
    state,
    busy,
    async fire(shots, target, fire) {
      if (busy.value || shots.length === 0) return;
      landed.value = [];
      await runner.run(shots.length, async (index) => {
        const shot = shots[index];
        if (shot) landed.value = [...landed.peek(), await fireOne(shot, target, fire)];
      });
    },
  };
}

function stateOf(volley: readonly FireResult[], records: RecordLookup<JudgedRecord>): FiringState {
  const [first] = volley;
  if (!first) return { status: 'idle' };
  if (volley.length > 1) return stateOfMany(volley, records);
  if (!first.ok) return { status: 'failed', kind: first.kind, message: first.message };
  return { status: 'fired', kind: first.kind, at: first.at, back: recordOf(first, records) };
}

function stateOfMany(volley: readonly FireResult[], records: RecordLookup<JudgedRecord>): FiringState {
  const failures = volley.filter((landed) => !landed.ok);
  const outcomes = new Map<FiredOutcome, number>();
  for (const landed of volley) {
    const outcome = outcomeOf(landed, records);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return { status: 'fired-many', total: volley.length, outcomes, failures };
}

function outcomeOf(landed: FireResult, records: RecordLookup<JudgedRecord>): FiredOutcome {
  if (!landed.ok) return 'not-fired';
  const record = recordOf(landed, records);
  return record ? journeyState(record) : 'not-listed';
}

function recordOf(landed: FireResult, records: RecordLookup<JudgedRecord>): JudgedRecord | null {
  const row = landed.ok ? records.rowOfRequest(landed.requestId) : null;
  return row === null ? null : records.byRow(row);
}
