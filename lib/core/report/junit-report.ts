import { pluralize } from '#core/telemetry/wording';
import { ruleName } from './finding-groups';
import type { FindingReport } from './finding-report';
import { type LocatedFinding, locateFindings } from './located-finding';
import { countUnlisted, type FindingCount } from './report-tally';
import { countText, severityNames } from './report-texts';
import { fateSummaryText } from './reported-fates';
import { itemLocation, messageWithRelated } from './reported-finding';

/**
 * Limit of the listed passed tests. Further tests are counted.
 * GitLab rejects a report with more than 500,000 tests.
 */
const MAX_PASSED_TESTS = 10_000;

/**
 * Writes a report as JUnit XML, valid by the schemas of Apache Ant and of Jenkins.
 * An event without errors is a passed test. An error is a failed test in the suite of its rule set. Warnings and
 * notices fail no test and are written to the output of the suite.
 */
export function writeJunitReport(report: FindingReport): string {
  const names = new Set([...report.ruleSets, ...report.counts.map(({ ruleSet }) => ruleSet)]);
  const located = locateFindings(report);
  const unlisted = countUnlisted(report);
  const suites = [...names].map((ruleSet, index) => {
    const findings = located.filter(({ finding }) => finding.ruleSet === ruleSet);
    const unlistedOfSet = unlisted.filter((count) => count.ruleSet === ruleSet);
    return writeRuleSetSuite(report, { ruleSet, id: index + 1, findings, unlisted: unlistedOfSet });
  });
  const all = [writePassedSuite(report), ...suites];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${all.join('')}</testsuites>\n`;
}

/**
 * Writes the suite of valid events.
 * They have numbers as names, because a report lists no events without findings.
 */
function writePassedSuite(report: FindingReport): string {
  const { valid } = report.totals.verdicts;
  const listed = Math.min(valid, MAX_PASSED_TESTS);
  const tests = Array.from({ length: listed }, (_, index) => writePassedTest(index + 1));
  const output = [
    ...(valid > listed ? [`${pluralize(valid - listed, 'more valid event')} not listed`] : []),
    ...(report.fates === undefined ? [] : [fateSummaryText(report.fates)]),
  ];
  return writeSuite(report, { name: 'events', id: 0, tests, failures: 0, output });
}

interface RuleSetFindings {
  readonly ruleSet: string;
  readonly id: number;
  readonly findings: readonly LocatedFinding[];
  readonly unlisted: readonly FindingCount[];
}

function writeRuleSetSuite(report: FindingReport, { ruleSet, id, findings, unlisted }: RuleSetFindings): string {
  const failed = [
    ...findings.filter(({ finding }) => finding.severity === 'error').map(writeFailure),
    ...unlisted
      .filter(({ severity }) => severity === 'error')
      .map((count) =>
        writeFailedTest(
          ruleName(count),
          `Not listed [${ruleName(count)}]`,
          ruleName(count),
          `${pluralize(count.count, 'more error')}`,
        ),
      ),
  ];
  const others = findings.filter(({ finding }) => finding.severity !== 'error').map(formatOutputLine);
  const more = unlisted
    .filter(({ severity }) => severity !== 'error')
    .map((count) => `${ruleName(count)}: ${countText(count.severity, count.count)} not listed`);
  const tests = failed.length === 0 ? [writeTestCase(ruleSet, `No errors of ${ruleSet}`, '')] : failed;
  return writeSuite(report, { name: ruleSet, id, tests, failures: failed.length, output: [...others, ...more] });
}

interface Suite {
  readonly name: string;
  readonly id: number;
  readonly tests: readonly string[];
  readonly failures: number;
  readonly output: readonly string[];
}

function writeSuite(report: FindingReport, { name, id, tests, failures, output }: Suite): string {
  const attributes = [
    `name="${escapeAttribute(name)}" package="telemetry-v3" id="${id}"`,
    `timestamp="${new Date(report.createdAt).toISOString().slice(0, 19)}" hostname="localhost"`,
    `tests="${tests.length}" failures="${failures}" errors="0" time="0"`,
  ];
  return [
    `  <testsuite ${attributes.join(' ')}>\n    <properties/>\n`,
    ...tests,
    `    <system-out>${escapeXml(output.join('\n'))}</system-out>\n    <system-err></system-err>\n  </testsuite>\n`,
  ].join('');
}

function writeFailure({ finding, item, name }: LocatedFinding): string {
  const location = [itemLocation(item), item.mid].filter((part) => part !== null).join(' ');
  const text = `${messageWithRelated(finding)}\n${location}\n${finding.page}`;
  return writeFailedTest(ruleName(finding), name, ruleName(finding), finding.message, text);
}

function writeFailedTest(className: string, name: string, type: string, message: string, text = message): string {
  const attributes = `message="${escapeAttribute(message)}" type="${escapeAttribute(type)}"`;
  const content = `\n      <failure ${attributes}>${escapeXml(text)}</failure>\n    `;
  return writeTestCase(className, name, content);
}

function writeTestCase(className: string, name: string, content: string): string {
  const attributes = `classname="${escapeAttribute(className)}" name="${escapeAttribute(name)}" time="0"`;
  return `    <testcase ${attributes}>${content}</testcase>\n`;
}

/** Writes a passed test without escaping, because a report may have ten thousand. */
function writePassedTest(number: number): string {
  return `    <testcase classname="events" name="Valid event ${number}" time="0"></testcase>\n`;
}

function formatOutputLine({ finding, item }: LocatedFinding): string {
  const severity = severityNames[finding.severity];
  return `${severity} ${itemLocation(item)} ${ruleName(finding)}: ${messageWithRelated(finding)}`;
}

function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
}

/** Characters that XML 1.0 cannot represent: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Fast test for ASCII text without characters that XML escapes. */
const PLAIN_TEXT = /^[\t\n !"#$%'-;=?-~]*$/;

function escapeXml(text: string): string {
  if (PLAIN_TEXT.test(text)) return text;
  return text
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
