import { formatPath } from '#core/json/json';
import type { Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { ruleName } from './finding-groups';
import type { FindingReport } from './finding-report';
import { fingerprintOf, type LocatedFinding, locateFindings } from './located-finding';
import type { FindingCount } from './report-tally';
import { severityOrder } from './report-texts';
import { itemLocation, messageWithLocation, type RelatedItem } from './reported-finding';

/**
 * Limit of the results of a run on GitHub.
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
  const located = locateFindings(report);
  const ordered = severityOrder.flatMap((severity) => located.filter(({ finding }) => finding.severity === severity));
  const results = ordered.slice(0, MAX_RESULTS);
  const { error, warning, info } = report.totals.severities;
  const unlisted = error + warning + info - results.length;
  const rules = [...new Map(report.counts.map((count) => [ruleName(count), count])).entries()];
  const ruleIndexes = new Map(rules.map(([name], index) => [name, index]));
  const locateFile = createFileLocator();
  const run = {
    tool: {
      driver: {
        name: report.tool.name,
        semanticVersion: report.tool.version,
        informationUri: report.tool.homepage,
        rules: rules.map(([id, count]) => ({
          id,
          shortDescription: { text: describeRule(count) },
          ...helpOf(located, id),
          defaultConfiguration: { level: levels[count.severity] },
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
    results: results.map((result) => toResult(result, ruleIndexes.get(ruleName(result.finding)) ?? -1, locateFile)),
    columnKind: 'utf16CodeUnits',
    properties: {
      items: report.totals.items,
      unlisted,
      ...(report.fates === undefined ? {} : { fates: report.fates }),
    },
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function toResult({ finding, item, name }: LocatedFinding, ruleIndex: number, locateFile: FileLocator) {
  const path = formatPath(finding.path);
  const { request } = item;
  const { message, related = [] } = finding;
  return {
    ruleId: ruleName(finding),
    ruleIndex,
    level: levels[finding.severity],
    message: { text: escapeBrackets(messageWithLocation({ message }, item)) },
    // GitHub matches the results of two runs by this fingerprint.
    partialFingerprints: { primaryLocationLineHash: fingerprintOf({ name }) },
    locations: [
      {
        physicalLocation: { artifactLocation: locateFile(item.file), region: { startLine: item.line } },
        ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }] }),
      },
    ],
    ...(related.length === 0
      ? {}
      : { relatedLocations: related.map((other, index) => relatedLocation(other, index, locateFile)) }),
    properties: { index: item.index, kind: item.kind, mid: item.mid, ...(request === undefined ? {} : { request }) },
  };
}

function relatedLocation({ file, line, ...item }: RelatedItem, index: number, locateFile: FileLocator) {
  return {
    id: index + 1,
    physicalLocation: { artifactLocation: locateFile(file), region: { startLine: line } },
    message: { text: escapeBrackets(itemLocation({ file, line, ...item })) },
  };
}

/** Returns the description of a rule, which GitHub shows as the title of an alert. */
function describeRule(count: FindingCount): string {
  const { ruleSet, code } = count;
  const [, type, name] = /^(schema|custom):(.+)$/s.exec(ruleSet) ?? [];
  if (type === 'schema') return `${code}: JSON Schemas “${name}”`;
  return type === 'custom' ? `Rule “${name}” of your own` : ruleName(count);
}

function helpOf(located: readonly LocatedFinding[], rule: string): { help?: { text: string }; helpUri?: string } {
  const page = located.find(({ finding }) => ruleName(finding) === rule)?.finding.page;
  if (page === undefined) return {};
  return { help: { text: page }, ...(page.startsWith('https://') ? { helpUri: page } : {}) };
}

/** Escapes brackets, because `[text](1)` in a message is a link (SARIF 2.1.0, section 3.11.6). */
function escapeBrackets(text: string): string {
  return text.replace(/(\\{0,1000})([[\]])/g, String.raw`$1$1\$2`);
}

type FileLocator = (file: string) => ReturnType<typeof artifactLocation>;

/** Creates a function that returns the location of a file, cached by path. */
function createFileLocator(): FileLocator {
  const locations = new Map<string, ReturnType<typeof artifactLocation>>();
  return (file) => {
    const location = locations.get(file) ?? artifactLocation(file);
    locations.set(file, location);
    return location;
  };
}

/** Converts a path to a relative reference (RFC 3986) in the repository, or an absolute path to a URL. */
function artifactLocation(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  if (file === '-') return { uri: 'stdin' };
  const [first = '', ...rest] = file.replaceAll('\\', '/').split('/');
  if (first === '') return { uri: `file:///${rest.map(encodePart).join('/')}` };
  if (/^[a-z]:$/i.test(first)) return { uri: `file:///${[first, ...rest.map(encodePart)].join('/')}` };
  return { uri: [first, ...rest].map(encodePart).join('/'), uriBaseId: '%SRCROOT%' };
}

function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'));
}
