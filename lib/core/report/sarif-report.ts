import { formatPath } from '#core/json/json';
import type { Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { ruleName } from './finding-groups';
import type { FindingReport, ListedItem } from './finding-report';
import { severityOrder } from './report-texts';
import type { ReportedFinding } from './reported-finding';

/**
 * Results that GitHub takes of a run.
 * https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
 */
const MAX_RESULTS = 5_000;

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/**
 * Writes a report as SARIF 2.1.0, most severe findings first.
 * Stays within the limits of GitHub code scanning.
 */
export function writeSarifReport(report: FindingReport): string {
  const located = report.items.flatMap((item) => item.findings.map((finding) => ({ finding, item })));
  const ordered = severityOrder.flatMap((severity) => located.filter(({ finding }) => finding.severity === severity));
  const results = ordered.slice(0, MAX_RESULTS);
  const { error, warning, info } = report.totals.severities;
  const unlisted = error + warning + info - results.length;
  const rules = [...new Map(report.counts.map((count) => [ruleName(count), count])).entries()];
  const ruleIndexes = new Map(rules.map(([name], index) => [name, index]));
  const run = {
    tool: {
      driver: {
        name: report.tool.name,
        semanticVersion: report.tool.version,
        rules: rules.map(([id, { severity }]) => ({
          id,
          shortDescription: { text: id },
          help: { text: pageOf(located, id) },
          defaultConfiguration: { level: levels[severity] },
        })),
      },
    },
    invocations: [
      {
        executionSuccessful: true,
        endTimeUtc: new Date(report.createdAt).toISOString(),
        toolExecutionNotifications:
          unlisted > 0
            ? [{ level: 'note', message: { text: `${pluralize(unlisted, 'more finding')} not listed.` } }]
            : [],
      },
    ],
    results: results.map(({ finding, item }) => toResult(finding, item, ruleIndexes.get(ruleName(finding)) ?? -1)),
    columnKind: 'utf16CodeUnits',
    properties: { items: report.totals.items, unlisted },
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function toResult(finding: ReportedFinding, item: ListedItem, ruleIndex: number) {
  const path = formatPath(finding.path);
  return {
    ruleId: ruleName(finding),
    ruleIndex,
    level: levels[finding.severity],
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: fileUri(item.file) }, region: { startLine: item.line } },
        ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }] }),
      },
    ],
    properties: { index: item.index, kind: item.kind, mid: item.mid },
  };
}

function pageOf(located: readonly { readonly finding: ReportedFinding }[], rule: string): string {
  return located.find(({ finding }) => ruleName(finding) === rule)?.finding.page ?? 'docs/rules.md';
}

/** A path as a relative reference of RFC 3986: GitHub finds the file in the repository by it. */
function fileUri(file: string): string {
  if (file === '-') return 'stdin';
  return file.replaceAll('\\', '/').split('/').map(encodePart).join('/');
}

function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'));
}
