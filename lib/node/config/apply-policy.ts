import { recordOfSubject } from '#core/formats/item-record';
import { matcherOfFilter } from '#core/query/filter-text';
import type { FindingPolicy } from '#core/report/finding-policy';
import { isIgnored } from '#core/report/ignored-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { withSeverities } from '#core/report/settle-findings';
import { judgedAs } from '#core/stream/judge';
import { type Subject, toVerdict, type Verdict } from '#core/telemetry/findings';

/**
 * Creates a function that applies a policy to the verdict on an item, and decides the verdict again if findings
 * changed.
 */
export function createPolicy({ severities, ignore }: FindingPolicy): (subject: Subject, verdict: Verdict) => Verdict {
  if (Object.keys(severities).length === 0 && ignore.length === 0) return (_, verdict) => verdict;
  const isOmitted = createIgnoreTest(ignore);
  return (subject, verdict) => {
    const counted = verdict.findings.filter((finding) => !isOmitted(finding, subject, verdict));
    return toVerdict(verdict.kind, withSeverities(counted, { severities }));
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
