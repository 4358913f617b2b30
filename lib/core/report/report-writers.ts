import type { FindingReport } from './finding-report';
import { writeHtmlReport } from './html/html-report';
import { writeJsonReport } from './json-report';
import { writeJunitReport } from './junit-report';
import { writeMarkdownReport } from './markdown-report';
import { writeSarifReport } from './sarif-report';

/** Writers of reports by the ending of the file. */
const writers: Readonly<Record<string, (report: FindingReport) => string>> = {
  '.xml': writeJunitReport,
  '.sarif': writeSarifReport,
  '.md': writeMarkdownReport,
  '.html': writeHtmlReport,
  '.json': writeJsonReport,
};

/** Endings of report files: JUnit XML, SARIF, Markdown, HTML and JSON. */
export const reportEndings: readonly string[] = Object.keys(writers);

/** Returns the ending that names the format of a report file, or `null` if there is none. */
export function reportEnding(file: string): string | null {
  return reportEndings.find((ending) => file.toLowerCase().endsWith(ending)) ?? null;
}

/** Writes a report in the format that the ending of its file names. JSON if the ending names none. */
export function writeReport(report: FindingReport, file: string): string {
  const write = writers[reportEnding(file) ?? '.json'] ?? writeJsonReport;
  return write(report);
}
