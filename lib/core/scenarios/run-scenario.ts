import type { EpochMilliseconds } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import type { Json, JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { readDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import type { MessageText } from '#core/util/message';
import type { Result } from '#core/util/result';
import type { After } from '#core/util/scheduler';
import { advanceRun, beginRun, nextRequest, type RunInput, type RunState } from './run-state';
import type { Scenario } from './scenario';

/** The world of a run, handed in. */
export interface ScenarioRunDeps {
  readonly now: () => EpochMilliseconds;
  /** Calls back once; returns its cancel function. */
  readonly after: After;
  readonly fire: (
    kind: EventKind,
    args: readonly Json[],
  ) => Promise<Result<{ readonly requestId: string }, { readonly message: MessageText }>>;
  /** The panel's list of events. */
  readonly records: {
    all(): readonly JudgedRecord[];
    listen(listener: (change: ListChange<JudgedRecord>) => void): () => void;
  };
}

/** A scenario that is running. */
export interface Run {
  /** The state in which it ended. */
  readonly ended: Promise<RunState>;
  stop(): void;
}

/** Runs a scenario against the page: passes the events to its state, and performs the state's actions. */
export function startRun(scenario: Scenario, deps: ScenarioRunDeps, show: (run: RunState) => void): Run {
  let run = beginRun(scenario, deps.now(), deps.records.all().at(-1)?.row ?? 0);
  let forgetTimer = (): void => {};
  let firing = -1;
  let finish: (run: RunState) => void = () => {};
  const ended = new Promise<RunState>((resolve) => {
    finish = resolve;
  });

  const take = (input: RunInput): void => {
    if (run.status !== 'running') return;
    run = advanceRun(scenario, run, input);
    follow();
  };
  const follow = (): void => {
    forgetTimer();
    show(run);
    const wish = nextRequest(scenario, run);
    if (run.status !== 'running') {
      stopListening();
      finish(run);
    } else if (wish && 'fire' in wish) void fire(wish.fire.kind, wish.fire.args);
    else if (wish) {
      forgetTimer = deps.after(Math.max(0, wish.wakeAt - deps.now()), () => take({ type: 'time', at: deps.now() }));
    }
  };
  /** Once per step: its result comes later, and events come meanwhile. */
  const fire = async (kind: EventKind, args: JsonObject): Promise<void> => {
    if (firing === run.index) return;
    firing = run.index;
    const read = readDraft(kind, JSON.stringify(args));
    if (!read.ok) return take({ type: 'not-fired', at: deps.now(), message: read.failure.message });
    const result = await deps.fire(kind, read.value);
    if (result.ok) take({ type: 'fired', at: deps.now(), requestId: result.value.requestId });
    else take({ type: 'not-fired', at: deps.now(), message: result.failure.message });
  };
  const stopListening = deps.records.listen((change) => {
    if (change.type !== 'records') return;
    take({ type: 'records', at: deps.now(), records: change.changes.map(({ record }) => record) });
  });
  follow();
  return { ended, stop: () => take({ type: 'stop', at: deps.now() }) };
}
