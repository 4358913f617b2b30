import { fateCodes } from '#core/pipeline/fate-codes';
import type { FilterKeyName } from '#core/query/filter-keys';
import {
  builtInRuleSetIds,
  type FindingCode,
  SESSION_RULE_SET,
  type SessionFindingCode,
  sessionFindingCodes,
} from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';

/** The description of a key in suggestions and in the help. */
export interface FilterKeyText {
  readonly summary: string;
  readonly example: string;
  /** Descriptions of the values of a closed list, or null if any value is allowed. */
  readonly values: Readonly<Record<string, string>> | null;
}

/**
 * Descriptions of states by filter value.
 * `filter-key-texts.test.ts` compares their keys with the parser's.
 */
const states = (): Readonly<Record<string, string>> => ({
  called: i18n.t('filter.value.called'),
  threw: i18n.t('filter.value.threw'),
  dropped: i18n.t('filter.value.dropped'),
  waiting: i18n.t('filter.value.waiting'),
  sent: i18n.t('filter.value.sent'),
  accepted: i18n.t('filter.value.accepted'),
  rejected: i18n.t('filter.value.rejected'),
  failed: i18n.t('filter.value.failed'),
  lost: i18n.t('filter.value.lost'),
  unobserved: i18n.t('filter.value.unobserved'),
  unknown: i18n.t('filter.value.unknown'),
});

/** The journey states among the values of `is:`. There, `unknown` is a verdict instead of a state. */
function statesOfIs(): Readonly<Record<string, string>> {
  const { unknown: _, ...others } = states();
  return others;
}

const rules = (): Readonly<Record<Exclude<FindingCode, SessionFindingCode>, string> & Record<string, string>> => ({
  missing: i18n.t('filter.value.missing'),
  'wrong-type': i18n.t('filter.value.wrongType'),
  'not-in-list': i18n.t('filter.value.notInList'),
  'out-of-range': i18n.t('filter.value.outOfRange'),
  'unknown-field': i18n.t('filter.value.unknownField'),
  'extra-argument': i18n.t('filter.value.extraArgument'),
  contradiction: i18n.t('filter.value.contradiction'),
  secret: i18n.t('filter.value.secret'),
  'wrong-unit': i18n.t('filter.value.wrongUnit'),
  'event-age': i18n.t('filter.value.eventAge'),
  placeholder: i18n.t('filter.value.placeholder'),
  'misplaced-value': i18n.t('filter.value.misplacedValue'),
  'empty-object': i18n.t('filter.value.emptyObject'),
  'json-as-text': i18n.t('filter.value.jsonAsText'),
  wrapped: i18n.t('filter.value.wrapped'),
  'earlier-version': i18n.t('filter.value.earlierVersion'),
  'personal-data': i18n.t('filter.value.personalData'),
  'rejected-body': i18n.t('filter.value.rejectedBody'),
  custom: i18n.t('filter.value.custom'),
  ...Object.fromEntries(builtInRuleSetIds.map((id) => [id, i18n.t(`ruleSets.name.${id}`)])),
  definition: i18n.t('filter.value.definition'),
  envelope: i18n.t('filter.value.envelope'),
  entity: i18n.t('filter.value.entity'),
  privacy: i18n.t('filter.value.privacy'),
  ingestion: i18n.t('filter.value.ingestion'),
  hints: i18n.t('filter.value.hints'),
  [SESSION_RULE_SET]: i18n.t('filter.value.userSession'),
  ...Object.fromEntries(sessionFindingCodes.map((code) => [code, i18n.t('ruleSets.name.user-session')])),
});

export const filterKeyTexts = (): Readonly<Record<FilterKeyName, FilterKeyText>> => ({
  kind: {
    summary: i18n.t('filter.help.kind'),
    example: 'kind:interact',
    values: Object.fromEntries(eventKinds.map((kind) => [kind, ''])),
  },
  is: {
    summary: i18n.t('filter.help.is'),
    example: 'is:lost',
    values: {
      valid: i18n.t('filter.value.valid'),
      invalid: i18n.t('filter.value.invalid'),
      unknown: i18n.t('filter.value.unknownKind'),
      notice: i18n.t('filter.value.notice'),
      changed: i18n.t('filter.value.changed'),
      duplicate: i18n.t('filter.value.duplicate'),
      disagreed: i18n.t('filter.value.disagreed'),
      ignored: i18n.t('filter.value.ignored'),
      manual: i18n.t('filter.value.manual'),
      ...statesOfIs(),
      failed: i18n.t('filter.value.anyFailure'),
    },
  },
  state: { summary: i18n.t('filter.help.state'), example: 'state:sent', values: states() },
  fate: {
    summary: i18n.t('filter.help.fate'),
    example: 'fate:duplicate',
    values: Object.fromEntries(fateCodes.map((code) => [code, i18n.t(`filter.fate.${code}`)])),
  },
  'user-session': { summary: i18n.t('filter.help.userSession'), example: 'user-session:2', values: null },
  rule: { summary: i18n.t('filter.help.rule'), example: 'rule:missing', values: rules() },
  page: { summary: i18n.t('filter.help.page'), example: 'page:home', values: null },
  source: { summary: i18n.t('filter.help.source'), example: 'source:portal', values: null },
  element: { summary: i18n.t('filter.help.element'), example: 'element:#play', values: null },
  mid: { summary: i18n.t('filter.help.mid'), example: 'mid:a3f0', values: null },
  sid: { summary: i18n.t('filter.help.sid'), example: 'sid:b1f3*', values: null },
  time: { summary: i18n.t('filter.help.time'), example: 'time:14:02..14:03', values: null },
});
