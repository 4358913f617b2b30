import { recordOfSubject } from '#core/formats/item-record';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText } from '#core/query/filter-text';
import { type IgnoredFindings, isIgnored } from '#core/report/ignored-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { judgedAs } from '#core/stream/judge';
import { type Finding, type Severity, type Subject, toVerdict, type Verdict } from '#core/telemetry/findings';

/** A team's policy for findings: plain data, so that it can be passed to a worker thread. */
export interface FindingPolicy {
  /** By code, by `rule set/code`, which goes first, or by `custom:NAME`. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly ignore: readonly IgnoreRule[];
}

/** A finding that matches every given part is omitted. */
export interface IgnoreRule extends IgnoredFindings {
  /** Events that the panel's filter language names. */
  readonly filter?: string | undefined;
  readonly reason: string;
}

export const noPolicy: FindingPolicy = { severities: {}, ignore: [] };

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

/** Returns the severity that a team gives to a finding. */
export function policySeverity(
  { ruleSet, code, severity }: Pick<ReportedFinding, 'ruleSet' | 'code' | 'severity'>,
  severities: FindingPolicy['severities'],
): Severity | 'off' {
  const own = [`${ruleSet}/${code}`, ruleSet, code].find((name) => Object.hasOwn(severities, name));
  return (own === undefined ? undefined : severities[own]) ?? severity;
}

const ranks: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

/** Whether a severity is this one, or worse. */
export function isAtLeast(severity: Severity, lowest: Severity): boolean {
  return ranks[severity] >= ranks[lowest];
}

function matcherOf(filter: string | undefined): Matcher | null {
  const compiled = filter === undefined ? null : compileFilterText(filter);
  return compiled?.ok ? compiled.value : null;
}
