import type { TelemetryRecord } from '#core/journey/record';
import { toFilterMatcher } from '#core/query/filter-text';
import type { FindingPolicy } from '#core/report/finding-policy';
import { createEntityRules } from '#core/rules/checks';
import { defaultRuleSets } from '#core/rules/default-rule-sets';
import { DEFAULT_PIPELINE, duplicateWindowsMs } from '#core/rules/ingestion/ingestion-profiles';
import type { ActingEntity } from '#core/rules/privacy/actor-check';
import { isRuleSetName, type OptionalRuleSetName } from '#core/rules/rule-set-names';
import { isRuleSetOn, type RuleSettings } from '#core/rules/rule-settings';
import { createJudge } from '#core/stream/judge';
import type { Judge } from '#core/stream/no-judge';
import { createWaitingRows } from '#core/stream/waiting-rows';
import { type RuleSet, SESSION_RULE_SET } from '#core/telemetry/findings';
import { isCountedEvent } from '#core/user-sessions/session-settings';
import type { BackgroundPatterns } from '../schemas/background-patterns';
import { applicableRuleSets, type LimitedRuleSet } from '../schemas/limited-rule-sets';
import { originOfRecord } from '../schemas/schema-set-limit';

const importIngestionRules = () => import('#core/rules/ingestion/ingestion-rules');

/** Cached, so that turning the rule set off and on does not judge the rows again. */
let ingestion: { readonly key: string; readonly ruleSet: RuleSet } | null = null;

/** Loads the rule sets that are off by default: their code is needed only when they are on. */
const loaders: Readonly<Record<OptionalRuleSetName, (ruleSettings: RuleSettings) => Promise<RuleSet>>> = {
  ingestion: async ({ pipeline, pipelineSettings }) => {
    const { createIngestionCheck, createIngestionRules } = await importIngestionRules();
    const key = JSON.stringify([pipeline, pipelineSettings]);
    if (ingestion?.key !== key) {
      ingestion = { key, ruleSet: createIngestionRules(createIngestionCheck(pipeline, pipelineSettings)) };
    }
    return ingestion.ruleSet;
  },
};

/**
 * Makes sessions a selectable rule set.
 * Its findings need many events: see `JudgedRecord.streamFindings`.
 */
const userSessions: RuleSet = {
  id: SESSION_RULE_SET,
  scope: 'events',
  isFor: isCountedEvent,
  check: () => [],
};

/** Loads the code of all rule sets. Call while the panel is idle, so that turning one on is immediate. */
export async function preloadRuleSets(): Promise<void> {
  await importIngestionRules();
}

/** Returns the rule sets that are on, in the order in which findings are listed. */
export async function loadRuleSets(ruleSettings: RuleSettings): Promise<readonly RuleSet[]> {
  const defaultSets = defaultRuleSets.filter(({ id }) => isRuleSetName(id) && isRuleSetOn(ruleSettings, id));
  const furtherSets = Object.entries(loaders).filter(
    ([name]) => isRuleSetName(name) && isRuleSetOn(ruleSettings, name),
  );
  const sessionRules = isRuleSetOn(ruleSettings, SESSION_RULE_SET) ? [userSessions] : [];
  return [...defaultSets, ...(await Promise.all(furtherSets.map(([, load]) => load(ruleSettings)))), ...sessionRules];
}

const entityRules = new WeakMap<ActingEntity, RuleSet>();

function cachedEntityRules(entity: ActingEntity): RuleSet {
  const rules = entityRules.get(entity) ?? createEntityRules(entity);
  entityRules.set(entity, rules);
  return rules;
}

/**
 * Creates the judges of a list of the panel, one for each policy.
 *
 * @param ruleSets see {@link loadRuleSets}.
 * @param imported a team's own rule sets, which run last.
 * @param entityAt returns the entity that was in use at a time, epoch milliseconds.
 * @param duplicateWindowMs for how long the pipeline remembers a `mid`.
 * @param patterns the team's patterns that are tested in the background.
 */
export function createPanelJudges(
  ruleSets: readonly RuleSet[],
  imported: readonly LimitedRuleSet[],
  entityAt: (at: number) => ActingEntity | null,
  duplicateWindowMs: number = duplicateWindowsMs[DEFAULT_PIPELINE],
  patterns?: Pick<BackgroundPatterns, 'pendingTests' | 'onOutcomes'>,
): (policy: FindingPolicy) => Judge {
  const ruleSetsFor = (record: TelemetryRecord): readonly RuleSet[] => {
    const entity = entityAt(record.event?.at ?? record.at);
    if (entity === null && imported.length === 0) return ruleSets;
    const applicable = applicableRuleSets(imported, () => originOfRecord(record));
    return [...ruleSets, ...(entity === null ? [] : [cachedEntityRules(entity)]), ...applicable];
  };
  return (policy) => ({
    ...createJudge({
      ruleSetsFor,
      policy,
      compileFilter: toFilterMatcher,
      ...(patterns && { pendingTests: patterns.pendingTests }),
    }),
    duplicateWindowMs,
    ...(patterns && {
      onOutcomes: patterns.onOutcomes,
      judgeWaitingRecords(list) {
        const waiting = createWaitingRows(list);
        const unsubscribe = patterns.onOutcomes(waiting.judge);
        return () => {
          unsubscribe();
          waiting.cancel();
        };
      },
    }),
  });
}
