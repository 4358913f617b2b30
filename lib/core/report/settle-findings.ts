import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { type Finding, SEVERITIES, type Severity } from '#core/telemetry/findings';
import type { FindingPolicy, IgnoreRule, PolicySeverity } from './finding-policy';
import { isIgnored } from './ignored-findings';
import { findingPathInEvent } from './path-in-event';
import type { ReportedFinding } from './reported-finding';

/** Returns the severity that a team gives to a finding. */
export function policySeverity(
  { ruleSet, code, severity }: Pick<ReportedFinding, 'ruleSet' | 'code' | 'severity'>,
  severities: FindingPolicy['severities'],
): PolicySeverity {
  return severities[`${ruleSet}/${code}`] ?? severities[ruleSet] ?? severities[code] ?? severity;
}

/** Returns findings with the severities that a team gives them, without those that are `off`. */
export function withSeverities<Found extends Pick<Finding, 'ruleSet' | 'code' | 'severity'>>(
  findings: readonly Found[],
  { severities }: Pick<FindingPolicy, 'severities'>,
): readonly Found[] {
  return findings.flatMap((finding) => {
    const severity = policySeverity(finding, severities);
    if (severity === 'off') return [];
    return [severity === finding.severity ? finding : { ...finding, severity }];
  });
}

/**
 * Applies a policy to findings without a record.
 * Ignore rules with a site or a filter are not applied.
 */
export function settleFindings<Found extends Pick<Finding, 'ruleSet' | 'code' | 'severity' | 'path'>>(
  findings: readonly Found[],
  policy: FindingPolicy,
): readonly Found[] {
  const rules = policy.ignore.filter(({ site, filter }) => site === undefined && filter === undefined);
  return withSeverities(findings, policy).filter((finding) => !rules.some((rule) => isIgnored(finding, rule)));
}

const ranks: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

/** Whether a severity is at least as severe as `lowest`. */
export function isAtLeast(severity: Severity, lowest: Severity): boolean {
  return ranks[severity] >= ranks[lowest];
}

/** Whether any finding is at least as severe as `lowest`. */
export function hasSeverityAtLeast(counts: Readonly<Record<Severity, number>>, lowest: Severity): boolean {
  return SEVERITIES.some((severity) => counts[severity] > 0 && isAtLeast(severity, lowest));
}

/** Returns the site of an event: the host of its frame, or an empty string. */
export function siteOfRecord({ frame: { url } }: Pick<TelemetryRecord, 'frame'>): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Whether a record with all of its findings passes a filter. */
export type FilterTest = (filter: string, record: TelemetryRecord, all: readonly Finding[]) => boolean;

/** Whether a rule applies to a finding of a record, whose site is checked before. */
export function isIgnoredBy(rule: IgnoreRule, finding: Finding, record: TelemetryRecord): boolean {
  return isIgnored(finding, rule, () => findingPathInEvent(record, finding, eventJson(record)));
}

/** The findings of a record after a policy was applied. Findings that are `off` are in neither list. */
export interface SettledFindings {
  /** The findings that count. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly Finding[];
}

/**
 * Creates a function that applies a policy to the findings of a record.
 *
 * @param matches if unset, rules with a filter are not applied.
 */
export function createRecordPolicy(
  { severities, ignore }: FindingPolicy,
  matches: FilterTest = () => false,
): (record: TelemetryRecord, all: readonly Finding[]) => SettledFindings {
  // Caches the rules of the last page, because successive events are usually of one page.
  let url: string | null = null;
  let rules: readonly IgnoreRule[] = [];
  return (record, all) => {
    const [findings, ignored]: [Finding[], Finding[]] = [[], []];
    if (record.frame.url !== url) {
      url = record.frame.url;
      const recordSite = siteOfRecord(record);
      rules = ignore.filter(({ site = recordSite }) => site === recordSite);
    }
    for (const finding of withSeverities(all, { severities })) {
      const matchesRule = rules.some(
        (rule) =>
          isIgnoredBy(rule, finding, record) && (rule.filter === undefined || matches(rule.filter, record, all)),
      );
      (matchesRule ? ignored : findings).push(finding);
    }
    return { findings, ignored };
  };
}
