import type { Severity } from '#core/telemetry/findings';
import { ruleName } from './finding-groups';
import type { FindingReport } from './finding-report';
import { fingerprintOf, locateFindings } from './located-finding';
import { locatedMessage } from './reported-finding';

const severities: Readonly<Record<Severity, 'major' | 'minor' | 'info'>> = {
  error: 'major',
  warning: 'minor',
  info: 'info',
};

/**
 * Writes a report as GitLab shows it in a merge request.
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function writeCodeQualityReport(report: FindingReport): string {
  const issues = locateFindings(report).map(({ finding, item, name }) => ({
    description: locatedMessage(finding, item),
    check_name: ruleName(finding),
    fingerprint: fingerprintOf({ name }),
    severity: severities[finding.severity],
    location: { path: item.file === '-' ? 'stdin' : item.file, lines: { begin: item.line } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
