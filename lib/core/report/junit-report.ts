import { pluralize } from '#core/telemetry/wording';
import { itemPlace, ruleName } from './finding-groups';
import { countUnlisted, type FindingReport, type ListedItem } from './finding-report';
import { countText, severityNames } from './report-texts';
import type { ReportedFinding } from './reported-finding';

interface Located {
  readonly finding: ReportedFinding;
  readonly item: ListedItem;
}

/**
 * Writes a report as JUnit XML: a test suite a rule set, in it a failed test an error.
 *
 * Warnings and notices fail no test: they are the suite's output. The schemas of Apache Ant and of Jenkins both take it.
 */
export function writeJunitReport(report: FindingReport): string {
  const names = new Set([...report.ruleSets, ...report.counts.map(({ ruleSet }) => ruleSet)]);
  const suites = [...names].map((name, id) => writeSuite(report, name, id));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function writeSuite(report: FindingReport, ruleSet: string, id: number): string {
  const found = report.items.flatMap((item) =>
    item.findings.filter((finding) => finding.ruleSet === ruleSet).map((finding) => ({ finding, item })),
  );
  const unlisted = countUnlisted(report).filter((count) => count.ruleSet === ruleSet);
  const failed = [
    ...found.filter(({ finding }) => finding.severity === 'error').map(writeFailure),
    ...unlisted
      .filter(({ severity }) => severity === 'error')
      .map((count) =>
        failure(ruleName(count), 'Not listed', ruleName(count), `${pluralize(count.count, 'more error')}`),
      ),
  ];
  const others = found.filter(({ finding }) => finding.severity !== 'error').map(outputLine);
  const more = unlisted
    .filter(({ severity }) => severity !== 'error')
    .map((count) => `${ruleName(count)}: ${countText(count.severity, count.count)} not listed`);
  const tests = failed.length === 0 ? [testCase(ruleSet, 'No errors', '')] : failed;
  const attributes = {
    name: ruleSet,
    package: 'telemetry-v3',
    id,
    timestamp: new Date(report.createdAt).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: tests.length,
    failures: failed.length,
    errors: 0,
    time: 0,
  };
  return [
    `  <testsuite${attributesText(attributes)}>\n    <properties/>\n`,
    ...tests,
    `    <system-out>${xmlText([...others, ...more].join('\n'))}</system-out>\n    <system-err></system-err>\n  </testsuite>\n`,
  ].join('');
}

function writeFailure({ finding, item }: Located): string {
  const { eid, mid, kind } = item;
  const name = [itemPlace(item), eid ?? kind, mid].filter((part) => part !== null).join(' ');
  return failure(ruleName(finding), name, ruleName(finding), finding.message, `${finding.message}\n${finding.page}`);
}

function failure(className: string, name: string, type: string, message: string, text = message): string {
  const content = `\n      <failure${attributesText({ message, type })}>${xmlText(text)}</failure>\n    `;
  return testCase(className, name, content);
}

function testCase(className: string, name: string, content: string): string {
  return `    <testcase${attributesText({ classname: className, name, time: 0 })}>${content}</testcase>\n`;
}

function outputLine({ finding, item }: Located): string {
  const severity = severityNames[finding.severity];
  return `${severity} ${itemPlace(item)} ${ruleName(finding)}: ${finding.message}`;
}

function attributesText(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(String(value)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`)
    .join('');
}

/** Characters that XML 1.0 has no way to write: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function xmlText(text: string): string {
  return text
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
