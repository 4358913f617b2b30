import { recordOfSubject } from '#core/formats/item-record';
import { formatPath } from '#core/json/json';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText } from '#core/query/filter-text';
import type { Finding, Severity, Subject, Verdict } from '#core/telemetry/findings';

/** What a team says of findings: plain data, so that a worker thread can be given it. */
export interface FindingPolicy {
  /** By code, by `rule set/code`, which goes first, or by `custom:NAME`. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly ignore: readonly IgnoreRule[];
}

/** A finding that matches every given part is omitted. */
export interface IgnoreRule {
  readonly code?: string | undefined;
  /** A path of the event or of the call; what is below it is meant, too. */
  readonly path?: string | undefined;
  /** Events that the panel's filter language names. */
  readonly filter?: string | undefined;
  readonly reason: string;
}

export const noPolicy: FindingPolicy = { severities: {}, ignore: [] };

/** Creates what applies a policy to the verdict on an item, and finds the verdict anew where findings changed. */
export function createPolicy({ severities, ignore }: FindingPolicy): (subject: Subject, verdict: Verdict) => Verdict {
  if (Object.keys(severities).length === 0 && ignore.length === 0) return (_, verdict) => verdict;
  const rules = ignore.map((rule) => ({ ...rule, matches: matcherOf(rule.filter) }));
  return (subject, verdict) => {
    const isIgnored = (finding: Finding) =>
      rules.some(
        ({ code, path, matches }) =>
          (code === undefined || code === finding.code || code === finding.ruleSet) &&
          (path === undefined || isAtOrBelow(formatPath(finding.path), path)) &&
          (matches === null || matches(recordOfSubject(subject, verdict, 1))),
      );
    const findings = verdict.findings.flatMap((finding): readonly Finding[] => {
      const severity = severityOf(finding, severities);
      if (severity === 'off' || isIgnored(finding)) return [];
      return [severity === finding.severity ? finding : { ...finding, severity }];
    });
    if (verdict.kind === null) return { ...verdict, findings };
    const isInvalid = findings.some(({ severity }) => severity === 'error');
    return { verdict: isInvalid ? 'invalid' : 'valid', kind: verdict.kind, findings };
  };
}

function severityOf({ ruleSet, code, severity }: Finding, severities: FindingPolicy['severities']): Severity | 'off' {
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

function isAtOrBelow(path: string, upper: string): boolean {
  return path === upper || path.startsWith(`${upper}.`);
}
