import { journeyStates } from '#core/journey/journey-state';
import { fateCodes } from '#core/pipeline/fate-codes';
import { builtInRuleSetIds, findingCodes, SESSION_RULE_SET, sessionFindingCodes } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { type Message, message } from '#core/util/message';

/** A key of the filter language, which is not a path of the event. */
export interface FilterKey {
  /** Noun for a value in a sentence: `a kind`. */
  readonly noun: Message;
  /** The closed list of values, or null if any value is allowed. */
  readonly values: readonly string[] | null;
}

/**
 * Journey states as values of `is:`.
 * `is:unknown` selects the verdict on events of no V3 kind. The journey state needs `state:unknown`.
 */
const IS_STATES = journeyStates.filter((state) => state !== 'unknown');
const RULES = [...findingCodes, ...builtInRuleSetIds, SESSION_RULE_SET, ...sessionFindingCodes] as const;

/** All keys of the filter language. */
export const filterKeys = {
  kind: { noun: message('filter.noun.kind'), values: eventKinds },
  is: {
    noun: message('filter.noun.is'),
    values: [
      ...['valid', 'invalid', 'unknown', 'notice', 'changed', 'duplicate', 'disagreed', 'ignored', 'manual'],
      ...IS_STATES,
    ],
  },
  state: { noun: message('filter.noun.state'), values: journeyStates },
  rule: { noun: message('filter.noun.rule'), values: RULES },
  fate: { noun: message('filter.noun.fate'), values: fateCodes },
  'user-session': { noun: message('filter.noun.userSession'), values: null },
  page: { noun: message('filter.noun.page'), values: null },
  source: { noun: message('filter.noun.source'), values: null },
  element: { noun: message('filter.noun.element'), values: null },
  mid: { noun: message('filter.noun.mid'), values: null },
  sid: { noun: message('filter.noun.sid'), values: null },
  time: { noun: message('filter.noun.time'), values: null },
} as const satisfies Readonly<Record<string, FilterKey>>;

/** A key of the filter language before a colon: `kind`, `is`, … */
export type FilterKeyName = keyof typeof filterKeys;

/** Whether a name is a key of the filter language, not the name of an event field. */
export function isFilterKey(name: string): name is FilterKeyName {
  return Object.hasOwn(filterKeys, name);
}

/** Returns the closed list of a key's values, or null if any value is allowed. */
export function valuesOf(key: FilterKeyName): readonly string[] | null {
  return filterKeys[key].values;
}

/**
 * Whether a value in lower case is in the closed list of a key.
 * Rule sets of a team, such as `schema:team`, always are.
 */
export function isListedValue(key: FilterKeyName, value: string): boolean {
  return valuesOf(key)?.includes(value) === true || (key === 'rule' && /^(schema|custom):./.test(value));
}

/** Whether a value is the beginning of a listed value. */
export function isValuePrefix(key: FilterKeyName, value: string): boolean {
  const names = key === 'rule' ? [...filterKeys.rule.values, 'schema:', 'custom:'] : (valuesOf(key) ?? []);
  return !isListedValue(key, value) && names.some((name) => name.startsWith(value));
}

/** The top-level fields of an event; `data` is the name of `edata` in SDK methods. */
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
