import { classifyStatus, type StatusClass } from '#core/journey/classify-status';
import { detectDropReason, journeyState } from '#core/journey/journey-state';
import { valueAt } from '#core/json/json';
import { type FindingPolicy, noPolicy } from '#core/report/finding-policy';
import { withSeverities } from '#core/report/settle-findings';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { type Finding, isOfDocument, type RuleSetId } from '#core/telemetry/findings';
import { truncate } from '#core/telemetry/wording';
import { type MessageText, message } from '#core/util/message';
import type { ExpectedFinding, NegativeTest } from './negative-test';

/**
 * The outcome of a negative test in the SDK, the ingestion or the collector.
 * `detected` means that it was rejected, `missed` that it was accepted.
 */
export interface ObservedOutcome {
  readonly detection: 'detected' | 'missed' | 'pending';
  readonly text: MessageText;
}

/** The rules by which a record was judged: the active rule sets and the user's severities. */
export interface JudgingRules {
  readonly ruleSetIds: readonly RuleSetId[];
  readonly policy: Pick<FindingPolicy, 'severities'>;
}

const defaultRules: JudgingRules = { ruleSetIds: ['definition', 'envelope'], policy: noPolicy };

/** How the observed outcome of a negative test compares to the predicted one. */
export type OutcomeComparison =
  | { readonly status: 'as-predicted' }
  /** The SDK replaced the wrong value, so that the event is valid. */
  | { readonly status: 'fixed-by-sdk' }
  /**
   * `no-event`: the SDK dropped the call, so that there is no envelope to check. `sdkOutcome` has the reason.
   * `rule-off`: the rule set with the expected finding is off, or the finding's severity is `off`.
   */
  | { readonly status: 'not-checkable'; readonly reason: 'no-event' | 'rule-off' }
  | {
      readonly status: 'different';
      readonly missing: readonly ExpectedFinding[];
      readonly unexpected: readonly Finding[];
    };

/**
 * Compares the findings of a fired negative test with the expected findings.
 * Ignores findings that are not about the event's shape, such as secrets, and those of `echo`.
 */
export function compareFindings(
  negativeTest: NegativeTest,
  record: PlainJudgedRecord,
  { ruleSetIds, policy }: JudgingRules = defaultRules,
): OutcomeComparison {
  const all = [...record.findings, ...(record.ignored ?? [])];
  const compared = all.filter(({ ruleSet }) => isOfDocument(ruleSet));
  // The last expected finding is that of the mutation. Earlier findings are about the argument `options`.
  const isActive = ({ ruleSet }: ExpectedFinding) => ruleSetIds.includes(ruleSet);
  const expectedOfMutation = withSeverities(negativeTest.expected.slice(-1), policy).filter(isActive);
  if (expectedOfMutation.length === 0) return { status: 'not-checkable', reason: 'rule-off' };
  const expected = withSeverities(negativeTest.expected, policy).filter(isActive);
  const missing = expected.filter((each) => !compared.some((finding) => isSame(each, finding)));
  const predicted = withSeverities([...negativeTest.expected, ...negativeTest.echo], policy);
  const unexpected = compared.filter((finding) => !predicted.some((each) => isSame(each, finding)));
  if (missing.length + unexpected.length === 0) return { status: 'as-predicted' };
  if (unexpected.length > 0) return { status: 'different', missing, unexpected };
  if (isFixedBySdk(negativeTest, record)) return { status: 'fixed-by-sdk' };
  const needsEvent = missing.every(({ ruleSet }) => ruleSet === 'envelope');
  return needsEvent && isWithoutEvent(record)
    ? { status: 'not-checkable', reason: 'no-event' }
    : { status: 'different', missing, unexpected };
}

/** Whether the SDK ended the call without an event: it dropped the call, or threw. */
function isWithoutEvent(record: PlainJudgedRecord): boolean {
  return record.event === null && ['dropped', 'unobserved', 'threw'].includes(journeyState(record));
}

/** Whether the SDK replaced the wrong value: SDK 1.x replaces an empty `actor.id` by the configured ID. */
function isFixedBySdk({ part, mutation, draft }: NegativeTest, { event }: PlainJudgedRecord): boolean {
  if (part !== 'envelope' || mutation.type !== 'replaced' || !event) return false;
  const firedValue = valueAt(draft, ['options', ...mutation.path]);
  return JSON.stringify(valueAt(event.json, mutation.path)) !== JSON.stringify(firedValue);
}

function isSame(one: ExpectedFinding, other: ExpectedFinding): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ ruleSet, severity, code, path }: ExpectedFinding): string {
  return JSON.stringify([ruleSet, severity, code, path]);
}

/** Returns what the SDK did with the call of a negative test. */
export function sdkOutcome(record: PlainJudgedRecord): ObservedOutcome {
  const outcome = record.call?.outcome;
  if (outcome?.status === 'threw')
    return { detection: 'detected', text: message('negativeTests.sdk.threw', { message: outcome.message }) };
  if (record.event) return { detection: 'missed', text: message('negativeTests.sdk.emitted') };
  const drop = record.call && detectDropReason(record.call);
  if (drop?.type === 'validation')
    return { detection: 'detected', text: message('negativeTests.sdk.droppedByValidation', { message: drop.detail }) };
  if (drop?.type === 'no-start') return { detection: 'detected', text: message('negativeTests.sdk.droppedNoStart') };
  if (journeyState(record) === 'dropped')
    return { detection: 'detected', text: message('negativeTests.sdk.droppedSilently') };
  return { detection: 'pending', text: message('negativeTests.sdk.notEmitted') };
}

/** Returns the outcome of the last request with the event. */
export function collectorOutcome(record: PlainJudgedRecord): ObservedOutcome {
  const last = record.requests.at(-1);
  if (!last)
    return {
      detection: 'pending',
      text: message(record.event ? 'negativeTests.collectorState.notSent' : 'negativeTests.collectorState.neverSent'),
    };
  if (last.end.status === 'failed')
    return {
      detection: 'pending',
      text: message('negativeTests.collectorState.noResponse', { message: last.end.problem ?? last.end.message }),
    };
  if (last.end.status !== 'responded')
    return { detection: 'pending', text: message('negativeTests.collectorState.noResponseYet') };
  const body = last.responseText === null ? '' : ` ${oneLine(last.responseText)}`;
  return { detection: detections[classifyStatus(last.end.httpStatus)], text: `${last.end.httpStatus}${body}` };
}

const detections: Readonly<Record<StatusClass, ObservedOutcome['detection']>> = {
  accepted: 'missed',
  redirected: 'pending',
  'body-dropped': 'pending',
  rejected: 'detected',
};

const MAX_SHOWN_RESPONSE_CHARS = 200;

function oneLine(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), MAX_SHOWN_RESPONSE_CHARS);
}
