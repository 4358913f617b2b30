import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { findingText } from '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { fatePredictorStore } from '#components/panel/event-list/judging/panel-fate-predictor.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import type { FiringTarget } from '#core/journey/watched-frame';
import { type Json, type JsonObject, valueAt } from '#core/json/json';
import { type IngestionOutcome, ingestionOutcome } from '#core/negative-tests/ingestion-outcome';
import {
  type ComparedBy,
  collectorOutcome,
  compareFindings,
  type ObservedOutcome,
  type OutcomeComparison,
  sdkOutcome,
} from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { noOptions, sampleOf, violationsOf } from '#core/negative-tests/violations-of';
import { fateMessage } from '#core/pipeline/fate-message';
import type { RecordFateContext } from '#core/pipeline/record-fate';
import type { JudgedRecord } from '#core/stream/judged-record';
import { parseDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import type { Scheduler } from '#core/util/scheduler';
import { i18n } from '#i18n';
import type { Fire } from '#panel/firing/firing';
import { createSequenceRunner, type SequenceProgress } from '#panel/firing/sequence-runner';
import { throttleSignal } from './throttle-signal';
import { describeExpectedFinding, describeFinding, describeMutation, type TableRow } from './violation-table-text';

/** Outcome of the SDK, the ingestion or the collector, in the current language. */
export interface RunOutcome extends Pick<ObservedOutcome, 'detection'> {
  readonly text: string;
}

/** State of a violation. */
export type ViolationState =
  | { readonly status: 'not-fired' }
  | { readonly status: 'not-seen'; readonly message: string }
  /** Fired, but its event is not in the list: it is not there yet, or was cleared before it was shown. */
  | { readonly status: 'no-record' }
  | {
      readonly status: 'seen';
      readonly record: JudgedRecord;
      readonly comparison: OutcomeComparison;
      readonly validator: string;
      readonly sdk: RunOutcome;
      /** Predicted outcome behind the collector. */
      readonly ingestion: RunOutcome;
      readonly collector: RunOutcome;
    };

/** The violations of a kind, and the outcomes of the fired ones. */
export interface ViolationRunner {
  readonly progress: ReadonlySignal<SequenceProgress | null>;
  /**
   * Incremented after a run of several violations, when all their events are in the list.
   * The table is sorted only then, so that rows do not move before.
   */
  readonly endedRuns: ReadonlySignal<number>;
  /** Returns the violations of a kind, in the order of the definition. They are created once per kind. */
  of(kind: EventKind): readonly Violation[];
  stateOf(violation: Violation): ViolationState;
  /** Fires violations one after the other, and resets the SDK's state that they change. */
  fire(violations: readonly Violation[], target: FiringTarget, fire: Fire): Promise<void>;
  stop(): void;
  rowsOf(violations: readonly Violation[]): readonly TableRow[];
}

type FiredCall = { readonly requestId: string } | { readonly message: string };

/** The current rules by which fired violations are judged. */
interface ViolationRules extends ComparedBy {
  /** Input for the prediction of their fate. */
  readonly fateContext: RecordFateContext;
}

/**
 * Creates the runner of violations.
 *
 * @param rulesNow returns the same object as long as the rules are the same. Default: the rule sets and the pipeline of
 * the default settings.
 */
export function createViolationRunner(
  records: Records,
  scheduler: Pick<Scheduler, 'now' | 'setTimer'>,
  rulesNow: () => ViolationRules | null = () => null,
): ViolationRunner {
  const created = new Map<EventKind, readonly Violation[]>();
  const firedCalls = new Map<Violation, FiredCall>();
  const endedRuns = signal(0);
  const runner = createSequenceRunner();
  const state = computed(() => ({ progress: runner.progress.value, list: records.current.value }));
  const shown = throttleSignal(state, ({ progress }) => progress !== null, scheduler);
  const cachedStates = new Map<Violation, SeenViolation & SeenBy>();

  const of = (kind: EventKind): readonly Violation[] => {
    const known = created.get(kind) ?? violationsOf(kind);
    created.set(kind, known);
    return known;
  };
  /**
   * Returns the same object as long as record, rules and language are the same.
   * A long table then renders only its new rows.
   */
  const cachedState = (violation: Violation, record: JudgedRecord): ViolationState => {
    const known = cachedStates.get(violation);
    const language = i18n.t('language.tag');
    const rules = rulesNow();
    if (known?.record === record && known.language === language && known.rules === rules) return known;
    const created = { ...seen(violation, record, rules), language, rules };
    cachedStates.set(violation, created);
    return created;
  };
  let stopListWait = (): void => {};
  /** Counts the run as ended when all its events are in the list, which lags behind during a burst. */
  const whenListed = (violations: readonly Violation[]): void => {
    stopListWait();
    let isDone = false;
    stopListWait = effect(() => {
      if (isDone) return;
      const { rowOfRequest } = records.current.value;
      const isListed = (fired: FiredCall | undefined) =>
        !fired || 'message' in fired || rowOfRequest(fired.requestId) !== null;
      if (!violations.every((violation) => isListed(firedCalls.get(violation)))) return;
      isDone = true;
      endedRuns.value = endedRuns.peek() + 1;
    });
  };
  const stateOf = (violation: Violation): ViolationState => {
    const { rowOfRequest, byRow } = shown.value.list;
    const fired = firedCalls.get(violation);
    if (!fired) return NOT_FIRED;
    if ('message' in fired) return { status: 'not-seen', message: fired.message };
    const row = rowOfRequest(fired.requestId);
    const record = row === null ? null : byRow(row);
    if (record) return cachedState(violation, record);
    const known = cachedStates.get(violation);
    const isSame = known?.record.firedBy.type === 'panel' && known.record.firedBy.requestId === fired.requestId;
    // Results stay valid after the list is cleared.
    return known && isSame ? known : { status: 'no-record' };
  };
  const fireOne = async (violation: Violation, target: FiringTarget, fire: Fire): Promise<void> => {
    const result = await fire(violation.kind, argumentsOf(violation), target);
    firedCalls.set(
      violation,
      result.ok ? { requestId: result.value.requestId } : { message: messageText(result.failure.message) },
    );
  };

  return {
    progress: computed(() => shown.value.progress),
    of,
    stateOf,
    endedRuns,
    async fire(violations, target, fire) {
      await runner.run(violations.length, async (index, signal) => {
        const violation = violations[index];
        if (!violation) return;
        await fireOne(violation, target, fire);
        const next = signal.aborted ? undefined : violations[index + 1];
        if (violation.changesSdkState && next?.part !== 'envelope') {
          await fire(violation.kind, resetArguments(violation.kind, records.all()), target);
        }
      });
      if (violations.length > 1) whenListed(violations);
    },
    stop: runner.stop,
    rowsOf: (violations) => violations.map((violation) => rowOf(violation, stateOf(violation))),
  };
}

export const violationRunnerStore = defineStore(({ app, get }) => {
  const predictor = get(fatePredictorStore);
  const { ruleSets, ruleSetIds } = get(judgesStore);
  const policy = get(policySetting);
  const rules = computed(() => {
    if (ruleSets.value === null) return null;
    return { fateContext: predictor.value.context, ruleSetIds: ruleSetIds.value, policy: policy.value };
  });
  return createViolationRunner(get(liveListStore).records, app.scheduler, () => rules.value);
});

const NOT_FIRED: ViolationState = { status: 'not-fired' };

/** The inputs from which the state of a violation was computed. */
interface SeenBy {
  readonly language: string;
  readonly rules: ViolationRules | null;
}

type SeenViolation = Extract<ViolationState, { status: 'seen' }>;

function seen(violation: Violation, record: JudgedRecord, rules: ViolationRules | null): SeenViolation {
  return {
    status: 'seen',
    record,
    comparison: compareFindings(violation, record, rules ?? undefined),
    validator: record.findings.map(describeFinding).join('; ') || i18n.t('negativeTests.nothingFound'),
    sdk: outcomeOf(sdkOutcome(record)),
    ingestion: ingestionOutcomeOf(ingestionOutcome(violation.kind, record, rules?.fateContext)),
    collector: outcomeOf(collectorOutcome(record)),
  };
}

function outcomeOf({ detection, text }: ObservedOutcome): RunOutcome {
  return { detection, text: messageText(text) };
}

/** Returns the outcome of ingestion, with all findings of its schema: the fate names only one field. */
function ingestionOutcomeOf({ detection, fate, isLikeSample, findings }: IngestionOutcome): RunOutcome {
  if (fate === null) return { detection, text: i18n.t('ingestion.noEvent') };
  if (fate.reason === 'accepted') return { detection, text: i18n.t('ingestion.accepts') };
  const words = findings.map(findingText).join(' ');
  if (findings.length === 0) return { detection, text: messageText(fateMessage(fate)) };
  return {
    detection,
    text: isLikeSample ? i18n.t('ingestion.rejectsSampleToo', { words }) : i18n.t('ingestion.rejects', { words }),
  };
}

/** Returns the arguments of a violation, a fresh copy each time, because SDKs mutate their arguments. */
export function argumentsOf({ kind, draft }: Pick<Violation, 'kind' | 'draft'>): readonly Json[] {
  const read = parseDraft(kind, JSON.stringify(draft));
  return read.ok ? read.value : [];
}

/**
 * Returns the arguments of a valid call that resets the SDK's state.
 * Empty options revert the earlier options, and a START names the page's earlier content.
 */
function resetArguments(kind: EventKind, all: readonly JudgedRecord[]): readonly Json[] {
  const last = all.findLast(({ firedBy, event }) => firedBy.type === 'page' && event !== null);
  const [id, ver] = ['id', 'ver'].map((name) => valueAt(last?.event?.json, ['object', name]));
  const sample: JsonObject = { ...sampleOf(kind), options: noOptions };
  const isNamed = kind === 'start' && typeof id === 'string' && typeof ver === 'string';
  return argumentsOf({ kind, draft: isNamed ? { ...sample, contentId: id, contentVer: ver } : sample });
}

/** Returns why the outcomes cannot be compared. */
export function notCheckableReason(
  { reason }: Extract<OutcomeComparison, { status: 'not-checkable' }>,
  sdk: RunOutcome,
): string {
  return reason === 'no-event' ? sdk.text : i18n.t('violations.ruleOff');
}

function comparisonCell({ comparison, validator, sdk }: SeenViolation): string {
  switch (comparison.status) {
    case 'as-predicted':
      return `${i18n.t('negativeTests.cell.asExpected')}: ${validator}`;
    case 'fixed-by-sdk':
      return `${i18n.t('negativeTests.cell.corrected')}: ${validator}`;
    case 'not-checkable':
      return i18n.t('negativeTests.cell.notCheckable', { reason: notCheckableReason(comparison, sdk) });
    case 'different':
      return `${i18n.t('negativeTests.cell.mismatch')}: ${validator}`;
  }
}

function openText(state: ViolationState): string {
  if (state.status === 'not-seen') return state.message;
  return i18n.t(state.status === 'no-record' ? 'negativeTests.cleared' : 'negativeTests.cell.notFired');
}

function rowOf(violation: Violation, state: ViolationState): TableRow {
  const fired = state.status === 'seen' ? state : null;
  const open = openText(state);
  return {
    kind: violation.kind.toUpperCase(),
    mutation: describeMutation(violation.mutation),
    predicted: describeExpectedFinding(violation),
    validator: fired ? comparisonCell(fired) : open,
    sdk: fired?.sdk.text ?? '',
    ingestion: fired?.ingestion.text ?? '',
    collector: fired?.collector.text ?? '',
  };
}
