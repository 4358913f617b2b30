import { recordOfSubject } from '#core/formats/item-record';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText } from '#core/query/filter-text';
import type { FindingPolicy } from '#core/report/finding-policy';
import { isIgnored } from '#core/report/ignored-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { policySeverity } from '#core/report/settle-findings';
import { judgedAs } from '#core/stream/judge';
import { type Finding, type Subject, toVerdict, type Verdict } from '#core/telemetry/findings';

/**
 * Creates a function that applies a policy to the verdict on an item, and decides the verdict again if findings
 * changed.
 */
export function createPolicy({ severities, ignore }: FindingPolicy): (subject: Subject, verdict: Verdict) => Verdict {
  if (Object.keys(severities).length === 0 && ignore.length === 0) return (_, verdict) => verdict;
  const isOmitted = createIgnoreTest(ignore);
  return (subject, verdict) => {
    const findings = verdict.findings.flatMap((finding): readonly Finding[] => {
      const severity = policySeverity(finding, severities);
      if (severity === 'off' || isOmitted(finding, subject, verdict)) return [];
      return [severity === finding.severity ? finding : { ...finding, severity }];
    });
    return toVerdict(verdict.kind, findings);
  };
}

/** Creates a test that says which findings of an item are omitted, by their own names and by the item with its verdict. */
export function createIgnoreTest(
  ignore: FindingPolicy['ignore'],
): (finding: NamedFinding, subject: Subject, verdict: Verdict) => boolean {
  const rules = ignore.map((rule) => ({ ...rule, matches: matcherOf(rule.filter) }));
  return (finding, subject, { findings }) =>
    rules.some(
      (rule) =>
        isIgnored(finding, rule) &&
        (rule.matches === null || rule.matches(judgedAs(recordOfSubject(subject, 1), findings))),
    );
}

type NamedFinding = Pick<ReportedFinding, 'ruleSet' | 'code' | 'path'>;

function matcherOf(filter: string | undefined): Matcher | null {
  const compiled = filter === undefined ? null : compileFilterText(filter);
  return compiled?.ok ? compiled.value : null;
}
