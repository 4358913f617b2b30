import { eventJson, type TelemetryRecord } from '#core/journey/record';
import type { Finding, Severity } from '#core/telemetry/findings';
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

/** Returns findings with the severities that a team gives them, without those that are off. */
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
 * Returns findings as a policy settles them where no record is at hand.
 * Ignore rules of a site or with a filter are not applied.
 */
export function settleFindings<Found extends Pick<Finding, 'ruleSet' | 'code' | 'severity' | 'path'>>(
  findings: readonly Found[],
  policy: FindingPolicy,
): readonly Found[] {
  const rules = policy.ignore.filter(({ site, filter }) => site === undefined && filter === undefined);
  return withSeverities(findings, policy).filter((finding) => !rules.some((rule) => isIgnored(finding, rule)));
}

const ranks: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

/** Whether a severity is this one, or worse. */
export function isAtLeast(severity: Severity, lowest: Severity): boolean {
  return ranks[severity] >= ranks[lowest];
}

/** Returns the site of an event: the host of its frame, or an empty text. */
export function siteOfRecord({ frame: { url } }: Pick<TelemetryRecord, 'frame'>): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Tells whether an event is one that a filter names, by the record and all of its findings. */
export type FilterTest = (filter: string, record: TelemetryRecord, all: readonly Finding[]) => boolean;

/** Tells whether a rule is meant for a finding of a record of its site. */
export function isIgnoredBy(rule: IgnoreRule, finding: Finding, record: TelemetryRecord): boolean {
  return isIgnored(finding, rule, () => findingPathInEvent(record, finding, eventJson(record)));
}

/** What a policy leaves of the findings of a record. Those that are off are in neither list. */
export interface SettledFindings {
  /** Those that count. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly Finding[];
}

/**
 * Creates a function that applies a policy to the findings of a record.
 *
 * @param matches without it, rules with a filter are not applied.
 */
export function createRecordPolicy(
  { severities, ignore }: FindingPolicy,
  matches: FilterTest = () => false,
): (record: TelemetryRecord, all: readonly Finding[]) => SettledFindings {
  // Events in a row are mostly of one page.
  let url: string | null = null;
  let rules: readonly IgnoreRule[] = [];
  return (record, all) => {
    const [findings, ignored]: [Finding[], Finding[]] = [[], []];
    if (record.frame.url !== url) {
      url = record.frame.url;
      const own = siteOfRecord(record);
      rules = ignore.filter(({ site = own }) => site === own);
    }
    for (const finding of withSeverities(all, { severities })) {
      const isOut = rules.some(
        (rule) =>
          isIgnoredBy(rule, finding, record) && (rule.filter === undefined || matches(rule.filter, record, all)),
      );
      (isOut ? ignored : findings).push(finding);
    }
    return { findings, ignored };
  };
}
