import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { truncate } from '#core/telemetry/wording';
import { type Message, type MessageParams, type MessageText, message } from '#core/util/message';
import type { FieldTest, Step } from './scenario';

/** Returns the label of a step in lists and failures. */
export function messageForStep(step: Step): Message {
  switch (step.type) {
    case 'fire':
      return message('scenarios.stepText.fire', { kind: step.kind.toUpperCase() });
    case 'wait-for':
      return message('scenarios.stepText.waitFor', { filter: step.filter });
    case 'wait':
      return message('scenarios.stepText.wait', { time: { durationMs: step.ms } });
    case 'expect-kind':
      return message('scenarios.stepText.expectKind', { kind: step.kind.toUpperCase() });
    case 'expect-field':
      return message('scenarios.stepText.expectField', { path: step.path, test: messageForFieldTest(step.is) });
    case 'expect-no-invalid':
      return message('scenarios.stepTypes.expectNoInvalid');
    case 'expect-count':
      return message('scenarios.stepText.expectCount', {
        compare: messageForComparison(step.compare),
        events: messageForEventCount(step.count),
        filter: step.filter,
      });
  }
}

const comparisons = { exactly: 'exactly', 'at least': 'atLeast', 'at most': 'atMost' } as const;

export function messageForComparison(compare: keyof typeof comparisons = 'exactly'): Message {
  return message(`scenarios.comparisons.${comparisons[compare]}`);
}

export function messageForFieldTest(test: FieldTest): Message {
  if ('equals' in test) return message('scenarios.stepText.toBe', { value: formatValue(test.equals) });
  if ('matches' in test) return message('scenarios.stepText.toMatch', { pattern: test.matches });
  return message(test.present ? 'scenarios.tests.present' : 'scenarios.tests.absent');
}

/** Formats an event for a result: `IMPRESSION water-cycle-1 · view`. */
export function formatEvent({ kind, name, headline }: Pick<JudgedRecord, 'kind' | 'name' | 'headline'>): string {
  return `${kind ? kind.toUpperCase() : name} ${headline}`.trim();
}

/** Returns a message such as `1 event` or `1,310 events`. */
export function messageForEventCount(count: number): Message {
  return message('count.event', count, { n: count });
}

const IN_ROW = 'scenarios.result.inRow';
const OTHER_NEXT = 'scenarios.result.otherNext';

/** Formats an event with its row, such as `IMPRESSION home (row 7)`. */
export function messageForEventInRow(record: Pick<JudgedRecord, 'kind' | 'name' | 'headline' | 'row'>): Message {
  return message(IN_ROW, { event: formatEvent(record), n: record.row });
}

/** Returns the failure of a call whose event was expected. */
export function messageForNoEvent(record: Parameters<typeof messageForEventInRow>[0]): Message {
  return message('scenarios.result.notEmitted', { event: messageForEventInRow(record) });
}

/** Returns the text without row numbers, which differ between runs. */
export function withoutRows(text: MessageText): MessageText {
  return withRowNumbers(text, () => null);
}

/** Replaces each row of a text by its number from `numberOf`, and omits the row if that is `null`. */
export function withRowNumbers(text: MessageText, numberOf: (row: number) => number | null): MessageText {
  if (typeof text === 'string') return text;
  if ('finding' in text || 'durationMs' in text) return text;
  if (!('code' in text)) return text.map((part) => withRowNumbers(part, numberOf));
  const { code, params = {} } = text;
  if (code === IN_ROW || code === OTHER_NEXT) return withRowNumber(code, params, numberOf);
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : withRowNumbers(value, numberOf),
  ]);
  return { ...text, params: Object.fromEntries(values) };
}

function withRowNumber(
  code: typeof IN_ROW | typeof OTHER_NEXT,
  params: MessageParams,
  numberOf: (row: number) => number | null,
): MessageText {
  const number = typeof params.n === 'number' ? numberOf(params.n) : null;
  const event = paramText(params, 'event');
  if (code === IN_ROW) return number === null ? event : message(code, { event, n: number });
  const kind = paramText(params, 'kind');
  return number === null
    ? message('scenarios.result.otherNextEvent', { kind, event })
    : message(code, { kind, event, n: number });
}

function paramText(params: MessageParams, name: string): MessageText {
  const value = params[name] ?? '';
  return typeof value === 'number' ? String(value) : value;
}

const MAX_VALUE_CHARS = 200;

export function formatValue(value: Json): string {
  return truncate(JSON.stringify(value), MAX_VALUE_CHARS);
}
