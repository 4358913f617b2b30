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
import { deriveNegativeTests, noOptions } from '#core/negative-tests/derive-negative-tests';
import { type IngestionOutcome, predictIngestionOutcome } from '#core/negative-tests/ingestion-outcome';
import type { NegativeTest } from '#core/negative-tests/negative-test';
import {
  collectorOutcome,
  compareFindings,
  type JudgingRules,
  type ObservedOutcome,
  type OutcomeComparison,
  sdkOutcome,
} from '#core/negative-tests/outcomes';
import { fateMessage } from '#core/pipeline/fate-message';
import type { RecordFateContext } from '#core/pipeline/record-fate';
import type { JudgedRecord } from '#core/stream/judged-record';
import { copySample, parseDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import type { Scheduler } from '#core/util/scheduler';
import { i18n } from '#i18n';
import type { Fire } from '#panel/firing/firing';
import { createSequenceRunner, type SequenceProgress } from '#panel/firing/sequence-runner';
import { describeFinding, describeMutation, expectedFindingOf, type TableRow } from './negative-test-table-text';
import { throttleSignal } from './throttle-signal';

/** Outcome of the SDK, the ingestion or the collector, in the current language. */
export interface RunOutcome extends Pick<ObservedOutcome, 'detection'> {
  readonly text: string;
}

/** State of a negative test. */
export type NegativeTestState =
  | { readonly status: 'not-fired' }
  | { readonly status: 'not-seen'; readonly message: string }
  /** Fired, but the event is not in the list yet, or was cleared before the table showed the event. */
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

/** Fires negative tests, and compares their outcomes with the expected outcomes. */
export interface NegativeTestRunner {
  readonly progress: ReadonlySignal<SequenceProgress | null>;
  /**
   * Incremented after a run of several negative tests, when all their events are in the list.
   * The table is sorted only after such a run, so that rows do not move during the run.
   */
  readonly endedRuns: ReadonlySignal<number>;
  /** Returns the negative tests of a kind, in the order of the definition. They are created once per kind. */
  testsOf(kind: EventKind): readonly NegativeTest[];
  stateOf(negativeTest: NegativeTest): NegativeTestState;
  /** Fires negative tests one after the other, and resets the SDK's state that they change. */
  fire(negativeTests: readonly NegativeTest[], target: FiringTarget, fire: Fire): Promise<void>;
  stop(): void;
  rowsOf(negativeTests: readonly NegativeTest[]): readonly TableRow[];
}

type FiredCall = { readonly requestId: string } | { readonly message: string };

/** The current rules by which fired negative tests are judged. */
interface NegativeTestRules extends JudgingRules {
  /** Input for the prediction of an event's fate. */
  readonly fateContext: RecordFateContext;
}

/**
 * Creates the runner of negative tests.
 *
 * @param rulesNow returns the same object as long as the rules are the same. Default: the rule sets and the pipeline of
 * the default settings.
 */
export function createNegativeTestRunner(
  records: Records,
  scheduler: Pick<Scheduler, 'now' | 'setTimer'>,
  rulesNow: () => NegativeTestRules | null = () => null,
): NegativeTestRunner {
  const testsByKind = new Map<EventKind, readonly NegativeTest[]>();
  const firedCalls = new Map<NegativeTest, FiredCall>();
  const endedRuns = signal(0);
  const runner = createSequenceRunner();
  const state = computed(() => ({ progress: runner.progress.value, list: records.current.value }));
  const throttledState = throttleSignal(state, ({ progress }) => progress !== null, scheduler);
  const cachedStates = new Map<NegativeTest, SeenNegativeTest & SeenInputs>();

  const testsOf = (kind: EventKind): readonly NegativeTest[] => {
    const tests = testsByKind.get(kind) ?? deriveNegativeTests(kind);
    testsByKind.set(kind, tests);
    return tests;
  };
  /**
   * Returns the same object as long as record, rules and language are the same.
   * A long table then renders only its new rows.
   */
  const getSeenState = (negativeTest: NegativeTest, record: JudgedRecord): NegativeTestState => {
    const cached = cachedStates.get(negativeTest);
    const language = i18n.t('language.tag');
    const rules = rulesNow();
    if (cached?.record === record && cached.language === language && cached.rules === rules) return cached;
    const state = { ...createSeenState(negativeTest, record, rules), language, rules };
    cachedStates.set(negativeTest, state);
    return state;
  };
  let stopListWait = (): void => {};
  /** Counts the run as ended when all its events are in the list, which lags behind during a burst. */
  const countRunWhenListed = (negativeTests: readonly NegativeTest[]): void => {
    stopListWait();
    let isDone = false;
    stopListWait = effect(() => {
      if (isDone) return;
      const { rowOfRequest } = records.current.value;
      const isListed = (firedCall: FiredCall | undefined) =>
        !firedCall || 'message' in firedCall || rowOfRequest(firedCall.requestId) !== null;
      if (!negativeTests.every((negativeTest) => isListed(firedCalls.get(negativeTest)))) return;
      isDone = true;
      endedRuns.value = endedRuns.peek() + 1;
    });
  };
  const stateOf = (negativeTest: NegativeTest): NegativeTestState => {
    const { rowOfRequest, byRow } = throttledState.value.list;
    const firedCall = firedCalls.get(negativeTest);
    if (!firedCall) return NOT_FIRED;
    if ('message' in firedCall) return { status: 'not-seen', message: firedCall.message };
    const row = rowOfRequest(firedCall.requestId);
    const record = row === null ? null : byRow(row);
    if (record) return getSeenState(negativeTest, record);
    const cached = cachedStates.get(negativeTest);
    const isSameCall =
      cached?.record.firedBy.type === 'panel' && cached.record.firedBy.requestId === firedCall.requestId;
    // Results stay valid after the list is cleared.
    return cached && isSameCall ? cached : { status: 'no-record' };
  };
  const fireOne = async (negativeTest: NegativeTest, target: FiringTarget, fire: Fire): Promise<void> => {
    const result = await fire(negativeTest.kind, argumentsOf(negativeTest), target);
    firedCalls.set(
      negativeTest,
      result.ok ? { requestId: result.value.requestId } : { message: messageText(result.failure.message) },
    );
  };

  return {
    progress: computed(() => throttledState.value.progress),
    testsOf,
    stateOf,
    endedRuns,
    async fire(negativeTests, target, fire) {
      await runner.run(negativeTests.length, async (index, signal) => {
        const negativeTest = negativeTests[index];
        if (!negativeTest) return;
        await fireOne(negativeTest, target, fire);
        const next = signal.aborted ? undefined : negativeTests[index + 1];
        if (negativeTest.changesSdkState && next?.part !== 'envelope') {
          await fire(negativeTest.kind, resetArguments(negativeTest.kind, records.all()), target);
        }
      });
      if (negativeTests.length > 1) countRunWhenListed(negativeTests);
    },
    stop: runner.stop,
    rowsOf: (negativeTests) => negativeTests.map((negativeTest) => rowOf(negativeTest, stateOf(negativeTest))),
  };
}

export const negativeTestRunnerStore = defineStore(({ app, get }) => {
  const predictor = get(fatePredictorStore);
  const { ruleSets, ruleSetIds } = get(judgesStore);
  const policy = get(policySetting);
  const rules = computed(() => {
    if (ruleSets.value === null) return null;
    return { fateContext: predictor.value.context, ruleSetIds: ruleSetIds.value, policy: policy.value };
  });
  return createNegativeTestRunner(get(liveListStore).records, app.scheduler, () => rules.value);
});

const NOT_FIRED: NegativeTestState = { status: 'not-fired' };

/** The inputs from which the state of a negative test was computed. */
interface SeenInputs {
  readonly language: string;
  readonly rules: NegativeTestRules | null;
}

type SeenNegativeTest = Extract<NegativeTestState, { status: 'seen' }>;

function createSeenState(
  negativeTest: NegativeTest,
  record: JudgedRecord,
  rules: NegativeTestRules | null,
): SeenNegativeTest {
  return {
    status: 'seen',
    record,
    comparison: compareFindings(negativeTest, record, rules ?? undefined),
    validator: record.findings.map(describeFinding).join('; ') || i18n.t('negativeTests.nothingFound'),
    sdk: toRunOutcome(sdkOutcome(record)),
    ingestion: toIngestionRunOutcome(predictIngestionOutcome(negativeTest.kind, record, rules?.fateContext)),
    collector: toRunOutcome(collectorOutcome(record)),
  };
}

function toRunOutcome({ detection, text }: ObservedOutcome): RunOutcome {
  return { detection, text: messageText(text) };
}

/** Converts the outcome of ingestion. The text has all findings of the schema, as the fate names only one field. */
function toIngestionRunOutcome({ detection, fate, isLikeSample, findings }: IngestionOutcome): RunOutcome {
  if (fate === null) return { detection, text: i18n.t('ingestion.noEvent') };
  if (fate.reason === 'accepted') return { detection, text: i18n.t('ingestion.accepts') };
  const messages = findings.map(findingText).join(' ');
  if (findings.length === 0) return { detection, text: messageText(fateMessage(fate)) };
  return {
    detection,
    text: isLikeSample
      ? i18n.t('ingestion.rejectsSampleToo', { words: messages })
      : i18n.t('ingestion.rejects', { words: messages }),
  };
}

/** Creates a new copy of a negative test's arguments, because SDKs mutate their arguments. */
export function argumentsOf({ kind, draft }: Pick<NegativeTest, 'kind' | 'draft'>): readonly Json[] {
  const parsed = parseDraft(kind, JSON.stringify(draft));
  return parsed.ok ? parsed.value : [];
}

/**
 * Returns the arguments of a valid call that resets the SDK's state.
 * Empty options revert the earlier options, and a START names the page's earlier content.
 */
function resetArguments(kind: EventKind, all: readonly JudgedRecord[]): readonly Json[] {
  const last = all.findLast(({ firedBy, event }) => firedBy.type === 'page' && event !== null);
  const [id, ver] = ['id', 'ver'].map((name) => valueAt(last?.event?.json, ['object', name]));
  const sample: JsonObject = { ...copySample(kind), options: noOptions };
  const namesContent = kind === 'start' && typeof id === 'string' && typeof ver === 'string';
  return argumentsOf({ kind, draft: namesContent ? { ...sample, contentId: id, contentVer: ver } : sample });
}

/** Returns why the outcomes cannot be compared. */
export function notCheckableReason(
  { reason }: Extract<OutcomeComparison, { status: 'not-checkable' }>,
  sdk: RunOutcome,
): string {
  return reason === 'no-event' ? sdk.text : i18n.t('negativeTests.ruleOff');
}

function comparisonCell({ comparison, validator, sdk }: SeenNegativeTest): string {
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

function notSeenText(state: NegativeTestState): string {
  if (state.status === 'not-seen') return state.message;
  return i18n.t(state.status === 'no-record' ? 'negativeTests.cleared' : 'negativeTests.cell.notFired');
}

function rowOf(negativeTest: NegativeTest, state: NegativeTestState): TableRow {
  const seenState = state.status === 'seen' ? state : null;
  return {
    kind: negativeTest.kind.toUpperCase(),
    mutation: describeMutation(negativeTest.mutation),
    predicted: describeFinding(expectedFindingOf(negativeTest)),
    validator: seenState ? comparisonCell(seenState) : notSeenText(state),
    sdk: seenState?.sdk.text ?? '',
    ingestion: seenState?.ingestion.text ?? '',
    collector: seenState?.collector.text ?? '',
  };
}
