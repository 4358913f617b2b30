import type { EpochMilliseconds } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type MessageText, message } from '#core/util/message';
import { emissionOf } from './call-emission';
import { evaluateStep, type StepResult } from './evaluate-step';
import { DEFAULT_TIMEOUT_MS, type Scenario, type Step } from './scenario';
import { formatEvent, messageForNoEvent } from './step-labels';

/** State of one step of a run; durations in milliseconds, `since` in epoch milliseconds. */
export type StepState =
  | { readonly status: 'ahead' }
  | { readonly status: 'running'; readonly since: EpochMilliseconds }
  | { readonly status: 'passed'; readonly tookMs: number; readonly details: MessageText; readonly row: number | null }
  | { readonly status: 'failed'; readonly tookMs: number; readonly difference: MessageText }
  | { readonly status: 'stopped'; readonly tookMs: number };

/** The state of a run. Immutable: each input creates a new state. */
export interface RunState {
  readonly status: 'running' | 'passed' | 'failed' | 'stopped';
  readonly startedAt: EpochMilliseconds;
  readonly endedAt: EpochMilliseconds | null;
  readonly steps: readonly StepState[];
  /**
   * Index of the running step, or of the step at which the run ended.
   * Equals the number of steps if the run has passed.
   */
  readonly index: number;
  /** The events since the run began, the oldest first. */
  readonly records: readonly JudgedRecord[];
  readonly afterRow: number;
  readonly cursor: number;
  /** Row of the event of the last step that had an event. */
  readonly matchedRow: number | null;
  /** Request ID of the fired event that the run waits for. */
  readonly firedRequestId: string | null;
  /** Whether the run replays recorded calls, without expecting their events. */
  readonly isReplay: boolean;
}

/** Input of a run. `at` never decreases. */
export type RunInput = { readonly at: EpochMilliseconds } & (
  | { readonly type: 'records'; readonly records: readonly JudgedRecord[] }
  | { readonly type: 'time' }
  | { readonly type: 'fired'; readonly requestId: string }
  | { readonly type: 'not-fired'; readonly message: MessageText }
  | { readonly type: 'stop' }
);

/** The request of a run to its host. */
export type RunRequest =
  | { readonly fire: Extract<Step, { type: 'fire' }> }
  | { readonly wakeAt: EpochMilliseconds }
  | null;

interface RunOptions {
  readonly isReplay?: boolean | undefined;
  /** Events of the run that were observed before. */
  readonly records?: readonly JudgedRecord[] | undefined;
}

/** Returns the initial state of a run. Only events after `afterRow` belong to it. */
export function beginRun(
  scenario: Scenario,
  at: EpochMilliseconds,
  afterRow: number,
  { isReplay = false, records = [] }: RunOptions = {},
): RunState {
  const steps = scenario.steps.map((): StepState => ({ status: 'ahead' }));
  const initialState: RunState = {
    status: 'running',
    startedAt: at,
    endedAt: null,
    steps,
    index: -1,
    records: [],
    afterRow,
    cursor: afterRow,
    matchedRow: null,
    firedRequestId: null,
    isReplay,
  };
  return advanceSteps(scenario, enterStep(addRecords(initialState, records), 0, at), at);
}

/** Returns the run after an input. A run that has ended is unchanged. */
export function advanceRun(scenario: Scenario, run: RunState, input: RunInput): RunState {
  if (run.status !== 'running') return run;
  switch (input.type) {
    case 'records':
      return advanceSteps(scenario, addRecords(run, input.records), input.at);
    case 'time':
      return advanceSteps(scenario, run, input.at);
    case 'fired':
      return advanceSteps(scenario, { ...run, firedRequestId: input.requestId }, input.at);
    case 'not-fired':
      return endRun(
        run,
        'failed',
        { status: 'failed', tookMs: elapsedMs(run, input.at), difference: input.message },
        input.at,
      );
    case 'stop':
      return endRun(run, 'stopped', { status: 'stopped', tookMs: elapsedMs(run, input.at) }, input.at);
  }
}

/** Returns the next request of the run: to fire, to wake it up, or none. */
export function nextRequest(scenario: Scenario, run: RunState): RunRequest {
  const step = scenario.steps[run.index];
  const state = run.steps[run.index];
  if (run.status !== 'running' || !step || state?.status !== 'running') return null;
  if (step.type === 'fire' && run.firedRequestId === null) return { fire: step };
  return { wakeAt: state.since + timeoutOf(step) };
}

function timeoutOf(step: Step): number {
  if (step.type === 'wait') return step.ms;
  return 'within' in step ? (step.within ?? DEFAULT_TIMEOUT_MS) : DEFAULT_TIMEOUT_MS;
}

/** Advances the run until a step must wait. */
function advanceSteps(scenario: Scenario, run: RunState, at: EpochMilliseconds): RunState {
  let current = run;
  while (current.status === 'running') {
    const step = scenario.steps[current.index];
    if (!step) return { ...current, status: 'passed', endedAt: at };
    const result = evaluateCurrentStep(step, current, at);
    if (result.status === 'open') return current;
    if (result.status === 'failed') {
      const state: StepState = { status: 'failed', tookMs: elapsedMs(current, at), difference: result.difference };
      return endRun(current, 'failed', state, at);
    }
    current = enterStep(completeStep(current, step, result, at), current.index + 1, at);
  }
  return current;
}

function evaluateCurrentStep(step: Step, run: RunState, at: EpochMilliseconds): StepResult {
  const waitedMs = elapsedMs(run, at);
  const isOverdue = waitedMs >= timeoutOf(step);
  if (step.type === 'wait')
    return isOverdue ? { status: 'passed', details: { durationMs: step.ms } } : { status: 'open' };
  if (step.type === 'fire') return evaluateFireStep(step, run, isOverdue ? waitedMs : null);
  const matchedEvent = run.records.find(({ row }) => row === run.matchedRow) ?? null;
  return evaluateStep(step, {
    records: run.records,
    cursor: run.cursor,
    matchedEvent,
    overdueAfterMs: isOverdue ? timeoutOf(step) : null,
  });
}

/**
 * A fired event passes when the SDK has emitted it.
 * A replay makes the recorded calls again, also those for which the SDK emits no event.
 */
function evaluateFireStep(
  step: Extract<Step, { type: 'fire' }>,
  { records, firedRequestId, isReplay }: RunState,
  overdueAfterMs: number | null,
): StepResult {
  const event = records.find(({ firedBy }) => firedBy.type === 'panel' && firedBy.requestId === firedRequestId);
  const emission = event && emissionOf(event);
  if (event && (isReplay || emission === 'emitted')) {
    const details = emission === 'none' ? messageForNoEvent(event) : formatEvent(event);
    return { status: 'passed', details, event };
  }
  if (overdueAfterMs === null) return { status: 'open' };
  if (event) return { status: 'failed', difference: messageForNoEvent(event) };
  const params = { kind: step.kind.toUpperCase(), time: { durationMs: overdueAfterMs } };
  const difference = message('scenarios.result.notCaptured', params);
  return { status: 'failed', difference };
}

type PassedResult = Extract<StepResult, { status: 'passed' }>;

function completeStep(run: RunState, step: Step, { details, event }: PassedResult, at: EpochMilliseconds): RunState {
  const state: StepState = { status: 'passed', tookMs: elapsedMs(run, at), details, row: event?.row ?? null };
  const next = { ...run, steps: run.steps.with(run.index, state), firedRequestId: null };
  if (!event) return next;
  // A fired event stays available to the next expectation; a matched event does not.
  return { ...next, matchedRow: event.row, cursor: step.type === 'fire' ? event.row - 1 : event.row };
}

function enterStep(run: RunState, index: number, at: EpochMilliseconds): RunState {
  const steps = index < run.steps.length ? run.steps.with(index, { status: 'running', since: at }) : run.steps;
  return { ...run, index, steps };
}

function endRun(run: RunState, status: 'failed' | 'stopped', state: StepState, at: EpochMilliseconds): RunState {
  const steps = run.steps[run.index] ? run.steps.with(run.index, state) : run.steps;
  return { ...run, status, steps, endedAt: at };
}

function elapsedMs(run: RunState, at: EpochMilliseconds): number {
  const state = run.steps[run.index];
  return state?.status === 'running' ? Math.max(0, at - state.since) : 0;
}

function addRecords(run: RunState, changes: readonly JudgedRecord[]): RunState {
  const runRecords = changes.filter(({ row }) => row > run.afterRow);
  if (runRecords.length === 0) return run;
  const byRow = new Map(run.records.map((record) => [record.row, record]));
  for (const record of runRecords) byRow.set(record.row, record);
  return { ...run, records: [...byRow.values()].sort((one, other) => one.row - other.row) };
}
