import { type JourneyState, journeyStates } from '#core/journey/journey-state';
import { builtInRuleSetIds, findingCodes } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { type Message, message } from '#core/util/message';

/** What one may write before a colon, apart from the paths of an event. */
export interface FilterKey {
  /** What a value is called in a sentence: `a kind`. */
  readonly noun: Message;
  /** The closed list of values, or null if anything may stand. */
  readonly values: readonly string[] | null;
}

/** The words for states and marks whose codes are not what the interface calls them. */
const valuesByCode: Readonly<Record<string, string>> = {
  answered: 'accepted',
  refused: 'rejected',
  doubled: 'duplicate',
};

const codesByWord: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(valuesByCode).map(([code, word]) => [word, code]),
);

/** The word of the filter language for a state. */
function stateWord(state: JourneyState): string {
  return valuesByCode[state] ?? state;
}

/**
 * Returns what a word of a closed list stands for.
 * Filters that were stored before the words changed have the codes themselves: those stand for themselves.
 */
export function codeOfValue(key: FilterKeyName, word: string): string {
  return key === 'is' || key === 'state' ? (codesByWord[word] ?? word) : word;
}

/** Returns the word that is written today for a word of any time. */
export function currentValue(key: FilterKeyName, word: string): string {
  return key === 'is' || key === 'state' ? (valuesByCode[word] ?? word) : word;
}

/** The words of a key that are read but not offered any more. */
export function formerValues(key: FilterKeyName): readonly string[] {
  if (key === 'state') return Object.keys(valuesByCode).filter((code) => code !== 'doubled');
  return key === 'is' ? Object.keys(valuesByCode) : [];
}

/** Every key that the reader knows. */
export const filterKeys = {
  kind: { noun: message('filter.noun.kind'), values: eventKinds },
  is: {
    noun: message('filter.noun.is'),
    values: ['valid', 'invalid', 'notice', 'changed', 'duplicate', 'manual', ...journeyStates.map(stateWord)],
  },
  state: { noun: message('filter.noun.state'), values: journeyStates.map(stateWord) },
  rule: { noun: message('filter.noun.rule'), values: [...findingCodes, ...builtInRuleSetIds] },
  page: { noun: message('filter.noun.page'), values: null },
  element: { noun: message('filter.noun.element'), values: null },
  mid: { noun: message('filter.noun.mid'), values: null },
  sid: { noun: message('filter.noun.sid'), values: null },
  time: { noun: message('filter.noun.time'), values: null },
} as const satisfies Readonly<Record<string, FilterKey>>;

/** A key of the filter language that stands before a colon: `kind`, `is`, … */
export type FilterKeyName = keyof typeof filterKeys;

/** Tells keys of the filter language from names of event fields. */
export function isFilterKey(name: string): name is FilterKeyName {
  return Object.hasOwn(filterKeys, name);
}

/** The closed list of a key's values, or null if anything may stand. */
export function valuesOf(key: FilterKeyName): readonly string[] | null {
  return filterKeys[key].values;
}

/** The parts of an event on the wire; `data` is what the SDK's methods call `edata`. */
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
