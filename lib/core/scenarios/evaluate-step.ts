import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compilePattern } from '#core/patterns/compile-pattern';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText } from '#core/query/filter-text';
import { valuesAt } from '#core/query/path-reader';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type Message, type MessageText, message } from '#core/util/message';
import { emissionOf } from './call-emission';
import type { FieldTest, Step } from './scenario';
import {
  formatEvent,
  formatValue,
  messageForComparison,
  messageForEventCount,
  messageForEventInRow,
  messageForFieldTest,
  messageForNoEvent,
} from './step-labels';

/** The state that a step is evaluated against. */
export interface RunView {
  /** The events of this run, oldest first. */
  readonly seen: readonly JudgedRecord[];
  /** Row after which the next event is expected. */
  readonly cursor: number;
  /** The event of the last step that had one. */
  readonly matched: JudgedRecord | null;
  /** Waiting time of the step in milliseconds if its timeout is over, else null. */
  readonly overdueAfter: number | null;
}

export type StepResult =
  | { readonly status: 'open' }
  /** `event` becomes the matched event. */
  | { readonly status: 'passed'; readonly details: MessageText; readonly event?: JudgedRecord }
  | { readonly status: 'failed'; readonly difference: MessageText };

type EvaluatedStep = Exclude<Step, { type: 'fire' } | { type: 'wait' }>;

const OPEN: StepResult = { status: 'open' };

/** Evaluates a step against the records so far. A failure contains the difference to the expectation. */
export function evaluateStep(step: EvaluatedStep, view: RunView): StepResult {
  switch (step.type) {
    case 'wait-for':
      return evaluateWaitFor(step, view);
    case 'expect-kind':
      return evaluateKind(step, view);
    case 'expect-field':
      return evaluateField(step, view);
    case 'expect-no-invalid':
      return evaluateNoInvalid(view);
    case 'expect-count':
      return evaluateCount(step, view);
  }
}

/** Only a filter with one of these states matches a call without an event. */
const STATES_WITHOUT_EVENT = /\b(?:called|threw|dropped|lost)\b/i;

function evaluateWaitFor({ filter }: Extract<Step, { type: 'wait-for' }>, view: RunView): StepResult {
  const next = comingAfter(view);
  const matches = matcherOf(filter);
  const isOfCalls = STATES_WITHOUT_EVENT.test(filter);
  const isWanted = (record: JudgedRecord) => isOfCalls || mayChange(record, view) || emissionOf(record) === 'emitted';
  const event = next.find((record) => matches(record) && isWanted(record));
  if (event && !isOfCalls && mayChange(event, view)) return OPEN;
  if (event) return { status: 'passed', details: formatEvent(event), event };
  if (view.overdueAfter === null) return OPEN;
  const call = next.find(matches);
  if (call) return failed(messageForNoEvent(call));
  const time = { durationMs: view.overdueAfter };
  return failed(message('scenarios.result.noMatch', { filter, time, instead: receivedInsteadMessage(next) }));
}

function evaluateKind({ kind }: Extract<Step, { type: 'expect-kind' }>, view: RunView): StepResult {
  const [event] = comingAfter(view);
  const expected = kind.toUpperCase();
  if (event?.kind === kind) {
    if (emissionOf(event) === 'emitted') return { status: 'passed', details: formatEvent(event), event };
    // A request that is observed later may contain the event.
    return view.overdueAfter === null ? OPEN : failed(messageForNoEvent(event));
  }
  if (event)
    return failed(message('scenarios.result.otherNext', { kind: expected, event: formatEvent(event), n: event.row }));
  if (view.overdueAfter === null) return OPEN;
  return failed(message('scenarios.result.nothingNext', { kind: expected, time: { durationMs: view.overdueAfter } }));
}

function evaluateField({ path, is }: Extract<Step, { type: 'expect-field' }>, view: RunView): StepResult {
  const { matched } = view;
  if (!matched) return failed(message('scenarios.result.noEvent', { path }));
  if (mayChange(matched, view)) return OPEN;
  const values = valuesAt(path)(matched);
  const actual: MessageText = values.length === 0 ? message('change.absent') : values.map(formatValue).join(', ');
  if (meets(is, values)) return { status: 'passed', details: actual };
  const [first] = values;
  const params = { path, event: messageForEventInRow(matched), test: messageForFieldTest(is) };
  if (first === undefined) return failed(message('scenarios.result.fieldAbsent', params));
  return failed(message('scenarios.result.fieldIs', { ...params, value: formatValue(first) }));
}

function evaluateNoInvalid(view: RunView): StepResult {
  const { seen } = view;
  const invalid = seen.filter(({ verdict }) => verdict === 'invalid');
  if (invalid.length === 0) {
    if (hasOpenEvent(view)) return OPEN;
    return {
      status: 'passed',
      details: message('scenarios.result.noneInvalid', { events: messageForEventCount(seen.length) }),
    };
  }
  const actual = invalid.slice(0, MAX_NAMED).map((record): Message => {
    const error = record.findings.find(({ severity }) => severity === 'error');
    if (!error) return messageForEventInRow(record);
    return message('scenarios.result.invalidEvent', {
      event: messageForEventInRow(record),
      path: error.path.join('.'),
      finding: { finding: { path: error.path, params: error.params } },
    });
  });
  const more = invalid.length - actual.length;
  if (more > 0) actual.push(message('scenarios.result.andMore', { n: more }));
  return failed([message('scenarios.result.invalid', invalid.length, { n: invalid.length }), ...actual]);
}

function evaluateCount(
  { filter, count, compare = 'exactly' }: Extract<Step, { type: 'expect-count' }>,
  view: RunView,
): StepResult {
  const found = view.seen.filter(matcherOf(filter)).length;
  const passes = { exactly: found === count, 'at least': found >= count, 'at most': found <= count }[compare];
  if (passes && hasOpenEvent(view)) return OPEN;
  if (passes) return { status: 'passed', details: messageForEventCount(found) };
  if (found < count && view.overdueAfter === null) return OPEN;
  const matching = message('scenarios.result.matching', found, { n: found, filter });
  const params = { matching, compare: messageForComparison(compare), n: count };
  return failed(message('scenarios.result.otherCount', count, params));
}

function failed(difference: MessageText): StepResult {
  return { status: 'failed', difference };
}

function comingAfter({ seen, cursor }: RunView): readonly JudgedRecord[] {
  return seen.filter(({ row }) => row > cursor);
}

/** Limit of the events in a message: the first one is the most useful. */
const MAX_NAMED = 3;

function receivedInsteadMessage(events: readonly JudgedRecord[]): Message {
  if (events.length === 0) return message('scenarios.result.nothingReceived');
  const shown = events.slice(0, MAX_NAMED).map(formatEvent).join(', ');
  const more = events.length - MAX_NAMED;
  if (more <= 0) return message('scenarios.result.receivedInstead', { events: shown });
  return message('scenarios.result.receivedInsteadMore', { events: shown, n: more });
}

const matchers = new Map<string, Matcher>();

/** Filters were validated when the scenario was read; an invalid one matches nothing. */
function matcherOf(filter: string): Matcher {
  const cached = matchers.get(filter);
  if (cached) return cached;
  const read = compileFilterText(filter);
  const created: Matcher = read.ok ? read.value : () => false;
  if (matchers.size >= MAX_MATCHERS) matchers.clear();
  matchers.set(filter, created);
  return created;
}

const MAX_MATCHERS = 1000;

function meets(test: FieldTest, found: readonly Json[]): boolean {
  const values = found.filter((value) => value !== null);
  if ('present' in test) return test.present === values.length > 0;
  if ('equals' in test) return found.some((value) => jsonEquals(value, test.equals));
  const pattern = compilePattern({ source: test.matches, flags: 'u' });
  if (!pattern.ok) return false;
  return values.some((value) => pattern.value(typeof value === 'string' ? value : JSON.stringify(value)));
}

/**
 * Whether the SDK may still emit an event, with other fields and findings than its call.
 * No longer at the timeout.
 */
function mayChange(record: JudgedRecord, { overdueAfter }: RunView): boolean {
  return overdueAfter === null && emissionOf(record) === 'open';
}

function hasOpenEvent(view: RunView): boolean {
  return view.seen.some((record) => mayChange(record, view));
}

/** Whether a recorded event meets a test. A value of the call does not if the SDK has changed it. */
export function meetsFieldTest(record: JudgedRecord, path: string, test: FieldTest): boolean {
  return meets(test, valuesAt(path)(record));
}
