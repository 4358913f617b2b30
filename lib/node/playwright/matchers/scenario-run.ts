import type { Json } from '#core/json/json';
import { englishText } from '#core/report/english-text';
import { type Run, type ScenarioRunDeps, startRun } from '#core/scenarios/run-scenario';
import type { RunState } from '#core/scenarios/run-state';
import { DEFAULT_TIMEOUT_MS, type Scenario } from '#core/scenarios/scenario';
import { parseScenarioFile } from '#core/scenarios/scenario-file';
import { messageForStep } from '#core/scenarios/step-labels';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type { SetTimer } from '#core/util/scheduler';
import { thrownText } from '#core/util/thrown-text';
import type { TelemetrySource } from '../telemetry-source';
import type { Explanation } from './judgement';

/** Telemetry of pages whose SDK can be called. */
export interface FiringSource extends TelemetrySource {
  fire(kind: EventKind, args: readonly Json[]): Promise<unknown>;
}

/** Parses a scenario that the panel exported. Fails with a sentence. */
export function readScenario(scenario: object): Result<Scenario, string> {
  const scenarios = parseScenarioFile(JSON.stringify(scenario));
  if (!scenarios.ok) return fail(englishText(scenarios.failure));
  const [first, ...others] = scenarios.value;
  return first && others.length === 0 ? succeed(first) : fail('Not a single scenario.');
}

/**
 * Runs a scenario as the panel does.
 * Includes all events since the last clear, so that a test may act on the page before.
 */
export function runScenario(scenario: Scenario, source: FiringSource, setTimer: SetTimer): Run {
  const lastRecords = new Map<number, JudgedRecord>();
  const takeChanged = (): readonly JudgedRecord[] => {
    const changed = source.records().filter((record) => lastRecords.get(record.row) !== record);
    for (const record of changed) lastRecords.set(record.row, record);
    return changed;
  };
  const records: ScenarioRunDeps['records'] = {
    all: () => [],
    earlier: takeChanged,
    subscribe(listener) {
      const notify = (): void => {
        const changes = takeChanged().map((record) => ({ record, before: null }));
        if (changes.length > 0) listener({ type: 'records', changes });
      };
      return source.onChange(notify);
    },
  };
  const fire: ScenarioRunDeps['fire'] = async (kind, args) => {
    const nextEvent = waitForFiredEvent(kind, source, setTimer);
    try {
      await source.fire(kind, args);
    } catch (error) {
      nextEvent.cancel();
      return fail({ message: thrownText(error) });
    }
    return nextEvent.result;
  };
  return startRun(scenario, { now: source.now, setTimer, fire, records }, () => undefined);
}

type FireOutcome = Awaited<ReturnType<ScenarioRunDeps['fire']>>;

/**
 * Waits for the next event of a kind that was fired manually.
 * Its record contains the id of the fire request.
 */
function waitForFiredEvent(
  kind: EventKind,
  source: FiringSource,
  setTimer: SetTimer,
): { readonly result: Promise<FireOutcome>; readonly cancel: () => void } {
  const firedRecords = () =>
    source.records().filter((record) => record.kind === kind && record.firedBy.type === 'panel');
  const earlierRows = new Set(firedRecords().map(({ row }) => row));
  let cancel = (): void => undefined;
  const result = new Promise<FireOutcome>((resolve) => {
    const unsubscribe = source.onChange(() => {
      const record = firedRecords().find(({ row }) => !earlierRows.has(row));
      if (record?.firedBy.type !== 'panel') return;
      cancel();
      resolve(succeed({ requestId: record.firedBy.requestId }));
    });
    const cancelTimer = setTimer(DEFAULT_TIMEOUT_MS, () => {
      cancel();
      const params = { kind: kind.toUpperCase(), time: { durationMs: DEFAULT_TIMEOUT_MS } };
      resolve(fail({ message: message('scenarios.result.notCaptured', params) }));
    });
    cancel = () => {
      unsubscribe();
      cancelTimer();
    };
  });
  return { result, cancel: () => cancel() };
}

/** Explains at which step a run failed, and why. */
export function explainRun(scenario: Scenario, run: RunState): Explanation {
  const expected = `scenario “${scenario.name}”`;
  const step = scenario.steps[run.index];
  const state = run.steps[run.index];
  if (!step) return { expected, received: `all ${scenario.steps.length} steps passed`, details: [] };
  return {
    expected,
    received: `step ${run.index + 1} of ${scenario.steps.length} ${run.status}: ${englishText(messageForStep(step))}`,
    details: state?.status === 'failed' ? [`  ${englishText(state.difference)}`] : [],
  };
}
