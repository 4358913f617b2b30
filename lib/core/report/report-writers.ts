import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import type { Severity } from '#core/telemetry/findings';
import { ruleName } from './finding-groups';
import type { FindingReport } from './finding-report';
import { writeHtmlReport } from './html/html-report';
import { writeJunitReport } from './junit-report';
import { fingerprintOf, locateFindings } from './located-finding';
import { writeMarkdownReport } from './markdown-report';
import { locatedMessage } from './reported-finding';
import { writeSarifReport } from './sarif-report';

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

/** Writes a report as JSON: what the other formats are made of. */
function writeJsonReport(report: FindingReport): string {
  const { createdAt, ...rest } = report;
  const createdOn = new Date(createdAt).toISOString();
  return `${JSON.stringify({ format: 'telemetry-v3-report', version: 1, createdAt: createdOn, ...rest }, null, 2)}\n`;
}

/** Writers of reports by the ending of the file. */
const writers: Readonly<Record<string, (report: FindingReport) => string>> = {
  // Before `.json`, in which they end too. The second is the name that GitLab's documents use.
  '.codequality.json': writeCodeQualityReport,
  'gl-code-quality-report.json': writeCodeQualityReport,
  '.xml': writeJunitReport,
  '.sarif': writeSarifReport,
  '.md': writeMarkdownReport,
  '.html': writeHtmlReport,
  '.json': writeJsonReport,
};

/** Endings of report files: Code Quality of GitLab, JUnit XML, SARIF, Markdown, HTML and JSON. */
export const reportEndings: readonly string[] = Object.keys(writers).filter((ending) => ending.startsWith('.'));

/** Returns the ending that names the format of a report file, or `null` if there is none. */
export function reportEnding(file: string): string | null {
  return Object.keys(writers).find((ending) => file.toLowerCase().endsWith(ending)) ?? null;
}

/** Whether a report file shows the JSON of items: only HTML and JSON do. */
export function showsSources(file: string): boolean {
  const ending = reportEnding(file) ?? '.json';
  return ending === '.html' || ending === '.json';
}

/**
 * Writes a report in the format that the ending of its file names. JSON if the ending names none.
 * A log may print all of them but HTML: no text of an event acts there as a command of a terminal or of CI. JSON keeps its value.
 */
export function writeReport(report: FindingReport, file: string): string {
  const ending = reportEnding(file) ?? '.json';
  const text = (writers[ending] ?? writeJsonReport)(report);
  return ending === '.html' ? text : escapeCiCommands(escapeForTerminal(text));
}
