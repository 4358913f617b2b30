import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compilePattern } from '#core/patterns/compile-pattern';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText } from '#core/query/filter-text';
import { createPathReader } from '#core/query/path-reader';
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
  readonly records: readonly JudgedRecord[];
  /** Row after which the next event is expected. */
  readonly cursor: number;
  /** The event of the last step that had an event. */
  readonly matchedEvent: JudgedRecord | null;
  /** Waiting time of the step in milliseconds if its timeout is over, else null. */
  readonly overdueAfterMs: number | null;
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

/** States of calls without an event. Such a call matches only a filter that names one of these states. */
const STATES_WITHOUT_EVENT = /\b(?:called|threw|dropped|lost)\b/i;

function evaluateWaitFor({ filter }: Extract<Step, { type: 'wait-for' }>, view: RunView): StepResult {
  const next = recordsAfterCursor(view);
  const matches = compileCached(filter);
  const acceptsCalls = STATES_WITHOUT_EVENT.test(filter);
  const canMatch = (record: JudgedRecord) =>
    acceptsCalls || mayChange(record, view) || emissionOf(record) === 'emitted';
  const event = next.find((record) => matches(record) && canMatch(record));
  if (event && !acceptsCalls && mayChange(event, view)) return OPEN;
  if (event) return { status: 'passed', details: formatEvent(event), event };
  if (view.overdueAfterMs === null) return OPEN;
  const call = next.find(matches);
  if (call) return toFailure(messageForNoEvent(call));
  const time = { durationMs: view.overdueAfterMs };
  return toFailure(message('scenarios.result.noMatch', { filter, time, instead: receivedInsteadMessage(next) }));
}

function evaluateKind({ kind }: Extract<Step, { type: 'expect-kind' }>, view: RunView): StepResult {
  const [event] = recordsAfterCursor(view);
  const expected = kind.toUpperCase();
  if (event?.kind === kind) {
    if (emissionOf(event) === 'emitted') return { status: 'passed', details: formatEvent(event), event };
    // A request that is observed later may contain the event.
    return view.overdueAfterMs === null ? OPEN : toFailure(messageForNoEvent(event));
  }
  if (event)
    return toFailure(
      message('scenarios.result.otherNext', { kind: expected, event: formatEvent(event), n: event.row }),
    );
  if (view.overdueAfterMs === null) return OPEN;
  return toFailure(
    message('scenarios.result.nothingNext', { kind: expected, time: { durationMs: view.overdueAfterMs } }),
  );
}

function evaluateField({ path, is }: Extract<Step, { type: 'expect-field' }>, view: RunView): StepResult {
  const { matchedEvent } = view;
  if (!matchedEvent) return toFailure(message('scenarios.result.noEvent', { path }));
  if (mayChange(matchedEvent, view)) return OPEN;
  const values = createPathReader(path)(matchedEvent);
  const actual: MessageText = values.length === 0 ? message('change.absent') : values.map(formatValue).join(', ');
  if (passesTest(is, values)) return { status: 'passed', details: actual };
  const [first] = values;
  const params = { path, event: messageForEventInRow(matchedEvent), test: messageForFieldTest(is) };
  if (first === undefined) return toFailure(message('scenarios.result.fieldAbsent', params));
  return toFailure(message('scenarios.result.fieldIs', { ...params, value: formatValue(first) }));
}

function evaluateNoInvalid(view: RunView): StepResult {
  const { records } = view;
  const invalid = records.filter(({ verdict }) => verdict === 'invalid');
  if (invalid.length === 0) {
    if (hasOpenEvent(view)) return OPEN;
    return {
      status: 'passed',
      details: message('scenarios.result.noneInvalid', { events: messageForEventCount(records.length) }),
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
  return toFailure([message('scenarios.result.invalid', invalid.length, { n: invalid.length }), ...actual]);
}

function evaluateCount(
  { filter, count, compare = 'exactly' }: Extract<Step, { type: 'expect-count' }>,
  view: RunView,
): StepResult {
  const actual = view.records.filter(compileCached(filter)).length;
  const passes = { exactly: actual === count, 'at least': actual >= count, 'at most': actual <= count }[compare];
  if (passes && hasOpenEvent(view)) return OPEN;
  if (passes) return { status: 'passed', details: messageForEventCount(actual) };
  if (actual < count && view.overdueAfterMs === null) return OPEN;
  const matching = message('scenarios.result.matching', actual, { n: actual, filter });
  const params = { matching, compare: messageForComparison(compare), n: count };
  return toFailure(message('scenarios.result.otherCount', count, params));
}

function toFailure(difference: MessageText): StepResult {
  return { status: 'failed', difference };
}

function recordsAfterCursor({ records, cursor }: RunView): readonly JudgedRecord[] {
  return records.filter(({ row }) => row > cursor);
}

/** Limit of the events in a message. The first event is the most useful. */
const MAX_NAMED = 3;

function receivedInsteadMessage(events: readonly JudgedRecord[]): Message {
  if (events.length === 0) return message('scenarios.result.nothingReceived');
  const namedEvents = events.slice(0, MAX_NAMED).map(formatEvent).join(', ');
  const more = events.length - MAX_NAMED;
  if (more <= 0) return message('scenarios.result.receivedInstead', { events: namedEvents });
  return message('scenarios.result.receivedInsteadMore', { events: namedEvents, n: more });
}

const matchers = new Map<string, Matcher>();

/** Caches compiled filters. An invalid filter matches nothing; scenarios are validated when they are read. */
function compileCached(filter: string): Matcher {
  const cached = matchers.get(filter);
  if (cached) return cached;
  const read = compileFilterText(filter);
  const created: Matcher = read.ok ? read.value : () => false;
  if (matchers.size >= MAX_MATCHERS) matchers.clear();
  matchers.set(filter, created);
  return created;
}

const MAX_MATCHERS = 1000;

function passesTest(test: FieldTest, values: readonly Json[]): boolean {
  const presentValues = values.filter((value) => value !== null);
  if ('present' in test) return test.present === presentValues.length > 0;
  if ('equals' in test) return values.some((value) => jsonEquals(value, test.equals));
  const pattern = compilePattern({ source: test.matches, flags: 'u' });
  if (!pattern.ok) return false;
  return presentValues.some((value) => pattern.value(typeof value === 'string' ? value : JSON.stringify(value)));
}

/**
 * Whether the SDK may still emit an event, with other fields and findings than its call.
 * False once the timeout of the step is over.
 */
function mayChange(record: JudgedRecord, { overdueAfterMs }: RunView): boolean {
  return overdueAfterMs === null && emissionOf(record) === 'open';
}

function hasOpenEvent(view: RunView): boolean {
  return view.records.some((record) => mayChange(record, view));
}

/** Whether a recorded event passes a test. A value of the call does not count if the SDK has changed the value. */
export function meetsFieldTest(record: JudgedRecord, path: string, test: FieldTest): boolean {
  return passesTest(test, createPathReader(path)(record));
}
