import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import type { Severity } from '#core/telemetry/findings';
import { joinChunks } from '#core/util/join-chunks';
import { createFieldSerializer } from './field-serializer';
import { ruleName } from './finding-groups';
import type { FindingReport } from './finding-report';
import { writeHtmlReport } from './html/html-report';
import { writeJunitReport } from './junit-report';
import { fingerprintOf, locateFindings } from './located-finding';
import { writeMarkdownReport } from './markdown-report';
import { messageWithLocation } from './reported-finding';
import { writeSarifReport } from './sarif-report';

const severities: Readonly<Record<Severity, 'major' | 'minor' | 'info'>> = {
  error: 'major',
  warning: 'minor',
  info: 'info',
};

/**
 * Writes a Code Quality report, which GitLab shows in a merge request.
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function writeCodeQualityReport(report: FindingReport): string {
  const issues = locateFindings(report).map(({ finding, item, name }) => ({
    description: messageWithLocation(finding, item),
    check_name: ruleName(finding),
    fingerprint: fingerprintOf({ name }),
    severity: severities[finding.severity],
    location: { path: item.file === '-' ? 'stdin' : item.file, lines: { begin: item.line } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** Indentation of the items, in a list of an object. */
const ITEM_INDENT = '      ';

/** Writes a report as JSON, with all data of the other formats. */
function* writeJsonReport({ createdAt, items, ...rest }: FindingReport): Generator<string> {
  const { fates, sessions, ...head } = rest;
  const createdOn = new Date(createdAt).toISOString();
  const frame = {
    format: 'telemetry-v3-report',
    version: 1,
    createdAt: createdOn,
    ...head,
    items: [],
    fates,
    sessions,
  };
  const text = escapeForLogs(`${JSON.stringify(frame, null, 2)}\n`);
  if (items.length === 0) {
    yield text;
    return;
  }
  // JSON strings have no raw line feed, so the separator occurs once.
  const [before = '', after = ''] = text.split('\n  "items": []');
  yield `${before}\n  "items": [`;
  // Lines begin with JSON and never with text of an event, so that values can be escaped one by one.
  const serializeFields = createFieldSerializer({ indent: ITEM_INDENT, escapeJson: escapeForLogs });
  let separator = '\n';
  for (const item of items) {
    yield `${separator}    {\n${ITEM_INDENT}${serializeFields(item)}\n    }`;
    separator = ',\n';
  }
  yield `\n  ]${after}`;
}

/** Writers of reports by file extension. */
const writers: Readonly<Record<string, (report: FindingReport) => Iterable<string>>> = {
  // Before `.json`, which also matches them. GitLab's documentation uses the second name.
  '.codequality.json': (report) => [escapeForLogs(writeCodeQualityReport(report))],
  'gl-code-quality-report.json': (report) => [escapeForLogs(writeCodeQualityReport(report))],
  '.xml': (report) => [escapeForLogs(writeJunitReport(report))],
  '.sarif': (report) => [escapeForLogs(writeSarifReport(report))],
  '.md': (report) => [escapeForLogs(writeMarkdownReport(report))],
  '.html': writeHtmlReport,
  '.json': writeJsonReport,
};

/** Extensions of report files: Code Quality of GitLab, JUnit XML, SARIF, Markdown, HTML and JSON. */
export const reportExtensions: readonly string[] = Object.keys(writers).filter((extension) =>
  extension.startsWith('.'),
);

/** Returns the extension that selects the format of a report file, or `null` if there is none. */
export function reportExtension(file: string): string | null {
  return Object.keys(writers).find((extension) => file.toLowerCase().endsWith(extension)) ?? null;
}

/** Whether a report file includes the JSON of items: only HTML and JSON do. */
export function hasItemSources(file: string): boolean {
  const extension = reportExtension(file) ?? '.json';
  return extension === '.html' || extension === '.json';
}

/**
 * Writes a report in parts, in the format of the file extension, JSON by default.
 * All formats but HTML are safe to print to a log: terminal and CI commands in texts of events are escaped.
 */
export function writeReportParts(report: FindingReport, file: string): Iterable<string> {
  const write = writers[reportExtension(file) ?? '.json'] ?? writeJsonReport;
  return joinChunks(write(report));
}

/** Writes a report as one string. */
export function writeReport(report: FindingReport, file: string): string {
  return [...writeReportParts(report, file)].join('');
}

function escapeForLogs(text: string): string {
  return escapeCiCommands(escapeForTerminal(text));
}
