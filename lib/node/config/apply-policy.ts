import { recordOfSubject } from '#core/formats/item-record';
import { toFilterMatcher } from '#core/query/filter-text';
import { keepErrorsOfUncountedCauses } from '#core/report/counted-causes';
import type { FindingPolicy } from '#core/report/finding-policy';
import { isIgnored } from '#core/report/ignored-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { withSeverities } from '#core/report/settle-findings';
import { toJudgedRecord } from '#core/stream/judge';
import { type Finding, type RuleSet, type Subject, toVerdict, type Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';

/**
 * Creates a function that applies a policy to the findings of a verdict, and updates the verdict.
 *
 * @param ruleSets the rule sets of the verdict. They run again if the policy omits a finding that hides other findings.
 */
export function createPolicy(
  { severities, ignore }: FindingPolicy,
  ruleSets: readonly RuleSet[],
): (subject: Subject, verdict: Verdict) => Verdict {
  if (Object.keys(severities).length === 0 && ignore.length === 0) return (_, verdict) => verdict;
  const isOmitted = createIgnoreTest(ignore);
  const settle = (subject: Subject, verdict: Verdict): readonly Finding[] => {
    const findings = verdict.findings.filter((finding) => !isOmitted(finding, subject, verdict));
    return withSeverities(findings, { severities });
  };
  return (subject, verdict) => {
    const findings = settle(subject, verdict);
    const newRuleSets = keepErrorsOfUncountedCauses(ruleSets, verdict.findings, findings);
    return toVerdict(verdict.kind, newRuleSets === null ? findings : settle(subject, verdictOf(subject, newRuleSets)));
  };
}

/** Creates a predicate for the findings that the policy omits, by code, path, and a filter on the item. */
export function createIgnoreTest(
  ignore: FindingPolicy['ignore'],
): (finding: NamedFinding, subject: Subject, verdict: Verdict) => boolean {
  const rules = ignore.map((rule) => ({
    ...rule,
    matches: rule.filter === undefined ? null : toFilterMatcher(rule.filter),
  }));
  return (finding, subject, { findings }) =>
    rules.some(
      (rule) =>
        isIgnored(finding, rule) &&
        (rule.matches === null || rule.matches(toJudgedRecord(recordOfSubject(subject, 1), findings))),
    );
}

type NamedFinding = Pick<ReportedFinding, 'ruleSet' | 'code' | 'path'>;
