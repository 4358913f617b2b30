import type { journeyStates } from '../../journey/state';
import type { FindingCode, RuleSet } from '../../telemetry/findings';
import { eventKinds } from '../../telemetry/kinds';

/** What one may write before a colon, apart from the paths of an event. */
export interface FilterKey {
  /** What a value is called in a sentence: `a kind`. */
  readonly noun: string;
  readonly summary: string;
  readonly example: string;
  /** The closed list of values, each with what it means; null where anything may stand. */
  readonly values: Readonly<Record<string, string>> | null;
}

const states: Readonly<Record<(typeof journeyStates)[number], string>> = {
  called: 'called; no event of it yet',
  threw: 'the SDK threw',
  dropped: 'called, but the SDK raised no event',
  waiting: 'in the SDK until its batch is sent',
  sent: 'sent; no answer yet',
  answered: 'the collector took it',
  refused: 'the collector refused it',
  failed: 'sent, but no answer came',
  lost: 'the page went away before it was sent',
};

const rules: Readonly<Record<FindingCode | RuleSet, string>> = {
  missing: 'something required is missing',
  'wrong-type': 'a value of the wrong type',
  'not-in-list': 'not one of the allowed values',
  'out-of-range': 'too small or too large',
  'unknown-field': 'a field that the document does not list',
  'extra-argument': 'an argument too many',
  contradiction: 'two fields that contradict each other',
  secret: 'a token or a password',
  definition: 'any finding of the definition',
  envelope: 'any finding of the envelope',
  privacy: 'any finding about secrets',
  session: 'another actor than the entity in use',
};

/** Every key with what it means: the reader, the completion and the help card all ask this table. */
export const filterKeys = {
  kind: {
    noun: 'a kind',
    summary: 'kind of event',
    example: 'kind:interact',
    values: Object.fromEntries(eventKinds.map((kind) => [kind, ''])),
  },
  is: {
    noun: 'something that is: can ask for',
    summary: 'what became of it',
    example: 'is:lost',
    values: {
      valid: 'without errors',
      invalid: 'with errors',
      notice: 'something worth knowing',
      changed: 'sent otherwise than it was called',
      doubled: 'sent twice, or one mid for two',
      fired: 'fired by hand',
      ...states,
    },
  },
  state: { noun: 'a state', summary: 'how far it got', example: 'state:sent', values: states },
  rule: { noun: 'a rule', summary: 'a finding, or a rule set', example: 'rule:missing', values: rules },
  page: { noun: 'a page', summary: 'address of its page or frame', example: 'page:home', values: null },
  mid: { noun: 'a mid', summary: 'part of its message id', example: 'mid:a3f0', values: null },
  sid: { noun: 'a session', summary: 'its session id', example: 'sid:b1f3*', values: null },
  time: { noun: 'a time', summary: 'between two times of day', example: 'time:14:02..14:03', values: null },
} as const satisfies Readonly<Record<string, FilterKey>>;

export type FilterKeyName = keyof typeof filterKeys;

export function isFilterKey(name: string): name is FilterKeyName {
  return Object.hasOwn(filterKeys, name);
}

/** The closed list of a key's values; null where anything may stand. */
export function valuesOf(key: FilterKeyName): Readonly<Record<string, string>> | null {
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

/** Whether a key is a path into the event. Custom events have parts of their own, so that any dotted path will do. */
export function isPath(key: string): boolean {
  return key.includes('.') || eventParts.includes(key);
}
