import { recordOfSubject } from '#core/formats/item-record';
import { matcherOfFilter } from '#core/query/filter-text';
import { withCausesBeside } from '#core/report/counted-causes';
import type { FindingPolicy } from '#core/report/finding-policy';
import { isIgnored } from '#core/report/ignored-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { withSeverities } from '#core/report/settle-findings';
import { judgedAs } from '#core/stream/judge';
import { type Finding, type RuleSet, type Subject, toVerdict, type Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';

/**
 * Creates a function that applies a policy to the verdict on an item, and decides the verdict again if findings
 * changed.
 *
 * @param ruleSets those of the verdict: they are asked again where a cause of errors is not to count.
 */
export function createPolicy(
  { severities, ignore }: FindingPolicy,
  ruleSets: readonly RuleSet[],
): (subject: Subject, verdict: Verdict) => Verdict {
  if (Object.keys(severities).length === 0 && ignore.length === 0) return (_, verdict) => verdict;
  const isOmitted = createIgnoreTest(ignore);
  const settle = (subject: Subject, verdict: Verdict): readonly Finding[] => {
    const counted = verdict.findings.filter((finding) => !isOmitted(finding, subject, verdict));
    return withSeverities(counted, { severities });
  };
  return (subject, verdict) => {
    const counted = settle(subject, verdict);
    const beside = withCausesBeside(ruleSets, verdict.findings, counted);
    return toVerdict(verdict.kind, beside === null ? counted : settle(subject, verdictOf(subject, beside)));
  };
}

/** Creates a test that says which findings of an item are omitted, by their own names and by the item with its verdict. */
export function createIgnoreTest(
  ignore: FindingPolicy['ignore'],
): (finding: NamedFinding, subject: Subject, verdict: Verdict) => boolean {
  const rules = ignore.map((rule) => ({
    ...rule,
    matches: rule.filter === undefined ? null : matcherOfFilter(rule.filter),
  }));
  return (finding, subject, { findings }) =>
    rules.some(
      (rule) =>
        isIgnored(finding, rule) &&
        (rule.matches === null || rule.matches(judgedAs(recordOfSubject(subject, 1), findings))),
    );
}

type NamedFinding = Pick<ReportedFinding, 'ruleSet' | 'code' | 'path'>;
