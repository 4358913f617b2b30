import { i18n } from '#i18n';
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
  called: i18n.t('filter.value.called'),
  threw: i18n.t('filter.value.threw'),
  dropped: i18n.t('filter.value.dropped'),
  waiting: i18n.t('filter.value.waiting'),
  sent: i18n.t('filter.value.sent'),
  answered: i18n.t('filter.value.answered'),
  refused: i18n.t('filter.value.refused'),
  failed: i18n.t('filter.value.failed'),
  lost: i18n.t('filter.value.lost'),
  untold: i18n.t('filter.value.untold'),
};

const rules: Readonly<Record<FindingCode | RuleSet, string>> = {
  missing: i18n.t('filter.value.missing'),
  'wrong-type': i18n.t('filter.value.wrongType'),
  'not-in-list': i18n.t('filter.value.notInList'),
  'out-of-range': i18n.t('filter.value.outOfRange'),
  'unknown-field': i18n.t('filter.value.unknownField'),
  'extra-argument': i18n.t('filter.value.extraArgument'),
  contradiction: i18n.t('filter.value.contradiction'),
  secret: i18n.t('filter.value.secret'),
  definition: i18n.t('filter.value.definition'),
  envelope: i18n.t('filter.value.envelope'),
  privacy: i18n.t('filter.value.privacy'),
  session: i18n.t('filter.value.session'),
};

/** Every key with what it means: the reader, the completion and the help card all ask this table. */
export const filterKeys = {
  kind: {
    noun: i18n.t('filter.noun.kind'),
    summary: i18n.t('filter.can.kind'),
    example: 'kind:interact',
    values: Object.fromEntries(eventKinds.map((kind) => [kind, ''])),
  },
  is: {
    noun: i18n.t('filter.noun.is'),
    summary: i18n.t('filter.can.is'),
    example: 'is:lost',
    values: {
      valid: i18n.t('filter.value.valid'),
      invalid: i18n.t('filter.value.invalid'),
      notice: i18n.t('filter.value.notice'),
      changed: i18n.t('filter.value.changed'),
      doubled: i18n.t('filter.value.doubled'),
      fired: i18n.t('filter.value.fired'),
      ...states,
      failed: i18n.t('filter.value.anyFailure'),
    },
  },
  state: {
    noun: i18n.t('filter.noun.state'),
    summary: i18n.t('filter.can.state'),
    example: 'state:sent',
    values: states,
  },
  rule: {
    noun: i18n.t('filter.noun.rule'),
    summary: i18n.t('filter.can.rule'),
    example: 'rule:missing',
    values: rules,
  },
  page: { noun: i18n.t('filter.noun.page'), summary: i18n.t('filter.can.page'), example: 'page:home', values: null },
  mid: { noun: i18n.t('filter.noun.mid'), summary: i18n.t('filter.can.mid'), example: 'mid:a3f0', values: null },
  sid: { noun: i18n.t('filter.noun.sid'), summary: i18n.t('filter.can.sid'), example: 'sid:b1f3*', values: null },
  time: {
    noun: i18n.t('filter.noun.time'),
    summary: i18n.t('filter.can.time'),
    example: 'time:14:02..14:03',
    values: null,
  },
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
