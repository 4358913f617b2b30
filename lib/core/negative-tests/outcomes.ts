import { classifyStatus, type StatusClass } from '#core/journey/classify-status';
import { detectDropReason, journeyState } from '#core/journey/journey-state';
import { valueAt } from '#core/json/json';
import { type FindingPolicy, noPolicy } from '#core/report/finding-policy';
import { withSeverities } from '#core/report/settle-findings';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { type Finding, isOfDocument, type RuleSetId } from '#core/telemetry/findings';
import { truncate } from '#core/telemetry/wording';
import { type MessageText, message } from '#core/util/message';
import type { ExpectedFinding, Violation } from './violation';

/** What one of the three said: in words, and whether it noticed that something is wrong. */
export interface ObservedOutcome {
  readonly tone: 'noticed' | 'passed' | 'open';
  readonly text: MessageText;
}

/** What a record was judged by: the rule sets that are on, and the severities that the user chose. */
export interface ComparedBy {
  readonly ruleSetIds: readonly RuleSetId[];
  readonly policy: Pick<FindingPolicy, 'severities'>;
}

const byDefault: ComparedBy = { ruleSetIds: ['definition', 'envelope'], policy: noPolicy };

/** How what was found compares with what was predicted. */
export type Agreement =
  | { readonly status: 'as-predicted' }
  /** The SDK put another value in the place of the wrong one, so that nothing of it was left to find. */
  | { readonly status: 'fixed-by-sdk' }
  /**
   * `no-event`: the SDK dropped the call, so that there is no event whose envelope could be checked; `sdkOutcome` has the
   * reason. `rule-off`: the rule set that would find it is off, or its findings are.
   */
  | { readonly status: 'not-checkable'; readonly reason: 'no-event' | 'rule-off' }
  | {
      readonly status: 'different';
      readonly missing: readonly ExpectedFinding[];
      readonly unexpected: readonly Finding[];
    };

/**
 * Compares what was found of a fired violation with what was predicted.
 * Findings about other things than the event's shape (secrets, another actor than the entity in use) are not compared;
 * nor is the echo of the same defect.
 */
export function compareFindings(
  violation: Violation,
  record: PlainJudgedRecord,
  { ruleSetIds, policy }: ComparedBy = byDefault,
): Agreement {
  const all = [...record.findings, ...(record.ignored ?? [])];
  const compared = all.filter(({ ruleSet }) => isOfDocument(ruleSet));
  const on = violation.expected.filter(({ ruleSet }) => ruleSetIds.includes(ruleSet));
  const asked = withSeverities(on, policy);
  if (asked.length === 0 && violation.expected.length > 0) return { status: 'not-checkable', reason: 'rule-off' };
  const missing = asked.filter((expected) => !compared.some((finding) => isSame(expected, finding)));
  const known = withSeverities([...violation.expected, ...violation.echo], policy);
  const unexpected = compared.filter((finding) => !known.some((expected) => isSame(expected, finding)));
  if (missing.length + unexpected.length === 0) return { status: 'as-predicted' };
  if (unexpected.length > 0) return { status: 'different', missing, unexpected };
  if (isFixedBySdk(violation, record)) return { status: 'fixed-by-sdk' };
  const needsEvent = missing.every(({ ruleSet }) => ruleSet === 'envelope');
  return needsEvent && isWithoutEvent(record)
    ? { status: 'not-checkable', reason: 'no-event' }
    : { status: 'different', missing, unexpected };
}

/** Whether the SDK ended the call without an event: it dropped the call, or threw. */
function isWithoutEvent(record: PlainJudgedRecord): boolean {
  return record.event === null && ['dropped', 'unobserved', 'threw'].includes(journeyState(record));
}

/** 1.x takes an empty `actor.id` for none, and puts the configured one there. */
function isFixedBySdk({ part, wrong, draft }: Violation, { event }: PlainJudgedRecord): boolean {
  if (part !== 'envelope' || wrong.how !== 'value' || !event) return false;
  const given = valueAt(draft, ['options', ...wrong.path]);
  return JSON.stringify(valueAt(event.json, wrong.path)) !== JSON.stringify(given);
}

function isSame(one: ExpectedFinding, other: ExpectedFinding): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ ruleSet, severity, code, path }: ExpectedFinding): string {
  return JSON.stringify([ruleSet, severity, code, path]);
}

/** What the page's SDK did with the call. */
export function sdkOutcome(record: PlainJudgedRecord): ObservedOutcome {
  const outcome = record.call?.outcome;
  if (outcome?.status === 'threw')
    return { tone: 'noticed', text: message('negativeTests.sdk.threw', { message: outcome.message }) };
  if (record.event) return { tone: 'passed', text: message('negativeTests.sdk.emitted') };
  const drop = record.call && detectDropReason(record.call);
  if (drop?.type === 'validation')
    return { tone: 'noticed', text: message('negativeTests.sdk.droppedByValidation', { message: drop.detail }) };
  if (drop?.type === 'no-start') return { tone: 'noticed', text: message('negativeTests.sdk.droppedNoStart') };
  if (journeyState(record) === 'dropped')
    return { tone: 'noticed', text: message('negativeTests.sdk.droppedSilently') };
  return { tone: 'open', text: message('negativeTests.sdk.notEmitted') };
}

/** How the collector responded to the request that carried the event. */
export function collectorOutcome(record: PlainJudgedRecord): ObservedOutcome {
  const last = record.requests.at(-1);
  if (!last)
    return {
      tone: 'open',
      text: message(record.event ? 'negativeTests.collectorState.notSent' : 'negativeTests.collectorState.neverSent'),
    };
  if (last.end.status === 'failed')
    return {
      tone: 'open',
      text: message('negativeTests.collectorState.noResponse', { message: last.end.problem ?? last.end.message }),
    };
  if (last.end.status !== 'responded')
    return { tone: 'open', text: message('negativeTests.collectorState.noResponseYet') };
  const body = last.responseText === null ? '' : ` ${oneLine(last.responseText)}`;
  return { tone: tones[classifyStatus(last.end.httpStatus)], text: `${last.end.httpStatus}${body}` };
}

const tones: Readonly<Record<StatusClass, ObservedOutcome['tone']>> = {
  accepted: 'passed',
  redirected: 'open',
  'body-dropped': 'open',
  rejected: 'noticed',
};

/** Longest part of a response that a cell repeats, in UTF-16 units. */
const MAX_RESPONSE_CHARS = 200;

function oneLine(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), MAX_RESPONSE_CHARS);
}
