import type { EpochMilliseconds } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import type { Json, JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { parseDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import type { MessageText } from '#core/util/message';
import type { Result } from '#core/util/result';
import type { SetTimer } from '#core/util/scheduler';
import { advanceRun, beginRun, nextRequest, type RunInput, type RunState } from './run-state';
import type { Scenario } from './scenario';

/** The dependencies of a run. */
export interface ScenarioRunDeps {
  readonly now: () => EpochMilliseconds;
  /** Calls back once after a delay. Returns a cancel function. */
  readonly setTimer: SetTimer;
  readonly fire: (
    kind: EventKind,
    args: readonly Json[],
  ) => Promise<Result<{ readonly requestId: string }, { readonly message: MessageText }>>;
  /** The panel's list of events. */
  readonly records: {
    all(): readonly JudgedRecord[];
    /** Returns earlier events that belong to the run. Default: none. */
    earlier?(): readonly JudgedRecord[];
    subscribe(listener: (change: ListChange<JudgedRecord>) => void): () => void;
  };
  /** Whether the run replays recorded calls. Default: false. */
  readonly isReplay?: boolean;
}

/** A running scenario. */
export interface Run {
  /** Resolves to the final state. */
  readonly ended: Promise<RunState>;
  stop(): void;
}

/** Runs a scenario against the page: passes the events to its state, and performs the state's actions. */
export function startRun(scenario: Scenario, deps: ScenarioRunDeps, onChange: (run: RunState) => void): Run {
  const { isReplay, records } = deps;
  let run = beginRun(scenario, deps.now(), records.all().at(-1)?.row ?? 0, { isReplay, records: records.earlier?.() });
  let cancelTimer = (): void => {};
  let firedIndex = -1;
  let finish: (run: RunState) => void = () => {};
  const ended = new Promise<RunState>((resolve) => {
    finish = resolve;
  });

  const advance = (input: RunInput): void => {
    if (run.status !== 'running') return;
    run = advanceRun(scenario, run, input);
    performRequest();
  };
  const performRequest = (): void => {
    cancelTimer();
    onChange(run);
    const request = nextRequest(scenario, run);
    if (run.status !== 'running') {
      unsubscribe();
      finish(run);
    } else if (request && 'fire' in request) void fire(request.fire.kind, request.fire.args);
    else if (request) {
      const delayMs = Math.max(0, request.wakeAt - deps.now());
      cancelTimer = deps.setTimer(delayMs, () => advance({ type: 'time', at: deps.now() }));
    }
  };
  /** Fires once per step, because events may arrive before the asynchronous result. */
  const fire = async (kind: EventKind, args: JsonObject): Promise<void> => {
    if (firedIndex === run.index) return;
    firedIndex = run.index;
    const parsedArgs = parseDraft(kind, JSON.stringify(args));
    if (!parsedArgs.ok) return advance({ type: 'not-fired', at: deps.now(), message: parsedArgs.failure.message });
    const result = await deps.fire(kind, parsedArgs.value);
    if (result.ok) advance({ type: 'fired', at: deps.now(), requestId: result.value.requestId });
    else advance({ type: 'not-fired', at: deps.now(), message: result.failure.message });
  };
  const unsubscribe = records.subscribe((change) => {
    if (change.type !== 'records') return;
    advance({ type: 'records', at: deps.now(), records: change.changes.map(({ record }) => record) });
  });
  performRequest();
  return { ended, stop: () => advance({ type: 'stop', at: deps.now() }) };
}
