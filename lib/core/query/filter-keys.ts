import { journeyStates } from '#core/journey/journey-state';
import type { FindingCode, RecordedRuleSetId } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { type Message, message } from '#core/util/message';
import { isEdataField } from './edata-fields';

/** What one may write before a colon, apart from the paths of an event. */
export interface FilterKey {
  /** What a value is called in a sentence: `a kind`. */
  readonly noun: Message;
  /** The closed list of values, or null if anything may stand. */
  readonly values: readonly string[] | null;
}

/** A record, so that the compiler asks for each of them. */
const rules: Readonly<Record<FindingCode | RecordedRuleSetId, true>> = {
  missing: true,
  'wrong-type': true,
  'not-in-list': true,
  'out-of-range': true,
  'unknown-field': true,
  'extra-argument': true,
  contradiction: true,
  secret: true,
  definition: true,
  envelope: true,
  privacy: true,
  session: true,
};

/** Every key that the reader knows. */
export const filterKeys = {
  kind: { noun: message('filter.noun.kind'), values: eventKinds },
  is: {
    noun: message('filter.noun.is'),
    values: ['valid', 'invalid', 'notice', 'changed', 'doubled', 'fired', ...journeyStates],
  },
  state: { noun: message('filter.noun.state'), values: journeyStates },
  rule: { noun: message('filter.noun.rule'), values: Object.keys(rules) },
  page: { noun: message('filter.noun.page'), values: null },
  mid: { noun: message('filter.noun.mid'), values: null },
  sid: { noun: message('filter.noun.sid'), values: null },
  time: { noun: message('filter.noun.time'), values: null },
} as const satisfies Readonly<Record<string, FilterKey>>;

export type FilterKeyName = keyof typeof filterKeys;

export function isFilterKey(name: string): name is FilterKeyName {
  return Object.hasOwn(filterKeys, name);
}

/** The closed list of a key's values, or null if anything may stand. */
export function valuesOf(key: FilterKeyName): readonly string[] | null {
  return filterKeys[key].values;
}

/** The parts of an event as it travels; `data` is what the SDK's methods call `edata`. */
export const eventParts: readonly string[] = [
  'eid',
  'ets',
  'ver',
  'actor',
  'context',
  'object',
  'edata',
  'data',
  'tags',
  'cdata',
];

/**
 * Whether a key is a path into the event.
 * Custom events have parts of their own, so that any dotted path will do. A field of `edata` needs no path before its
 * name.
 */
export function isPath(key: string): boolean {
  return key.includes('.') || eventParts.includes(key) || isEdataField(key);
}
