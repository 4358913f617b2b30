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
  type Agreement,
  type ComparedBy,
  collectorOutcome,
  compareFindings,
  type ObservedOutcome,
  sdkOutcome,
} from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { noOptions, sampleOf, violationsOf } from '#core/negative-tests/violations-of';
import { fateMessage } from '#core/pipeline/fate-message';
import type { RecordFateContext } from '#core/pipeline/record-fate';
import type { JudgedRecord } from '#core/stream/judged-record';
import { readDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import type { Scheduler } from '#core/util/scheduler';
import { i18n } from '#i18n';
import type { Fire } from '#panel/firing/firing';
import { createSequenceRunner, type SequenceProgress } from '#panel/firing/sequence-runner';
import { throttleSignal } from './throttle-signal';
import { describeExpectedFinding, describeFinding, describeMutation, type TableRow } from './violation-table-text';

/** Outcome of one of the three, in the language of the interface. */
export interface RunOutcome extends Pick<ObservedOutcome, 'tone'> {
  readonly text: string;
}

/** State of a violation. */
export type ViolationState =
  | { readonly status: 'not-fired' }
  | { readonly status: 'not-seen'; readonly message: string }
  /** Fired, and its event is not in the list: not yet, or cleared before anything of it was shown. */
  | { readonly status: 'no-record' }
  | {
      readonly status: 'seen';
      readonly record: JudgedRecord;
      readonly agreement: Agreement;
      readonly validator: string;
      readonly sdk: RunOutcome;
      /** Predicted outcome behind the collector. */
      readonly ingestion: RunOutcome;
      readonly collector: RunOutcome;
    };

/** The violations of a kind, and what came of those that were fired. */
export interface ViolationRunner {
  readonly progress: ReadonlySignal<SequenceProgress | null>;
  /** Counts the runs of several violations whose events are all in the list: rows are sorted then, and do not jump before. */
  readonly endedRuns: ReadonlySignal<number>;
  /** Made once per kind, in the order of the definition. */
  of(kind: EventKind): readonly Violation[];
  stateOf(violation: Violation): ViolationState;
  /** Fires these, one after the other, and resets the SDK's state that they change. */
  fire(violations: readonly Violation[], target: FiringTarget, fire: Fire): Promise<void>;
  stop(): void;
  rowsOf(kind: EventKind): readonly TableRow[];
}

type Landed = { readonly requestId: string } | { readonly message: string };

/** What fired violations are judged by, now. */
interface ViolationRules extends ComparedBy {
  /** What predicts their fate. */
  readonly fateContext: RecordFateContext;
}

/**
 * Creates the runner of violations.
 *
 * @param rulesNow returns the same object for as long as they are the same. Default: the rule sets and the pipeline that
 * are on by default.
 */
export function createViolationRunner(
  records: Records,
  scheduler: Pick<Scheduler, 'now' | 'after'>,
  rulesNow: () => ViolationRules | null = () => null,
): ViolationRunner {
  const created = new Map<EventKind, readonly Violation[]>();
  const landed = new Map<Violation, Landed>();
  const endedRuns = signal(0);
  const runner = createSequenceRunner();
  const state = computed(() => ({ progress: runner.progress.value, list: records.current.value }));
  const shown = throttleSignal(state, ({ progress }) => progress !== null, scheduler);
  const judged = new Map<Violation, SeenViolation & SeenBy>();

  const of = (kind: EventKind): readonly Violation[] => {
    const known = created.get(kind) ?? violationsOf(kind);
    created.set(kind, known);
    return known;
  };
  /** The same object as long as record, rules and language are the same: a long table renders only the rows that are new. */
  const seenOnce = (violation: Violation, record: JudgedRecord): ViolationState => {
    const known = judged.get(violation);
    const language = i18n.t('language.tag');
    const rules = rulesNow();
    if (known?.record === record && known.language === language && known.rules === rules) return known;
    const created = { ...seen(violation, record, rules), language, rules };
    judged.set(violation, created);
    return created;
  };
  let stopWaiting = (): void => {};
  /** In a flood of events the list is a moment behind. */
  const whenListed = (violations: readonly Violation[]): void => {
    stopWaiting();
    let isDone = false;
    stopWaiting = effect(() => {
      if (isDone) return;
      const { rowOfRequest } = records.current.value;
      const isListed = (its: Landed | undefined) => !its || 'message' in its || rowOfRequest(its.requestId) !== null;
      if (!violations.every((violation) => isListed(landed.get(violation)))) return;
      isDone = true;
      endedRuns.value = endedRuns.peek() + 1;
    });
  };
  const stateOf = (violation: Violation): ViolationState => {
    const { rowOfRequest, byRow } = shown.value.list;
    const its = landed.get(violation);
    if (!its) return NOT_FIRED;
    if ('message' in its) return { status: 'not-seen', message: its.message };
    const row = rowOfRequest(its.requestId);
    const record = row === null ? null : byRow(row);
    if (record) return seenOnce(violation, record);
    const known = judged.get(violation);
    const isSame = known?.record.firedBy.type === 'panel' && known.record.firedBy.requestId === its.requestId;
    // Results stay valid after the list was cleared.
    return known && isSame ? known : { status: 'no-record' };
  };
  const shoot = async (violation: Violation, target: FiringTarget, fire: Fire): Promise<void> => {
    const result = await fire(violation.kind, argumentsOf(violation), target);
    landed.set(
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
        await shoot(violation, target, fire);
        const next = signal.aborted ? undefined : violations[index + 1];
        if (violation.changesSdkState && next?.part !== 'envelope') {
          await fire(violation.kind, restoring(violation.kind, records.all()), target);
        }
      });
      if (violations.length > 1) whenListed(violations);
    },
    stop: runner.stop,
    rowsOf: (kind) => of(kind).map((violation) => rowOf(violation, stateOf(violation))),
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

/** What a seen violation was told by. */
interface SeenBy {
  readonly language: string;
  readonly rules: ViolationRules | null;
}

type SeenViolation = Extract<ViolationState, { status: 'seen' }>;

function seen(violation: Violation, record: JudgedRecord, rules: ViolationRules | null): SeenViolation {
  return {
    status: 'seen',
    record,
    agreement: compareFindings(violation, record, rules ?? undefined),
    validator: record.findings.map(describeFinding).join('; ') || i18n.t('negativeTests.nothingFound'),
    sdk: outcomeOf(sdkOutcome(record)),
    ingestion: ingestionOutcomeOf(ingestionOutcome(violation.kind, record, rules?.fateContext)),
    collector: outcomeOf(collectorOutcome(record)),
  };
}

function outcomeOf({ tone, text: words }: ObservedOutcome): RunOutcome {
  return { tone, text: messageText(words) };
}

/** What its schema finds names more than the one field of its fate. */
function ingestionOutcomeOf({ tone, fate, isLikeSample, findings }: IngestionOutcome): RunOutcome {
  if (fate === null) return { tone, text: i18n.t('ingestion.noEvent') };
  if (fate.reason === 'accepted') return { tone, text: i18n.t('ingestion.accepts') };
  const words = findings.map(findingText).join(' ');
  if (findings.length === 0) return { tone, text: messageText(fateMessage(fate)) };
  return {
    tone,
    text: isLikeSample ? i18n.t('ingestion.rejectsSampleToo', { words }) : i18n.t('ingestion.rejects', { words }),
  };
}

/** The call of a violation, a fresh copy each time: SDKs write into their arguments. */
export function argumentsOf({ kind, draft }: Pick<Violation, 'kind' | 'draft'>): readonly Json[] {
  const read = readDraft(kind, JSON.stringify(draft));
  return read.ok ? read.value : [];
}

/**
 * A valid call that puts an SDK right again: empty options take back what came as options before, and a START names the
 * content that the page was at.
 */
function restoring(kind: EventKind, all: readonly JudgedRecord[]): readonly Json[] {
  const last = all.findLast(({ firedBy, event }) => firedBy.type === 'page' && event !== null);
  const [id, ver] = ['id', 'ver'].map((name) => valueAt(last?.event?.json, ['object', name]));
  const sample: JsonObject = { ...sampleOf(kind), options: noOptions };
  const isNamed = kind === 'start' && typeof id === 'string' && typeof ver === 'string';
  return argumentsOf({ kind, draft: isNamed ? { ...sample, contentId: id, contentVer: ver } : sample });
}

/** Why nothing can be compared. */
export function notCheckableReason(
  { reason }: Extract<Agreement, { status: 'not-checkable' }>,
  sdk: RunOutcome,
): string {
  return reason === 'no-event' ? sdk.text : i18n.t('violations.ruleOff');
}

function agreementCell({ agreement, validator, sdk }: SeenViolation): string {
  switch (agreement.status) {
    case 'as-predicted':
      return `${i18n.t('negativeTests.cell.asExpected')}: ${validator}`;
    case 'fixed-by-sdk':
      return `${i18n.t('negativeTests.cell.corrected')}: ${validator}`;
    case 'not-checkable':
      return i18n.t('negativeTests.cell.notCheckable', { reason: notCheckableReason(agreement, sdk) });
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
    wrong: describeMutation(violation.wrong),
    predicted: describeExpectedFinding(violation),
    validator: fired ? agreementCell(fired) : open,
    sdk: fired?.sdk.text ?? '',
    ingestion: fired?.ingestion.text ?? '',
    collector: fired?.collector.text ?? '',
  };
}
