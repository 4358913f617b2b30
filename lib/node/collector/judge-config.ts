import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import { toFilterMatcher } from '#core/query/filter-text';
import type { FindingPolicy } from '#core/report/finding-policy';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import type { RuleSetName } from '#core/rules/rule-set-names';
import { createRuleSetJudge, type RuleSetJudge } from '#core/rules/rule-set-verdicts';
import { selectRuleSets } from '#core/rules/rule-sets';
import { createJudge } from '#core/stream/judge';
import type { Judge } from '#core/stream/no-judge';
import type { RuleSet, RuleSetId } from '#core/telemetry/findings';
import { createPolicy } from '../config/apply-policy';

/** The rules for the events of a collector: those of the options, or else of the configuration. */
export interface CollectorRules {
  readonly rules: readonly RuleSetName[];
  readonly teamRules: readonly RuleSet[];
  readonly settings: PipelineSettings;
  readonly policy: FindingPolicy;
}

/** Judges the events of a collector, by all rule sets together and by each one. */
export interface CollectorJudge {
  readonly judge: Judge;
  readonly ruleSetJudge: RuleSetJudge;
  readonly ruleSets: readonly RuleSetId[];
  readonly policy: FindingPolicy;
}

/** Creates the judge for the events of a collector. */
export function createCollectorJudge({ rules, teamRules, settings, policy }: CollectorRules): CollectorJudge {
  const ruleSets = selectRuleSets(rules, teamRules, createIngestionCheck(settings.pipeline, settings));
  return {
    judge: {
      ...createJudge({ ruleSetsFor: () => ruleSets, policy, compileFilter: toFilterMatcher }),
      duplicateWindowMs: settings.duplicateWindowMs,
    },
    ruleSetJudge: createRuleSetJudge(ruleSets, createPolicy(policy, ruleSets)),
    ruleSets: ruleSets.map(({ id }) => id),
    policy,
  };
}
